internal import DataFiles
public import FeedMetrics
internal import SyntheticSociety

extension Scenario {
  /// The objective of tuning, its limits and its cost.
  public struct Tuning: Sendable, Hashable {
    /// The arm whose numbers are tuned.
    public var arm: String
    /// One, or several for a front of compromises.
    public var objectives: [Objective]
    public var constraints: [Constraint]
    /// `nil` for the default: a race, or a front where there are several objectives.
    public var method: Method?
    public var pin: Pin
    /// Number of worlds that the search may simulate.
    public var budget: Int
    /// Fresh worlds of each finalist, after the search.
    public var validation: Int
    /// Generations that are proposed before the oldest of them is known, besides it.
    public var lag: Int

    public init(
      arm: String, objectives: [Objective], constraints: [Constraint] = [], method: Method? = nil,
      pin: Pin = .shares, budget: Int = Self.defaultBudget,
      validation: Int = Self.defaultValidation, lag: Int = 0
    ) {
      self.arm = arm
      self.objectives = objectives
      self.constraints = constraints
      self.method = method
      self.pin = pin
      self.budget = budget
      self.validation = validation
      self.lag = lag
    }

    public static let defaultBudget = 2000
    public static let defaultValidation = 64

    /// The metrics that are measured, in the order of the catalogue.
    public var metrics: [MetricDefinition] {
      let ids = objectives.flatMap { $0.terms.map(\.metric) } + constraints.map(\.metric)
      return MetricCatalogue.definitions(of: ids)
    }

    /// The method that is used.
    public var chosenMethod: Method { method ?? (objectives.count > 1 ? .pareto : .race) }
  }
}

extension Scenario.Tuning {
  /// What is to be large: Σ coefficient · metric, in the units of the metrics.
  public struct Objective: Sendable, Hashable {
    public struct Term: Sendable, Hashable {
      /// A metric's id.
      public let metric: String
      /// Below 0 where less of the metric is meant.
      public let coefficient: Double

      public init(metric: String, coefficient: Double) {
        self.metric = metric
        self.coefficient = coefficient
      }
    }

    /// At least one, no metric twice.
    public let terms: [Term]

    public init(_ terms: [Term]) {
      precondition(!terms.isEmpty, "an objective without terms")
      self.terms = terms
    }

    /// The single metric that is maximised or minimised; `nil` for a sum.
    public var metric: String? { terms.count == 1 ? terms[0].metric : nil }
    /// Whether more of ``metric`` is meant.
    public var isMaximum: Bool { terms[0].coefficient > 0 }
  }

  /// How values are searched.
  public enum Method: String, Sendable, Hashable, CaseIterable {
    case race, cmaes
    case nelderMead = "nelder-mead"
    case random, grid, pareto

    /// Whether each generation of points follows from those before.
    public var hasGenerations: Bool { [.race, .cmaes, .pareto].contains(self) }
  }

  /// How to treat weights whose common factor has no effect.
  public enum Pin: Sendable, Hashable {
    /// The sum of their magnitudes stays the same, where all weights of a ranker that orders by a weighted
    /// sum are tuned.
    case shares
    /// A number, by its key, stays the same.
    case fixed(String)
    /// Nothing.
    case none
  }
}

extension Scenario.Tuning: KeyedSection {
  private static let pins = ["l1", "none"]

