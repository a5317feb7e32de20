internal import DataFiles
internal import FeedMetrics

/// What an arm must not lose against its recorded baseline.
struct CheckSection {
  private static let alphaForm = NumberForm(range: 0.0001...0.5)
  private static let boundForm = NumberForm(range: -1e12...1e12)
  private static let overlapForm = NumberForm(range: 0...1)
  private static let defaultAlpha = 0.05
  private static let defaultOverlap = 0.9
  private static let levels = Scenario.Check.Level.allCases.map(\.rawValue)
  private static let off = "off"
  private static let switches = ["false", "true"]
  private static let ruleKeys = [
    ScenarioKey(
      path: "level", summary: "Whether a broken rule fails the check or is only reported.",
      form: .choice(levels),
      defaultValue: .string(levels[0])),
    ScenarioKey(
      path: "margin",
      summary:
        "The largest loss that does not matter, in the metric's unit or as a percentage of the"
        + " baseline's mean.", form: .margin,
      defaultSummary: "that under metrics, otherwise 0: any proven loss"),
    ScenarioKey(
      path: "min", summary: "The least level, in the metric's unit.", form: .number(boundForm),
      defaultSummary: "none"),
    ScenarioKey(
      path: "max", summary: "The largest level, in the metric's unit.", form: .number(boundForm),
      defaultSummary: "none"),
    ScenarioKey(
      path: "strict",
      summary: "Whether a bound that the baseline itself does not keep is an alarm, not a warning.",
      form: .choice(switches), defaultValue: .string(switches[0])),
  ]
  private static let overlapKeys = [
    ScenarioKey(
      path: "level", summary: "Whether a broken rule fails the check or is only reported.",
      form: .choice(levels),
      defaultValue: .string(Scenario.Check.Level.warning.rawValue)),
    ScenarioKey(
      path: "min", summary: "The least mean overlap.", form: .number(overlapForm),
      defaultValue: .number(defaultOverlap)),
  ]

  static let keys = [
    ScenarioKey(
      path: "check.arm", summary: "The arm that is checked against its recorded baseline.",
      form: .name, defaultSummary: "that of ab.baseline"),
    ScenarioKey(
      path: "check.baseline",
      summary:
        "The file that 'feedlab baseline record' writes. The path starts at the scenario's folder.",
      form: .text("the path of a file"), defaultSummary: "baselines/NAME.json"),
    ScenarioKey(
      path: "check.replications",
      summary:
        "Parallel worlds; with a range, a check ends at the first look at which each rule is decided.",
      form: .replications, defaultSummary: "auto"),
    ScenarioKey(
      path: "check.alpha", summary: "The risk of a false alarm of all rules together.",
      form: .number(alphaForm), defaultValue: .number(defaultAlpha)),
    ScenarioKey(
      path: "check.rules",
      summary: "What is asked of each metric: error or warning, or a map.",
      form: .table(
        names: ComparisonSection.judged,
        key: ScenarioKey(
          path: "<metric>", summary: "",
          form: .either([.choice(levels), .map(ruleKeys)]))), isRequired: true),
    ScenarioKey(
      path: "check.ranking-overlap",
      summary:
        "How much the posts that are shown most are still those of the baseline, in their order: the mean"
        + " rank-biased overlap of the first 20.",
      form: .either([.choice(levels + [off]), .map(overlapKeys)]),
      defaultSummary: "{level: warning, min: 0.9}", source: "Webber et al. 2010"),
  ]

  private let root: DocumentCursor
  private let section: DocumentCursor
  private let margins: [Scenario.Margin]

  /// - Parameters:
  ///   - name: The scenario's.
  ///   - arms: The names of all arms.
  ///   - baseline: The arm that `ab` compares others with.
  ///   - margins: The smallest effects that matter, for rules without their own.
  /// - Returns: `nil` where a scenario has no such section, or after adding faults.
  static func check(
    _ root: DocumentCursor, file: String, name: String, arms: [String], baseline: String,
    margins: [Scenario.Margin]
  ) -> Scenario.Check? {
    guard let section = root["check"], case .map = section.node.content else { return nil }
    let reader = CheckSection(root: root, section: section, margins: margins)
    let arm = root.find("check.arm").map { $0.choice(of: "arm", among: arms) } ?? baseline
    let path =
      root.find("check.baseline").map { $0.text("the path of a file") } ?? "baselines/\(name).json"
    let rules = reader.rules()
    let overlap = reader.overlap()
    guard let arm, let path else { return nil }
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    return Scenario.Check(
      arm: arm, path: path, baseline: path.hasPrefix("/") ? path : folder + path,
      replications: root.find("check.replications").flatMap(ComparisonSection.replications)
        ?? .auto,
      alpha: root.find("check.alpha")?.number(alphaForm) ?? defaultAlpha, rules: rules,
      rankingOverlap: overlap)
  }

