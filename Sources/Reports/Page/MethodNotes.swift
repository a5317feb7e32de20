internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Studies

/// The method, the definitions of the metrics, and the command that gives the same results.
struct MethodNotes {
  private let context: PageContext
  private let design: ExperimentDesign

  init(_ context: PageContext) {
    self.context = context
    design = context.design
  }

  var paragraphs: [String] {
    let notes = ExperimentNotes(context.results)
    let common =
      "Every arm is simulated in the same parallel worlds: the same people and the same random draws, so that"
      + " arms differ in a world only by what their rankers did. The unit of analysis is a world, not a"
      + " member: intervals are over worlds."
    let compared =
      "Changes are paired by world; percentages have Fieller's limits. For a"
      + " metric with a target the chart shows how much nearer to it the candidate is."
    return [notes.setting + ".", common] + (design.baseline == nil ? [] : [compared])
      + [notes.method] + (notes.trend.map { [$0] } ?? []) + [notes.intercepts]
  }

  /// The definitions of the metrics that the page shows first, then of the others by family.
  var definitions: [PageDefinitions] {
    let others = MetricFamily.allCases.map { family in
      (
        family.rawValue,
        (design.metrics + design.tables).filter {
          $0.family == family && !context.highlights.contains($0)
        }
      )
    }
    return ([("Metrics shown first", context.highlights)] + others).filter { !$0.1.isEmpty }.map {
      PageDefinitions(
        definitionsTitle: "\($0): what \($1.count == 1 ? "it means" : "the \($1.count) mean")",
        entries: $1.map(entry))
    }
  }

  private func entry(_ metric: MetricDefinition) -> PageDefinition {
    let held = design.heldFixed?[metric.id].map { " Here it is \($0)." } ?? ""
    let unit = metric.unit.isEmpty ? "" : " Unit: \(metric.unit)."
    return PageDefinition(
      entryName: metric.label, entryID: metric.id,
      entryText:
        "\(metric.name). \(metric.formula) \(metric.direction.explanation.sentence)\(unit) Range \(metric.range);"
        + " undefined \(metric.undefined). Source: \(metric.source).\(held)")
  }

  private var scenario: JSONValue { JSONValue(canonical: design.resolvedScenario) }

  var command: String {
    var words = [design.baseline == nil ? "run" : "ab", DocumentText(design).file]
    if let baseline = design.baseline {
      words += ["--baseline", baseline] + design.candidates.flatMap { ["--candidate", $0] }
    } else {
      words += design.arms.flatMap { ["--arm", $0] }
    }
    words += plan + (design.baseline == nil ? [] : questions)
    if design.hasReferenceRankers { words.append("--references") }
    return ProgramName.command(words)
  }

  /// The options for the number of worlds.
  private var plan: [String] {
    switch design.plan {
    case .fixed(let worlds): ["-n", "\(worlds)"]
    case .looks(let first, let most): ["-n", "\(first)..\(most)"]
    case .open(let first, let most): ["-n", "\(first)..\(most)", "--until", "open"]
    case .precise(let goal):
      ["-n", "\(goal.first)..\(goal.most)", "--half-width", "\(goal.metric)=\(goal.size)"]
    }
  }

  /// The options for tested metrics, and for margins that the scenario does not have.
  private var questions: [String] {
    let questions = design.questions
    let primary = questions.primary.map { ["--primary", $0] } ?? []
    let margins = design.metrics.compactMap { metric in
      design.margins[metric.id].flatMap { size in
        isWritten(size, of: metric.id) ? nil : "\(metric.id)=\(size.text)"
      }
    }
    return primary + questions.guardrails.flatMap { ["--guardrail", $0] }
      + (questions.alpha == 0.05 ? [] : ["--alpha", "\(questions.alpha)"])
      + (questions.correction == .holm ? [] : ["--correction", questions.correction.rawValue])
      + margins.flatMap { ["--margin", $0] }
  }

  private func isWritten(_ size: Scenario.Margin.Size, of metric: String) -> Bool {
    switch (size, scenario["metrics"][metric]["margin"]) {
    case (.absolute(let size), .number(let written)): size == written
    case (.absolute(let size), .whole(let written)): size == Double(written)
    case (.relative(let size), .string(let written)):
      written.hasSuffix("%") && Double(written.dropLast()).map { $0 / 100 } == size
    default: false
    }
  }
}

extension String {
  /// With a capital letter and a full stop.
  fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

/// The scenario in a page, from which the results can be reproduced.
struct DocumentText {
  /// The name of the file to save the scenario in.
  let file: String
  let text: String

  init(_ design: ExperimentDesign) {
    let isPlain = design.scenario.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    file = (isPlain && !design.scenario.isEmpty ? design.scenario : "scenario") + ".json"
    text = Self.visible(JSONValue(canonical: design.resolvedScenario).indented)
  }

  /// The same JSON with numbers in place of characters that are not seen, or that change the order of others.
  private static func visible(_ json: String) -> String {
    json.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  var title: String { "The scenario in full: \(file)" }

  var againText: String {
    "Save the scenario below as \(file); feedlab \(FeedLab.version) reproduces the figures from it."
  }
}
