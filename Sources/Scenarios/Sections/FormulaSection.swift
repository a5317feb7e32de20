internal import DataFiles
internal import SocialFeed

/// The formula of a ranker, and the weights that it names.
enum FormulaSection {
  static let example = #"{ranker: formula, score: "likes / (2 + age_hours)"}"#

  private static let weight = TunableForm(number: .number(NumberForm(range: -1e12...1e12)))
  private static let otherwise = NumberForm(range: -1e12...1e12)
  private static let what = "a formula, such as likes / (2 + age_hours)"

  static let keys = [
    KeySyntax(
      path: "score",
      summary:
        "The formula, over features, weights and functions: feedlab describe rankers formula.",
      form: .text(what), isRequired: true),
    KeySyntax(
      path: "weights", summary: "Numbers by the names that the formula gives them.",
      form: .scalar(
        "a map of names, each with \(weight.number.form.phrase)",
        [
          "type": .string("object"),
          "propertyNames": .object(["pattern": .string("^[A-Za-z_][A-Za-z0-9_]*$")]),
          "additionalProperties": .object(weight.schema),
        ]), defaultSummary: "none"),
    KeySyntax(
      path: "else",
      summary:
        "The score of a post if the formula gives no number, such as 0 / 0. Without it such a post fails the run.",
      form: .number(otherwise), defaultSummary: "none"),
  ]

  /// The formula of a ranker's map and the weights that are tuned, or `nil` after adding faults.
  static func reading(
    _ cursor: DocumentCursor, of ranker: String
  ) -> (formula: ScoreFormula, tunables: [RankerSection.Tunable])? {
    var tunables: [RankerSection.Tunable] = []
    let weights = cursor["weights"].map { Self.weights($0, &tunables) } ?? [:]
    guard let score = cursor["score"] else {
      cursor.missing("score", "is missing; write \(example)")
      return nil
    }
    guard let text = score.text(what) else { return nil }
    let otherwise = cursor["else"].flatMap { $0.number(Self.otherwise) }
    do throws(InvalidFormula) {
      return (try ScoreFormula(text, weights: weights, otherwise: otherwise), tunables)
    } catch {
      let entries = cursor["weights"]?.entries ?? []
      let weights = Dictionary(entries.map { ($0.name, $0.cursor) }) { first, _ in first }
      for fault in error.faults { add(fault, of: score, weights: weights) }
      return nil
    }
  }

  /// Those that are numbers, and 0 for the others after adding faults, so that their names are known.
  ///
  /// - Parameter tunables: Takes in those that are tuned, by their names.
  private static func weights(
    _ cursor: DocumentCursor, _ tunables: inout [RankerSection.Tunable]
  ) -> [String: Double] {
    guard case .map = cursor.node.content else {
      cursor.expected("a map of weights, such as {w_likes: 0.5}")
      return [:]
    }
    var weights: [String: Double] = [:]
    for (name, entry) in cursor.entries.sorted(by: { $0.name < $1.name }) {
      let reading = weight.read(entry)
      weights[name] = reading.value ?? 0
      if let value = reading.value, let range = reading.range {
        tunables.append(
          RankerSection.Tunable(
            path: RankerPath(name, in: .weights), value: value, range: range, isDuration: false,
            span: reading.span))
      }
    }
    return weights
  }

  private static func add(
    _ fault: FormulaFault, of score: DocumentCursor, weights: [String: DocumentCursor]
  ) {
    guard let column = fault.column else {
      weights[name(in: fault.reason)]?.keyFault(.contradiction(fault.description))
      return
    }
    score.fault(atColumn: column, reason(of: fault))
  }

  private static func reason(of fault: FormulaFault) -> LocatedFault.Reason {
    guard case .unknownName(let name, let allowed) = fault.reason else {
      return .syntax(fault.description)
    }
    let meant =
      FormulaFunction(nameElsewhere: name)?.name ?? RankerFeature(nameElsewhere: name)?.name
    guard let nearest = meant ?? nearestName(to: name, among: allowed) else {
      return .syntax("\(fault.description); 'feedlab describe rankers formula' lists them")
    }
    return .unknownName(
      kind: "feature, weight or function", found: name.excerpt, nearest: nearest, allowed: allowed)
  }

  /// The weight that a fault is about.
  private static func name(in reason: FormulaFault.Reason) -> String {
    switch reason {
    case .invalidWeightName(let name), .takenWeightName(let name, _), .unusedWeight(let name),
      .weightNotFinite(let name, _):
      name
    default: ""
    }
  }
}