  static let keys = [
    Key<Self>(
      "arm", ValueForm<String>.arm.form,
      "The arm whose numbers are tuned: those written with a range, {value: 3, tune: [0, 10]}.",
      default: .computed("the only arm that has such numbers") { tuning, map, scenario in
        tuning.arm = map.flatMap { onlyArm($0, scenario) } ?? ""
      },
      read: { $1.arm = arm($0, $2) ?? "" }, write: { .string($0.arm) }),
    Key(
      "maximize",
      .either([
        .scalar(.metric), .list(of: .scalar(.metric)),
        .table(
          names: .metric, key: KeySyntax(path: "<metric>", summary: "", form: coefficient.form)),
      ]),
      "What is maximized: a metric, a map of metrics and their coefficients in a sum, or a list"
        + " of metrics for a Pareto front.", default: .words("the primary, where ab names one"),
      read: { $1.objectives += objectives($0, isMaximum: true, $2) },
      write: { tuning in
        if let sum = tuning.objectives.first(where: { $0.metric == nil }) { return json(sum) }
        return tuning.list(isMaximum: true)
      }),
    Key(
      "minimize", .either([.scalar(.metric), .list(of: .scalar(.metric))]),
      "What is minimized: a metric, or a list of metrics.", default: .none,
      read: { $1.objectives += objectives($0, isMaximum: false, $2) },
      write: { $0.list(isMaximum: false) }),
    Key(
      "subject-to", .list(of: .text(Constraint.form)),
      "Limits, such as creator_exposure_gini <= 0.45 or relevance@10 >= baseline - 2%, where the"
        + " baseline is the arm with the incumbent values.", default: .none,
      read: { cursor, tuning, _ in tuning.constraints = constraints(cursor) },
      write: { tuning in
        tuning.constraints.isEmpty
          ? nil : .array(tuning.constraints.map { .string($0.description) })
      }),
    Key(
      "method", \.method, .choice("method"), "The search procedure.",
      default: .words("race, or pareto where there are several objectives")
    ).writing { .string($0.chosenMethod.rawValue) },
    Key(
      "normalize", .choice(pins),
      "What is kept of weights whose common factor has no effect: l1 keeps the sum of their"
        + " magnitudes.", formerly: ["normalise"],
      read: { cursor, tuning, _ in
        if cursor.choice(of: "way", among: pins) == pins[1] { tuning.pin = .none }
      },
      write: { tuning in
        switch tuning.pin {
        case .shares: .string(pins[0])
        case .none: .string(pins[1])
        case .fixed: nil
        }
      }),
    Key(
      "fix", .text("the name of a tuned number"),
      "A number that keeps its value instead, such as weights.like.", default: .none,
      read: { $1.fix($0, $2) },
      write: { if case .fixed(let key) = $0.pin { .string(key) } else { nil } }),
    Key(
      "budget", \.budget, .count(1...1e9, "worlds"),
      "Number of worlds that the search may simulate."),
    Key(
      "validate", \.validation, .count(2...1e6, "worlds"),
      "Number of fresh worlds for each finalist, to measure the gain in."),
    Key(
      "lag", \.lag, .count(0...8, "generations"),
      "Generations of race, cmaes or pareto that are proposed before the results of the oldest are known, so"
        + " that machines need not wait for each other."),
  ]

  init() { self.init(arm: "", objectives: []) }

  mutating func complete(_ map: DocumentCursor?, _ scenario: ScenarioDraft) {
    guard let map else { return }
    if map["normalize"] != nil {
      map["fix"]?.keyFault(.contradiction("a number is fixed or all are normalised, not both"))
    }
    // What a search is for is written, there or as the primary.
    let questions = scenario.comparison.questions
    completeObjectives(map, primary: questions.hasDefaultPrimary ? nil : questions.primary)
    limitPages(scenario)
    guard let method else { return }
    if method == .pareto, objectives.count == 1 {
      map["method"]?.fault(
        .contradiction("pareto has two objectives or more, and there is one"))
    }
    if method != .pareto, objectives.count > 1 {
      map["method"]?.fault(
        .contradiction(
          "\(method.rawValue) has one objective, not \(objectives.count); pareto has several"))
    }
    if !method.hasGenerations, lag > 0 {
      map["lag"]?.fault(
        .contradiction("\(method.rawValue) has no generations; race, cmaes and pareto have"))
    }
  }
}

// MARK: - Arm, limits and fixed numbers

extension Scenario.Tuning {
  /// Adds the limit that hardly more pages are left short or empty than with the incumbent values, unless the scenario
  /// names the metric.
  private mutating func limitPages(_ scenario: ScenarioDraft) {
    let metric = MetricCatalogue.underfilledPages
    let named = objectives.flatMap { $0.terms.map(\.metric) } + constraints.map(\.metric)
    guard scenario.arms.first(where: { $0.name == arm })?.leavesOut == true,
      !named.contains(metric), let margin = MetricCatalogue.definition(metric)?.margin
    else { return }
    constraints.append(
      Constraint(metric: metric, isUpper: true, bound: .baseline(plus: margin)))
  }

  /// Whether all arms were read: where one was not, its fault is enough.
  private static func armsAreKnown(_ scenario: ScenarioDraft) -> Bool {
    scenario.arms.count == scenario.armNames.count && !scenario.armNames.isEmpty
  }

  private static func onlyArm(_ map: DocumentCursor, _ scenario: ScenarioDraft) -> String? {
    guard armsAreKnown(scenario) else { return nil }
    let arms = Set(scenario.tunables.map(\.arm))
    let tuned = scenario.armNames.filter(arms.contains)
    guard tuned.count != 1 else { return tuned[0] }
    let remedy =
      tuned.isEmpty
      ? "write a number of an arm's ranker as {value: 3, tune: [0, 10]}"
      : "name one of \(LocatedFault.Reason.list(tuned))"
    map.missing("arm", "is missing; \(remedy)")
    return nil
  }

  private static func arm(_ cursor: DocumentCursor, _ scenario: ScenarioDraft) -> String? {
    guard armsAreKnown(scenario), let arm = cursor.choice(of: "arm", among: scenario.armNames)
    else { return nil }
    guard scenario.isTuned(arm) else {
      cursor.fault(
        .contradiction(
          "'\(arm)' has no value to tune; write a number of its rankers as {value: 3, tune: [0, 10]}"
        ))
      return nil
    }
    return arm
  }

