internal import DataFiles
internal import FeedMetrics

/// How a scenario writes a value: the one declaration that reads, writes and describes it.
struct ValueForm<Value>: Sendable {
  let form: ScenarioForm
  /// The value, or `nil` after adding a fault; the draft has what was read before.
  let read: @Sendable (DocumentCursor, ScenarioDraft) -> Value?
  let write: @Sendable (Value) -> JSONValue?

  /// A form whose values depend on the rest of the scenario.
  init(
    _ form: ScenarioForm,
    inScenario read: @escaping @Sendable (DocumentCursor, ScenarioDraft) -> Value?,
    write: @escaping @Sendable (Value) -> JSONValue?
  ) {
    (self.form, self.read, self.write) = (form, read, write)
  }

  /// A form whose values do not depend on others.
  init(
    _ form: ScenarioForm, read: @escaping @Sendable (DocumentCursor) -> Value?,
    write: @escaping @Sendable (Value) -> JSONValue?
  ) {
    self.init(form, inScenario: { cursor, _ in read(cursor) }, write: write)
  }
}

// MARK: - Numbers and names

extension ValueForm where Value == Double {
  static func number(_ range: ClosedRange<Double>) -> ValueForm {
    let form = NumberForm(range: range)
    return ValueForm(.number(form), read: { $0.number(form) }, write: { .number($0) })
  }

  /// The type I error rate of a family of tests.
  static var alpha: ValueForm { number(0.0001...0.5) }
}

extension ValueForm where Value == Double {
  /// A duration in seconds.
  static func duration(_ range: ClosedRange<Double>) -> ValueForm {
    let form = DurationForm(range: range)
    return ValueForm(
      .duration(form), read: { $0.duration(form) }, write: { .string(DurationForm.text($0)) })
  }
}

extension ValueForm where Value == Int {
  /// A whole number.
  static func count(_ range: ClosedRange<Double>, _ unit: String) -> ValueForm {
    let form = NumberForm(range: range, isWhole: true, unit: unit)
    return ValueForm(
      .number(form), read: { $0.number(form).map { Int($0) } }, write: { .number(Double($0)) })
  }
}

extension ValueForm where Value == UInt64 {
  static var seed: ValueForm {
    ValueForm(
      .scalar(
        "a whole number from 0 to \(UInt64.max)",
        ["type": .string("integer"), "minimum": .number(0), "maximum": .whole(.max)]),
      read: { $0.seed() }, write: { .whole($0) })
  }
}

extension ValueForm where Value == Bool {
  /// A switch, `false` or `true`, which a resolved scenario has as a text.
  static var flag: ValueForm {
    let names = DocumentCursor.flags
    return ValueForm(
      .choice(names), read: { $0.flag() }, write: { .string(names[$0 ? 1 : 0]) })
  }
}

extension DocumentCursor {
  /// How a switch is written, off and on.
  fileprivate static let flags = ["false", "true"]

  /// A switch; `nil` after adding a fault.
  func flag() -> Bool? {
    choice(of: "switch", among: Self.flags).map { $0 == Self.flags[1] }
  }
}

extension ValueForm where Value: CaseIterable & RawRepresentable<String> & SendableMetatype {
  /// One of the cases.
  ///
  /// - Parameter kind: The kind of thing that the value names, for messages.
  static func choice(_ kind: String) -> ValueForm {
    let names = Value.allCases.map(\.rawValue)
    return ValueForm(
      .choice(names), read: { $0.choice(of: kind, among: names).flatMap(Value.init) },
      write: { .string($0.rawValue) })
  }
}

extension ValueForm where Value == String {
  static func text(_ what: String) -> ValueForm {
    ValueForm(.text(what), read: { $0.text(what) }, write: { .string($0) })
  }

  /// The path of a file.
  static var path: ValueForm { text("the path of a file") }

  static var column: ValueForm { text("the name of a column") }

  /// A name in kebab-case.
  static var name: ValueForm {
    ValueForm(
      .scalar(
        KebabName.description, KebabName.schema.merging(["type": .string("string")]) { $1 }),
      read: { $0.kebabName() }, write: { .string($0) })
  }

  /// The name of an arm.
  static var arm: ValueForm {
    ValueForm(
      name.form,
      inScenario: { cursor, scenario in
        // A scenario without arms has that fault alone.
        scenario.armNames.isEmpty
          ? nil
          : cursor.choice(of: "arm", among: scenario.armNames, known: scenario.knownArms)
      }, write: { .string($0) })
  }

  /// The id of a metric that has a good side.
  static var metric: ValueForm {
    ValueForm(
      .scalar(.metricWithGoodSide),
      read: { cursor in
        guard let metric = cursor.metric() else { return nil }
        if metric.direction != .describes { return metric.id }
        cursor.fault(
          .contradiction("'\(metric.id)' has no good side, so that it cannot get worse"))
        return nil
      }, write: { .string($0) })
  }
}

