internal import DataFiles

/// A number of a ranker as a scenario writes it: plain, or with the range over which it is tuned,
/// `{value: 3, tune: [0, 10]}`.
struct TunableForm {
  /// How its values are written.
  enum Number {
    case number(NumberForm)
    /// In seconds.
    case duration(DurationForm)
  }

  let number: Number

  static let valueKey = "value"
  static let tuneKey = "tune"
  static let rangeKeys = ["range", "scale", "whole"]
  static let choicesKey = "choices"
  static let switches = ["false", "true"]
  private static let example = "{value: 3, tune: [0, 10]}"

  /// What is written.
  struct Reading {
    /// `nil` after adding a fault.
    var value: Double?
    var range: TuneRange?
    /// Where the value of one that has a range stands in the file.
    var span: TextSpan?
  }

  /// The value, and the range if there is one.
  func read(_ cursor: DocumentCursor) -> Reading {
    guard case .map = cursor.node.content else { return Reading(value: scalar(cursor)) }
    let keys = [Self.valueKey, Self.tuneKey]
    cursor.checkMap("a number or a map such as \(Self.example)", of: keys)
    guard let value = cursor[Self.valueKey] else {
      cursor.missing(Self.valueKey, "is missing; it is where tuning starts: \(Self.example)")
      return Reading()
    }
    let start = scalar(value)
    guard let tune = cursor[Self.tuneKey] else {
      cursor.missing(
        Self.tuneKey, "is missing; it is the range of the tuned value: \(Self.example)")
      return Reading(value: start)
    }
    guard let range = range(tune), let start else { return Reading(value: start) }
    guard range.contains(start) else {
      value.fault(.contradiction("\(text(start)) is not in its own range, \(text(range))"))
      return Reading(value: start)
    }
    return Reading(value: start, range: range, span: TextSpan(value.node))
  }

  /// A value, or `nil` after adding a fault.
  private func scalar(_ cursor: DocumentCursor) -> Double? {
    switch number {
    case .number(let form): cursor.number(form)
    case .duration(let form): cursor.duration(form)
    }
  }

  private func range(_ cursor: DocumentCursor) -> TuneRange? {
    guard case .map = cursor.node.content else {
      return ends(cursor).flatMap { interval($0, cursor, scale: .linear, isWhole: isWhole) }
    }
    if let choices = cursor[Self.choicesKey] {
      cursor.checkMap("a map of choices", of: [Self.choicesKey])
      return self.choices(choices)
    }
    cursor.checkMap("a map of range or of choices", of: Self.rangeKeys + [Self.choicesKey])
    guard let range = cursor["range"] else {
      cursor.missing("range", "is missing; write [LOW, HIGH], or choices: [A, B]")
      return nil
    }
    let names = TuneRange.Scale.allCases.map(\.rawValue)
    let scale = cursor["scale"].map { $0.choice(of: "scale", among: names) }
    let whole = cursor["whole"].map { $0.choice(of: "switch", among: Self.switches) }
    guard let ends = ends(range), scale != .some(nil), whole != .some(nil) else { return nil }
    return interval(
      ends, range, scale: (scale ?? nil).flatMap(TuneRange.Scale.init) ?? .linear,
      isWhole: isWhole || whole == Self.switches[1])
  }

  /// Whether the parameter has only whole values.
  private var isWhole: Bool { if case .number(let form) = number { form.isWhole } else { false } }

  private func ends(_ cursor: DocumentCursor) -> [Double]? {
    let what = "a range [LOW, HIGH], such as [0, 10]"
    guard let elements = cursor.list(what) else { return nil }
    guard elements.count == 2 else {
      cursor.fault(.unexpected(expected: what, found: "a list of \(elements.count)"))
      return nil
    }
    let ends = elements.compactMap(scalar)
    return ends.count == 2 ? ends : nil
  }

