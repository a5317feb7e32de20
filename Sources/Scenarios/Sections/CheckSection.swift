public import DataFiles
public import FeedMetrics
internal import SyntheticSociety

extension Scenario {
  /// Rules for comparing an arm with its recorded baseline.
  public struct Check: Sendable, Hashable {
    /// The arm that is checked.
    public internal(set) var arm = ""
    /// The file of the baseline, as the scenario names it.
    public internal(set) var path = ""
    /// The path of the baseline from where the program runs.
    public internal(set) var baseline = ""
    public var replications = Replications.auto
    /// The type I error rate of all rules together, in (0, 0.5].
    public var alpha = 0.05
    /// At least one, no metric twice, in the order of the file.
    public internal(set) var rules: [Rule] = []
    /// `nil` where the order of posts is not checked.
    public internal(set) var rankingOverlap: Overlap? = Overlap()
  }
}

extension Scenario.Check {
  /// The effect of a broken rule.
  public enum Level: String, Sendable, Hashable, Codable, CaseIterable {
    /// The check fails.
    case error
    /// The check reports the broken rule, and does not fail.
    case warning
  }

  /// A limit on the loss or the level of a metric.
  public struct Rule: Sendable, Hashable {
    /// The metric's id; it has a good side.
    public internal(set) var metric = ""
    public internal(set) var level = Level.error
    /// The largest loss against the baseline that does not matter; where it is `nil`, the metric's own margin.
    public internal(set) var margin: Scenario.Margin.Size?
    /// Bounds of the level, in the metric's unit.
    public internal(set) var minimum: Double?
    public internal(set) var maximum: Double?
    /// Whether a bound that the baseline itself does not keep is an alarm too.
    public internal(set) var isStrict = false
    /// Where the file has the rule.
    public internal(set) var location = LocatedFault.Location.file("")
  }

  /// A limit on how much the order of posts may differ from the baseline's.
  public struct Overlap: Sendable, Hashable {
    public internal(set) var level = Level.warning
    /// The least mean rank-biased overlap with the posts that the baseline shows most, in `0...1`.
    public internal(set) var minimum = 0.9
    /// Where the file has the rule; where it has none, the section's location.
    public internal(set) var location = LocatedFault.Location.file("")
  }
}

extension Scenario.Check: KeyedSection {
  private static let levels = Level.allCases.map(\.rawValue)
  private static let off = "off"
  private static let example = "a map of metrics, such as {engagement_rate: error}"

  static let keys = [
    Key<Self>(
      "arm", \.arm, .arm, "The arm that is checked against its recorded baseline.",
      default: .computed("the arm of ab.baseline") { $0.arm = $2.comparison.baseline }),
    Key(
      "baseline", \.path, .path,
      "The file that 'feedlab baseline record' writes. The path starts at the scenario's folder.",
      default: .computed("baselines/NAME.json") { $0.path = "baselines/\($2.name).json" }),
    Key(
      "replications", \.replications, .replications,
      "Parallel worlds, at least 2; with a range, a check ends at the first interim look that decides every rule.",
      default: .words("auto")),
    Key("alpha", \.alpha, .alpha, "Type I error rate of all rules together."),
    Key(
      "rules",
      .table(
        names: .metricWithGoodSide,
        key: KeySyntax(
          path: "<metric>", summary: "",
          form: .either([.choice(levels), Rule.form]))),
      "The rule of each metric: error or warning, or a map.",
      default: .required("is missing; it is \(example)"),
      read: { $1.rules = rules($0, $2) },
      write: { check in
        .object(
          Dictionary(uniqueKeysWithValues: check.rules.map { ($0.metric, $0.resolved) }))
      }),
    Key(
      "ranking-overlap",
      .either([.choice(levels + [off]), Overlap.form]),
      "How far the most shown posts and their order agree with the baseline's: the mean"
        + " rank-biased overlap of the first 20.",
      default: .computed("{level: warning, min: 0.9}") { check, map, _ in
        check.rankingOverlap?.location = map!.keyLocation
      }, source: "Webber et al. 2010",
      read: { $1.rankingOverlap = overlap($0, $2) },
      write: { $0.rankingOverlap?.resolved ?? .string(off) }),
  ]

  mutating func complete(_ map: DocumentCursor?, _ scenario: ScenarioDraft) {
    baseline = scenario.files.location(of: path)
    if replications.most < 2 {
      map?["replications"]?.fault(
        .contradiction(
          "one world has no spread, so that no rule could ever fail; write 2 or more, such as 8..64"
        ))
    }
    guard let map, !rules.isEmpty, scenario.arms.first(where: { $0.name == arm })?.leavesOut == true
    else { return }
    addPageRule(at: map.keyLocation, scenario)
  }