extension ValueForm where Value == Scenario.Replications {
  static var replications: ValueForm {
    let range: [String: JSONValue] = [
      "type": .string("string"), "pattern": .string("^auto$|\(ReplicationsForm.rangePattern)"),
      "examples": .array([.string("auto"), .string("8..64")]),
    ]
    return ValueForm(
      .scalar(
        ReplicationsForm.description,
        ["anyOf": .array([.object(ReplicationsForm.worlds.schema), .object(range)])]),
      read: { $0.scalar(ReplicationsForm.description, ReplicationsForm.replications) },
      write: ReplicationsForm.json)
  }
}

extension ValueForm where Value == Scenario.Margin.Size {
  static var margin: ValueForm {
    let percentage: [String: JSONValue] = [
      "type": .string("string"), "pattern": .string("^[+]?[0-9.]+([eE][-+]?[0-9]+)?%$"),
      "examples": .array(
        [MarginForm.percent.range.lowerBound, MarginForm.percent.range.upperBound]
          .map { .string("\($0.shortest)%") }),
    ]
    return ValueForm(
      .scalar(
        MarginForm.description,
        ["anyOf": .array([.object(MarginForm.absolute.schema), .object(percentage)])]),
      read: { $0.scalar(MarginForm.description, MarginForm.size) }, write: MarginForm.json)
  }
}

extension DocumentCursor {
  /// The value of a scalar's text, or `nil` after adding a fault.
  func scalar<Value>(_ what: String, _ value: (String) -> Value?) -> Value? {
    guard case .scalar(let text, isQuoted: _) = node.content, let value = value(text) else {
      expected(what)
      return nil
    }
    return value
  }
}

// MARK: - Lists and maps

extension ValueForm where Value == [String] {
  /// A list of names, none of them twice; a resolved scenario does not have an empty one.
  ///
  /// - Parameters:
  ///   - what: The description of the list, for messages.
  ///   - element: The form of each name.
  ///   - least: The least that the list must have, such as `at least one arm`; `nil` for no demand.
  static func list(
    of element: ValueForm<String>, _ what: String, least: String? = nil
  ) -> ValueForm {
    ValueForm(
      .list(of: element.form),
      inScenario: { cursor, scenario in
        guard let elements = cursor.list(what) else { return nil }
        if let least, elements.isEmpty {
          cursor.fault(.unexpected(expected: least, found: "an empty list"))
        }
        var (names, known): ([String], Set<String>) = ([], [])
        for cursor in elements {
          guard let name = element.read(cursor, scenario) else { continue }
          if known.insert(name).inserted {
            names.append(name)
          } else {
            cursor.fault(.contradiction("'\(name)' is in the list already"))
          }
        }
        return names
      },
      write: { $0.isEmpty ? nil : .array($0.map(JSONValue.string)) })
  }
}

extension ValueForm where Value: KeyedSection {
  /// A map that is read key by key.
  ///
  /// - Parameter what: The description of the map, for messages; `nil` where the keys of the map are checked with the
  ///   scenario's.
  static func section(_ what: String? = nil) -> ValueForm {
    ValueForm(
      Value.form,
      inScenario: { cursor, scenario in
        guard cursor.isMap else {
          if let what { cursor.expected(what) }
          return nil
        }
        var section = Value()
        if what == nil {
          section.read(cursor, scenario)
        } else {
          section.readMap(cursor, scenario)
        }
        return section
      },
      write: \.resolved)
  }
}

// MARK: - Metrics

extension ScenarioForm.Scalar {
  static let metric = metric("the id of a metric") { _ in true }
  /// Without a good side there is neither gain nor harm.
  static let metricWithGoodSide = metric("the id of a metric that has a good side") {
    $0.direction != .describes
  }
  static let primary = metric("the id of a metric that has a good side, or none", or: ["none"]) {
    $0.direction != .describes
  }

  /// The ids of the catalogue, and those with other values of parameters.
  ///
  /// - Parameter names: What can stand instead of an id.
  private static func metric(
    _ phrase: String, or names: [String] = [],
    where isMeant: @escaping @Sendable (MetricDefinition) -> Bool
  ) -> ScenarioForm.Scalar {
    ScenarioForm.Scalar(phrase: phrase, schema: schema(or: names, where: isMeant))
  }

  private static func schema(
    or names: [String], where isMeant: (MetricDefinition) -> Bool
  ) -> [String: JSONValue] {
    let ids =
      (MetricCatalogue.all + MetricCatalogue.occasional).filter(isMeant).map { $0.id } + names
    let pattern = MetricCatalogue.parametricPattern(where: isMeant)
    return [
      "anyOf": .array([
        .object(["enum": .array(ids.map(JSONValue.string))]),
        .object(["pattern": .string(pattern)]),
      ])
    ]
  }
}

extension DocumentCursor {
  /// Whether a key of a table is the id of a metric; adds a fault if it is not.
  func checkMetricKey(_ name: String) -> Bool {
    if MetricCatalogue.definition(name) != nil { return true }
    keyFault(.noMetric(name))
    return false
  }
}
