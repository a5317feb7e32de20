internal import DataFiles
public import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Studies

/// The definitions of metrics: a list of several, or all details of one.
public struct MetricDescription: Sendable {
  private let metrics: [MetricDefinition]
  private let formerID: String?

  /// - Parameter formerID: The id by which the only metric was looked up, if the metric was renamed.
  public init(_ metrics: [MetricDefinition], formerID: String? = nil) {
    (self.metrics, self.formerID) = (metrics, formerID)
  }

  /// For a terminal: a line for each metric, or all details of one.
  public func text(width: Int) -> String {
    if metrics.count == 1 {
      let renaming = formerID.map { "\($0) is now \(metrics[0].id).\n\n" } ?? ""
      return renaming + Self.details(metrics[0], width: width)
    }
    let columns: [Column<MetricDefinition>] = [
      Column(.group) { .text("  \($0.signedID)") }, Column("") { .text($0.name) },
      Column("") { .text($0.tierMark) },
    ]
    let table = Table(columns, groups: .families(of: metrics) { $0 }, headings: .plain)
    return ReportFormat.text.render(
      Document(
        blocks: [
          .table(table), .paragraph(.init(Self.reading)), .paragraph(.init(Self.surfaces)),
        ]), width: width)
  }

  /// The scale of the reference rankers.
  private static let reading =
    "With --references each metric m is also reported on the scale (m - random) / (ideal - random): means"
    + " over the worlds in which all three have a value, with Fieller's 95 % limits. The scale is undefined"
    + " if random and ideal do not differ significantly."

  /// The metrics of some surfaces.
  private static let surfaces =
    "A metric that has values by surface takes surfaces as a parameter, and counts only their pages:"
    + " engagement_per_member_day(surface=home), engagement_per_member_day(surface=home+contest) for both"
    + " together, creator_exposure_gini(exposure=log2,surface=home). Each is a metric that scenarios and"
    + " options can name; 'feedlab ab --by surface' has the values of every surface."

  /// A heading for each family and metric, and a list of what is known of the metric.
  public var markdown: String {
    let families = MetricFamily.allCases.map { family in
      (family, metrics.filter { $0.family == family })
    }
    let sections = families.filter { !$0.1.isEmpty }.map { family, metrics in
      "## \(family.rawValue)\n" + metrics.map { "\n" + Self.definition($0) }.joined()
    }
    let reading = [Self.reading, Self.surfaces].map { MarkdownText.plain($0) + "\n" }
    return (reading + sections).joined(separator: "\n")
  }

  private static func definition(_ metric: MetricDefinition) -> String {
    let facts = [
      ("Formula", metric.formula), ("Good", metric.direction.explanation),
      ("Margin", metric.margin?.text ?? ""), ("Unit", metric.unit), ("Range", metric.range),
      ("No value", metric.undefined), ("Source", metric.source),
    ]
    let lines = facts.filter { !$0.1.isEmpty }.map { "- \($0): \(MarkdownText.plain($1))\n" }
    return "### \(MarkdownText.code(metric.id))\n\n"
      + MarkdownText.plain("\(metric.label) (\(metric.tier.rawValue)): \(metric.name).")
      + "\n\n" + lines.joined()
  }

  /// An array of objects.
  public var json: String { JSONValue.array(metrics.map(\.jsonValue)).indented }

  private static func details(_ metric: MetricDefinition, width: Int) -> String {
    FactSheet.text(
      title: "\(metric.id): \(metric.name)",
      facts: [
        ("label", metric.label), ("family", metric.family.rawValue),
        ("tier", metric.tierExplanation),
        ("formula", metric.formula),
        ("unit", metric.unit.isEmpty ? "none, a pure number" : metric.unit),
        ("good", metric.direction.explanation), ("margin", metric.marginText),
        ("range", metric.range),
        ("no value", metric.undefined), ("source", metric.source),
      ], width: width)
  }
}

extension MetricDefinition {
  fileprivate var tierExplanation: String {
    if MetricCatalogue.occasional.contains(self) {
      return
        "extended, reported where an arm has a ranker of the kind serve or order, or where it is named"
    }
    if MetricCatalogue.surfaces(of: id) != nil {
      return "\(tier.rawValue), reported where a scenario or an option names it"
    }
    return switch tier {
    case .core: "core, reported by every command"
    case .extended: "extended, reported by 'feedlab run' and with --metrics all"
    }
  }
}

extension MetricDefinition {
  /// The mark of an extended metric in a list.
  fileprivate var tierMark: String { tier == .extended ? "extended" : "" }

  /// The smallest change that matters where a scenario declares no other.
  fileprivate var marginText: String {
    switch margin {
    case .absolute:
      "\(margin?.text ?? "")\(unit.isEmpty ? "" : " \(unit)"): smaller changes do not matter"
    case .relative: "\(margin?.text ?? "") of the baseline's mean: smaller changes do not matter"
    case nil: "none: every change counts, unless a scenario declares a margin"
    }
  }

  fileprivate var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(id), "family": .string(family.rawValue), "tier": .string(tier.rawValue),
      "label": .string(label), "name": .string(name),
      "formula": .string(formula), "unit": .string(unit), "range": .string(range),
      "undefined": .string(undefined), "source": .string(source),
      "margin": margin.map { .string($0.text) } ?? .null,
    ]
    switch direction {
    case .higher: members["good"] = .string("higher")
    case .lower: members["good"] = .string("lower")
    case .target(let target): members["target"] = .number(target)
    case .describes: break
    }
    return .object(members)
  }
}