  private static func constraints(_ cursor: DocumentCursor) -> [Constraint] {
    let elements = cursor.list("a list of limits") ?? []
    return elements.compactMap { element in
      guard let text = element.text(Constraint.form) else { return nil }
      do throws(ConstraintFault) {
        return try Constraint(text)
      } catch {
        element.fault(atColumn: error.column, error.reason)
        return nil
      }
    }
  }

  private mutating func fix(_ cursor: DocumentCursor, _ scenario: ScenarioDraft) {
    let tunables = scenario.tunables.filter { $0.arm == arm }
    guard let name = cursor.text("the name of a tuned number") else { return }
    if let tunable = tunables.first(where: { $0.isNamed(name) }) {
      pin = .fixed(tunable.key)
      return
    }
    let paths = tunables.map { "\($0.path)" }
    guard !tunables.isEmpty else { return }
    cursor.fault(
      .unknownName(
        kind: "tuned number", found: name.excerpt, nearest: nearestName(to: name, among: paths),
        allowed: paths))
  }
}

// MARK: - Objectives

extension Scenario.Tuning {
  private static let coefficient = ValueForm.number(-1e12...1e12)

  private mutating func completeObjectives(_ map: DocumentCursor, primary: String?) {
    guard map["maximize"] == nil, map["minimize"] == nil else {
      let ids = objectives.flatMap { $0.terms.map(\.metric) }
      let areRead = !["maximize", "minimize"].contains { map.faults.concern("\(map.key).\($0)") }
      if areRead, let twice = ids.indices.first(where: { ids[..<$0].contains(ids[$0]) }) {
        map.fault(.contradiction("'\(ids[twice])' is an objective twice"))
      }
      return
    }
    if let primary, let metric = MetricCatalogue.definition(primary),
      [.higher, .lower].contains(metric.direction)
    {
      objectives = [Self.objective(primary, isMaximum: metric.direction == .higher)]
    } else {
      map.missing("maximize", "is missing; it names the metric to raise, such as engagement_rate")
    }
  }

  private static func objective(_ metric: String, isMaximum: Bool) -> Objective {
    Objective([.init(metric: metric, coefficient: isMaximum ? 1 : -1)])
  }

  private static func objectives(
    _ cursor: DocumentCursor, isMaximum: Bool, _ scenario: ScenarioDraft
  ) -> [Objective] {
    switch cursor.node.content {
    case .list:
      return (cursor.list("a list of metrics") ?? []).compactMap { element in
        metric(element, isMaximum).map { objective($0, isMaximum: isMaximum) }
      }
    case .map where isMaximum: return sum(cursor, scenario).map { [$0] } ?? []
    default: return metric(cursor, isMaximum).map { [objective($0, isMaximum: isMaximum)] } ?? []
    }
  }

  /// The id of a metric that is worth maximising, or minimising.
  private static func metric(_ cursor: DocumentCursor, _ isMaximum: Bool) -> String? {
    guard let metric = cursor.metric() else { return nil }
    let id = metric.id
    switch metric.direction {
    case .lower where isMaximum:
      cursor.fault(.contradiction("less of '\(id)' is better; write it under minimize"))
    case .higher where !isMaximum:
      cursor.fault(.contradiction("more of '\(id)' is better; write it under maximize"))
    case .target:
      cursor.fault(
        .contradiction("'\(id)' has a target, neither end of which is best; limit it instead"))
    case .higher, .lower, .describes: return id
    }
    return nil
  }

  private static func sum(_ cursor: DocumentCursor, _ scenario: ScenarioDraft) -> Objective? {
    if cursor.entries.isEmpty { cursor.expected("metrics with coefficients") }
    let terms = cursor.entries.compactMap { name, entry -> Objective.Term? in
      guard entry.checkMetricKey(name), let value = coefficient.read(entry, scenario) else {
        return nil
      }
      guard value != 0 else {
        entry.fault(.contradiction("a coefficient of 0 has no effect"))
        return nil
      }
      return Objective.Term(metric: name, coefficient: value)
    }
    return terms.isEmpty ? nil : Objective(terms)
  }

  private static func json(_ sum: Objective) -> JSONValue {
    .object(
      Dictionary(uniqueKeysWithValues: sum.terms.map { ($0.metric, .number($0.coefficient)) }))
  }

  /// The metrics that are maximised, or minimised, each by itself.
  private func list(isMaximum: Bool) -> JSONValue? {
    let metrics = objectives.filter { $0.isMaximum == isMaximum }.compactMap(\.metric)
    return metrics.isEmpty ? nil : .array(metrics.map(JSONValue.string))
  }
}
