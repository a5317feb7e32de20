internal import DataFiles
internal import FeedMetrics

/// Which arms are compared, in how many worlds, and what is to be decided.
enum ComparisonSection {
  private static let alphaForm = NumberForm(range: 0.0001...0.5)
  /// Where nothing is asked, looks have nothing to stop by.
  private static let unaskedWorlds = Scenario.Replications.fixed(8)
  /// Those that have a good side, without which there is neither gain nor harm.
  static let judged = MetricCatalogue.all.filter { $0.direction != .describes }.map(\.id)
  private static let defaults = Scenario.Questions()

  static let keys = [
    ScenarioKey(
      path: "ab.baseline", summary: "The arm that the others are compared with.", form: .name,
      defaultSummary: "the first arm"),
    ScenarioKey(
      path: "ab.candidates", summary: "The arms that are compared with it.",
      form: .list(of: .name), defaultSummary: "the other arms"),
    ScenarioKey(
      path: "ab.replications",
      summary:
        "Number of parallel worlds; every arm is simulated in each of them. With a range, such as 8..64,"
        + " an experiment looks at 8 worlds, 16 and so on, and ends when what is asked is decided.",
      form: .replications,
      defaultSummary: "auto where there is a primary or a guardrail, otherwise 8"),
    ScenarioKey(
      path: "ab.primary", summary: "The metric for whose sake a candidate would be shipped.",
      form: .metric, defaultSummary: "none"),
    ScenarioKey(
      path: "ab.guardrails",
      summary: "Metrics that a candidate must not harm by more than their margin.",
      form: .list(of: .metric), defaultSummary: "none"),
    ScenarioKey(
      path: "ab.alpha", summary: "The risk of a false alarm.", form: .number(alphaForm),
      defaultValue: .number(defaults.alpha)),
    ScenarioKey(
      path: "ab.correction",
      summary: "How p values of the primary and the guardrails are corrected for their number.",
      form: .choice(Scenario.Correction.allCases.map(\.rawValue)),
      defaultValue: .string(defaults.correction.rawValue), source: "Holm 1979"),
    ScenarioKey(
      path: "ab.family",
      summary: "Which of them are corrected together: those of all candidates, of each, or none.",
      form: .choice(Scenario.Family.allCases.map(\.rawValue)),
      defaultValue: .string(defaults.family.rawValue)),
    ScenarioKey(
      path: "ab.equivalence",
      summary:
        "Whether equivalence is read off the printed interval, or off two one-sided tests at alpha each.",
      form: .choice(Scenario.Equivalence.allCases.map(\.rawValue)),
      defaultValue: .string(defaults.equivalence.rawValue)),
    ScenarioKey(
      path: "ab.antithetic",
      summary:
        "Whether each world is a pair of twins, one with 1 - u for every random number u of the other, and"
        + " its values their mean. It takes twice the time, and pays where what is measured rises or falls"
        + " with what is drawn.",
      form: .choice(switches), defaultValue: .string(switches[0]),
      source: "Hammersley & Morton 1956"),
  ]
  private static let switches = ["false", "true"]

  /// - Parameter arms: The names of all arms, in the order of the file.
  static func comparison(_ root: DocumentCursor, arms: [String]) -> Scenario.Comparison {
    let baseline = root.find("ab.baseline").map { arm($0, among: arms) } ?? arms.first
    let others = arms.filter { $0 != baseline }
    let candidates = root.find("ab.candidates").map { list($0, of: arms, baseline) } ?? others
    let questions = questions(root)
    let worlds = root.find("ab.replications").flatMap(replications)
    return Scenario.Comparison(
      baseline: baseline ?? "", candidates: candidates,
      replications: worlds ?? (questions.metrics.isEmpty ? unaskedWorlds : .auto),
      questions: questions,
      isAntithetic: root.find("ab.antithetic")?.choice(of: "switch", among: switches)
        == switches[1])
  }

  /// Where the file speaks of its questions, by the metric's id.
  static func places(_ root: DocumentCursor) -> [String: LocatedFault.Place] {
    var places: [String: LocatedFault.Place] = [:]
    for (metric, entry) in root["metrics"]?.entries ?? [] { places[metric] = entry.keyPlace }
    let primary = root.find("ab.primary").map { [$0.node] } ?? []
    var guardrails: [DocumentNode] = []
    if case .list(let elements)? = root.find("ab.guardrails")?.node.content {
      guardrails = elements
    }
    for node in primary + guardrails {
      if case .scalar(let metric, _) = node.content { places[metric] = node.place }
    }
    return places
  }

  private static func questions(_ root: DocumentCursor) -> Scenario.Questions {
    let primary = root.find("ab.primary").flatMap(metric)
    func choice<Choice: CaseIterable & RawRepresentable<String>>(_ name: String) -> Choice? {
      root.find("ab.\(name)")?.choice(of: name, among: Choice.allCases.map(\.rawValue))
        .flatMap(Choice.init)
    }
    return Scenario.Questions(
      primary: primary,
      guardrails: root.find("ab.guardrails").map { guardrails($0, primary: primary) } ?? [],
      alpha: root.find("ab.alpha")?.number(alphaForm) ?? defaults.alpha,
      correction: choice("correction") ?? defaults.correction,
      family: choice("family") ?? defaults.family,
      equivalence: choice("equivalence") ?? defaults.equivalence)
  }

  static func replications(_ cursor: DocumentCursor) -> Scenario.Replications? {
    guard case .scalar(let text, isQuoted: _) = cursor.node.content,
      let replications = ReplicationsForm.replications(text)
    else {
      cursor.expected(ReplicationsForm.description)
      return nil
    }
    return replications
  }

  /// The id of a metric that has a good side.
  private static func metric(_ cursor: DocumentCursor) -> String? {
    guard let metric = cursor.metric() else { return nil }
    guard metric.direction != .describes else {
      cursor.fault(
        .contradiction("'\(metric.id)' has no good side, so that nothing can do it harm"))
      return nil
    }
    return metric.id
  }

  private static func guardrails(_ cursor: DocumentCursor, primary: String?) -> [String] {
    var ids: [String] = []
    for element in elements(cursor) {
      guard let id = metric(element) else { continue }
      if id == primary {
        element.fault(.contradiction("'\(id)' is the primary"))
      } else if ids.contains(id) {
        element.fault(.contradiction("'\(id)' is in the list already"))
      } else {
        ids.append(id)
      }
    }
    return ids
  }

  private static func elements(_ cursor: DocumentCursor) -> [DocumentCursor] {
    cursor.list("a list of metrics, such as [creator_exposure_gini]") ?? []
  }

  private static func arm(_ cursor: DocumentCursor, among arms: [String]) -> String? {
    // Without any arm, that is the fault.
    arms.isEmpty ? nil : cursor.choice(of: "arm", among: arms)
  }

  private static func list(
    _ cursor: DocumentCursor, of arms: [String], _ baseline: String?
  ) -> [String] {
    guard let elements = cursor.list("a list of arms, such as [affinity]") else { return [] }
    if elements.isEmpty {
      cursor.fault(.unexpected(expected: "at least one arm", found: "an empty list"))
    }
    var names: [String] = []
    for element in elements {
      guard let name = arm(element, among: arms) else { continue }
      if name == baseline {
        element.fault(.contradiction("'\(name)' is the baseline"))
      } else if names.contains(name) {
        element.fault(.contradiction("'\(name)' is in the list already"))
      } else {
        names.append(name)
      }
    }
    return names
  }
}