  /// Adds the rule that no more pages are left short or empty than in the baseline, unless the scenario has one.
  private mutating func addPageRule(at location: LocatedFault.Location, _ scenario: ScenarioDraft) {
    var rule = Rule()
    rule.metric = MetricCatalogue.underfilledPages
    guard !rules.contains(where: { $0.metric == rule.metric }) else { return }
    rule.margin = scenario.margins.first { $0.metric == rule.metric }?.size
    rule.location = location
    rules.append(rule)
  }

  private static func rules(_ cursor: DocumentCursor, _ scenario: ScenarioDraft) -> [Rule] {
    guard cursor.isMap else {
      cursor.expected(example)
      return []
    }
    if cursor.entries.isEmpty {
      cursor.fault(.unexpected(expected: example, found: "an empty map"))
    }
    return cursor.entries.compactMap { name, entry in
      guard isChecked(name, entry) else { return nil }
      var rule = Rule()
      rule.metric = name
      rule.location = entry.keyLocation
      rule.margin = scenario.margins.first { $0.metric == name }?.size
      if entry.isMap {
        rule.readMap(entry, scenario)
      } else {
        guard let level = level("error, warning or a map").read(entry, scenario) else { return nil }
        rule.level = level
      }
      return rule
    }
  }

  /// Adds a fault for a metric that no check can be made of: one that is never computed for a whole run, or
  /// that has no good side.
  private static func isChecked(_ metric: String, _ cursor: DocumentCursor) -> Bool {
    if MetricCatalogue.tables.contains(where: { $0.id == metric }) {
      cursor.keyFault(
        .contradiction(
          "'\(metric)' has a row for each of several things, and no value of a whole run"))
      return false
    }
    guard cursor.checkMetricKey(metric) else { return false }
    guard MetricCatalogue.definition(metric)?.direction != .describes else {
      cursor.keyFault(
        .contradiction("'\(metric)' has no good side, so that it cannot get worse"))
      return false
    }
    return true
  }

  private static func overlap(_ cursor: DocumentCursor, _ scenario: ScenarioDraft) -> Overlap? {
    if case .scalar(off, _) = cursor.node.content { return nil }
    var overlap = Overlap()
    overlap.location = cursor.keyLocation
    if cursor.isMap {
      overlap.readMap(cursor, scenario)
    } else if let level = level("error, warning, off or a map").read(cursor, scenario) {
      overlap.level = level
    }
    return overlap
  }

  /// - Parameter what: What can be written, for messages.
  fileprivate static func level(_ what: String = "error or warning") -> ValueForm<Level> {
    ValueForm(
      .choice(levels), read: { $0.scalar(what, Level.init) },
      write: { .string($0.rawValue) })
  }
}

extension Scenario.Check.Rule: KeyedSection {
  private static let bound = ValueForm.number(-1e12...1e12)

  static let keys = [
    Key<Self>(
      "level", \.level, Scenario.Check.level(),
      "Whether a broken rule fails the check or is only reported."),
    Key(
      "margin", \.margin, .margin,
      "The largest loss that does not matter, in the metric's unit or as a percentage of the"
        + " baseline's mean.",
      default: .words(
        "the margin under metrics, otherwise the metric's own, otherwise 0: any proven loss")),
    Key("min", \.minimum, bound, "The least level, in the metric's unit."),
    Key("max", \.maximum, bound, "The largest level, in the metric's unit."),
    Key(
      "strict", \.isStrict, .flag,
      "Whether a bound that the baseline does not keep is an alarm, not a warning."),
  ]

  mutating func complete(_ map: DocumentCursor?, _ scenario: ScenarioDraft) {
    guard let map, let metric = MetricCatalogue.definition(metric) else { return }
    if let margin, let cursor = map["margin"] { cursor.checkMargin(margin, of: metric) }
    if let minimum { map["min"]?.checkMinimum(minimum, of: metric) }
    if let maximum { map["max"]?.checkMaximum(maximum, of: metric) }
    guard let minimum, let maximum, minimum > maximum else { return }
    map.fault(.contradiction("min is \(minimum.shortest), more than max, \(maximum.shortest)"))
  }
}

extension Scenario.Check.Overlap: KeyedSection {
  static let keys = [
    Key<Self>(
      "level", \.level, Scenario.Check.level(),
      "Whether a broken rule fails the check or is only reported."),
    Key("min", \.minimum, .number(0...1), "The least mean overlap."),
  ]

  mutating func complete(_ map: DocumentCursor?, _ scenario: ScenarioDraft) {
    guard minimum == 0 else { return }
    map?["min"]?.fault(
      .contradiction(
        "no overlap is below 0, so that this rule could never fail; write more than 0, or ranking-overlap: off"
      ))
  }
}