  private func interval(
    _ ends: [Double], _ cursor: DocumentCursor, scale: TuneRange.Scale, isWhole: Bool
  ) -> TuneRange? {
    let (low, high) = (ends[0], ends[1])
    guard low != high else {
      cursor.fault(.contradiction("the range from \(text(low)) to \(text(high)) holds one value"))
      return nil
    }
    guard low < high else {
      cursor.fault(
        .contradiction("this range is upside down; write [\(text(high)), \(text(low))]"))
      return nil
    }
    if isWhole, ends.contains(where: { $0 != $0.rounded() }) {
      cursor.fault(.contradiction("a range of whole numbers ends at whole numbers"))
      return nil
    }
    if scale == .log, low <= 0 {
      cursor.fault(.contradiction("a log scale begins above 0, not at \(text(low))"))
      return nil
    }
    return .interval(low: low, high: high, scale: scale, isWhole: isWhole)
  }

  private func choices(_ cursor: DocumentCursor) -> TuneRange? {
    let what = "a list of values, two or more, such as [1, 2, 5]"
    guard let elements = cursor.list(what) else { return nil }
    var values: [Double] = []
    for element in elements {
      guard let value = scalar(element) else { return nil }
      guard !values.contains(value) else {
        element.fault(.contradiction("\(text(value)) is in the list already"))
        return nil
      }
      values.append(value)
    }
    guard values.count > 1 else {
      cursor.fault(.unexpected(expected: what, found: "a list of \(values.count)"))
      return nil
    }
    return .choices(values)
  }

  private func text(_ value: Double) -> String {
    switch number {
    case .number: value.shortest
    case .duration: DurationForm.text(value)
    }
  }

  private func text(_ range: TuneRange) -> String {
    switch range {
    case .interval(let low, let high, _, let isWhole):
      "\(text(low)) to \(text(high))\(isWhole ? " in whole numbers" : "")"
    case .choices(let values): values.map(text).joined(separator: ", ")
    }
  }
}

extension TunableForm.Number {
  /// What to write, in words and as a JSON Schema.
  var form: ScenarioForm {
    switch self {
    case .number(let form): .scalar(form.description, form.schema)
    case .duration(let form): .duration(form)
    }
  }
}

// MARK: - As the schema and a resolved scenario have it

extension TunableForm {
  /// The plain value, or a map with its range.
  var schema: [String: JSONValue] {
    func key(_ name: String, _ form: ScenarioForm, isRequired: Bool = false) -> KeySyntax {
      KeySyntax(path: name, summary: "", form: form, isRequired: isRequired)
    }
    let ends = ScenarioForm.list(of: number.form, count: 2)
    let range = ScenarioForm.map([
      key("range", ends, isRequired: true),
      key("scale", .choice(TuneRange.Scale.allCases.map(\.rawValue))),
      key("whole", .choice(Self.switches)),
    ])
    let choices = ScenarioForm.openList(of: number.form, least: 2, isSet: false)
    let tune = ScenarioForm.either([
      ends, range, .map([key(Self.choicesKey, choices, isRequired: true)]),
    ])
    let tuned = ScenarioForm.map([
      key(Self.valueKey, number.form, isRequired: true), key(Self.tuneKey, tune, isRequired: true),
    ])
    return ScenarioForm.either([number.form, tuned]).schema
  }

  /// - Parameter json: The written form of a value.
  static func json(
    _ value: Double, _ range: TuneRange, _ json: (Double) -> JSONValue
  ) -> JSONValue {
    let tune: [String: JSONValue] =
      switch range {
      case .choices(let values): [choicesKey: .array(values.map(json))]
      case .interval(let low, let high, let scale, let isWhole):
        [
          "range": .array([json(low), json(high)]), "scale": .string(scale.rawValue),
          "whole": .string(switches[isWhole ? 1 : 0]),
        ]
      }
    return .object([valueKey: json(value), tuneKey: .object(tune)])
  }
}