  private func rules() -> [Scenario.Check.Rule] {
    let what = "a map of metrics, such as {engagement_rate: error}"
    guard let cursor = section["rules"] else {
      section.missing("rules", "is missing; it is \(what)")
      return []
    }
    guard case .map(let entries) = cursor.node.content else {
      cursor.expected(what)
      return []
    }
    if entries.isEmpty { cursor.fault(.unexpected(expected: what, found: "an empty map")) }
    return cursor.entries.compactMap { name, entry in rule(of: name, entry) }
  }

  private func rule(of metric: String, _ cursor: DocumentCursor) -> Scenario.Check.Rule? {
    guard isJudged(metric, cursor) else { return nil }
    let usual = margins.first { $0.metric == metric }?.size
    if case .map = cursor.node.content {
      guard cursor.checkMap("", of: Self.ruleKeys.map(\.path)) else { return nil }
    } else {
      guard let level = level(cursor, "error, warning or a map") else { return nil }
      return Scenario.Check.Rule(
        metric: metric, level: level, margin: usual, minimum: nil, maximum: nil, isStrict: false,
        place: cursor.keyPlace)
    }
    let minimum = cursor["min"]?.number(Self.boundForm)
    let maximum = cursor["max"]?.number(Self.boundForm)
    if let minimum, let maximum, minimum > maximum {
      cursor.fault(
        .contradiction("min is \(minimum.shortest), more than max, \(maximum.shortest)"))
    }
    return Scenario.Check.Rule(
      metric: metric, level: cursor["level"].flatMap { level($0) } ?? .error,
      margin: cursor["margin"].map(margin) ?? usual, minimum: minimum, maximum: maximum,
      isStrict: cursor["strict"]?.choice(of: "switch", among: Self.switches) == Self.switches[1],
      place: cursor.keyPlace)
  }

  /// Refuses what no check can be made of: what is never computed for a whole run, and what has no good
  /// side.
  private func isJudged(_ metric: String, _ cursor: DocumentCursor) -> Bool {
    let definition = MetricCatalogue.definition(metric)
    if MetricCatalogue.tables.contains(where: { $0.id == metric }) {
      cursor.keyFault(
        .contradiction(
          "'\(metric)' has a row for each of several things, and no value of a whole run"))
    } else if definition == nil {
      cursor.keyFault(.noMetric(metric))
    } else if definition?.direction == .describes {
      cursor.keyFault(
        .contradiction("'\(metric)' has no good side, so that it cannot get worse"))
    } else {
      return true
    }
    return false
  }

  private func level(
    _ cursor: DocumentCursor, _ what: String = "error or warning"
  ) -> Scenario.Check.Level? {
    guard case .scalar(let text, _) = cursor.node.content,
      let level = Scenario.Check.Level(rawValue: text)
    else {
      cursor.expected(what)
      return nil
    }
    return level
  }

  private func margin(_ cursor: DocumentCursor) -> Scenario.Margin.Size? {
    guard case .scalar(let text, _) = cursor.node.content, let size = MarginForm.size(text) else {
      cursor.expected(MarginForm.description)
      return nil
    }
    return size
  }

  private func overlap() -> Scenario.Check.Overlap? {
    guard let cursor = section["ranking-overlap"] else {
      return Scenario.Check.Overlap(
        level: .warning, minimum: Self.defaultOverlap, place: section.keyPlace)
    }
    if case .map = cursor.node.content {
      cursor.checkMap("", of: Self.overlapKeys.map(\.path))
      return Scenario.Check.Overlap(
        level: cursor["level"].flatMap { level($0) } ?? .warning,
        minimum: cursor["min"]?.number(Self.overlapForm) ?? Self.defaultOverlap,
        place: cursor.keyPlace)
    }
    if case .scalar(Self.off, _) = cursor.node.content { return nil }
    return level(cursor, "error, warning, off or a map").map {
      Scenario.Check.Overlap(level: $0, minimum: Self.defaultOverlap, place: cursor.keyPlace)
    }
  }
}

extension CheckSection {
  /// The section with every default written out.
  static func json(_ check: Scenario.Check) -> JSONValue {
    var members: [String: JSONValue] = [
      "arm": .string(check.arm), "baseline": .string(check.path),
      "replications": ReplicationsForm.json(check.replications), "alpha": .number(check.alpha),
      "rules": .object(
        Dictionary(uniqueKeysWithValues: check.rules.map { ($0.metric, json($0)) })),
    ]
    members["ranking-overlap"] =
      check.rankingOverlap.map {
        .object(["level": .string($0.level.rawValue), "min": .number($0.minimum)])
      } ?? .string(off)
    return .object(members)
  }

  private static func json(_ rule: Scenario.Check.Rule) -> JSONValue {
    var members: [String: JSONValue] = [
      "level": .string(rule.level.rawValue), "strict": .string(rule.isStrict ? "true" : "false"),
    ]
    members["margin"] = rule.margin.map(MarginForm.json)
    members["min"] = rule.minimum.map(JSONValue.number)
    members["max"] = rule.maximum.map(JSONValue.number)
    return .object(members)
  }
}
