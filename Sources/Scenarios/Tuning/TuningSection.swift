internal import DataFiles
internal import FeedMetrics

/// What of an arm is tuned, for what, within which limits and at which cost.
enum TuningSection {
  private static let budgetForm = NumberForm(range: 1...1e9, isWhole: true, unit: "worlds")
  private static let validationForm = NumberForm(range: 2...1e6, isWhole: true, unit: "worlds")
  private static let lagForm = NumberForm(range: 0...8, isWhole: true, unit: "generations")
  private static let coefficientForm = NumberForm(range: -1e12...1e12)
  private static let ids = MetricCatalogue.all.map(\.id)
  private static let pins = ["l1", "none"]
  private static let objectiveForm = ScenarioForm.either([
    .choice(ids), .list(of: .choice(ids)),
    .table(
      names: ids,
      key: ScenarioKey(path: "<metric>", summary: "", form: .number(coefficientForm))),
  ])

  static let keys = [
    ScenarioKey(
      path: "tune.arm",
      summary:
        "The arm whose numbers are tuned: those written with a range, {value: 3, tune: [0, 10]}.",
      form: .name, defaultSummary: "the only arm that has such numbers"),
    ScenarioKey(
      path: "tune.maximize",
      summary:
        "What is to be large: a metric, a map of metrics and their coefficients in a sum, or a list"
        + " of metrics for a front of compromises.",
      form: objectiveForm, defaultSummary: "the primary"),
    ScenarioKey(
      path: "tune.minimize", summary: "The same for what is to be small: a metric, or a list.",
      form: .either([.choice(ids), .list(of: .choice(ids))]), defaultSummary: "none"),
    ScenarioKey(
      path: "tune.subject-to",
      summary:
        "Limits, such as creator_exposure_gini <= 0.45 or relevance@10 >= baseline - 2%, where the"
        + " baseline is the arm with its present values.",
      form: .list(of: .text(Scenario.Tuning.Constraint.form)), defaultSummary: "none"),
    ScenarioKey(
      path: "tune.method", summary: "How values are searched.",
      form: .choice(Scenario.Tuning.Method.allCases.map(\.rawValue)),
      defaultSummary: "race, or pareto where there are several objectives"),
    ScenarioKey(
      path: "tune.normalise",
      summary:
        "What is done about weights whose common factor changes nothing: l1 keeps the sum of their"
        + " magnitudes.",
      form: .choice(pins), defaultValue: .string(pins[0])),
    ScenarioKey(
      path: "tune.fix",
      summary: "A number that stays what it is instead, such as weights.like.",
      form: .text("the name of a tuned number"), defaultSummary: "none"),
    ScenarioKey(
      path: "tune.budget", summary: "Number of worlds that the search may simulate.",
      form: .number(budgetForm),
      defaultValue: .number(Double(Scenario.Tuning.defaultBudget))),
    ScenarioKey(
      path: "tune.validate",
      summary: "Number of fresh worlds for each finalist, in which the gain is measured.",
      form: .number(validationForm),
      defaultValue: .number(Double(Scenario.Tuning.defaultValidation))),
    ScenarioKey(
      path: "tune.lag",
      summary:
        "Generations of race, cmaes or pareto that are proposed before the oldest of them is known, so"
        + " that machines need not wait for each other.",
      form: .number(lagForm), defaultValue: .number(0)),
  ]

  /// - Parameter comparison: Whose primary is the objective where none is named.
  /// - Returns: `nil` where nothing is said, and after adding faults.
  static func tuning(
    _ root: DocumentCursor, arms: ArmsSection, comparison: Scenario.Comparison
  ) -> Scenario.Tuning? {
    guard let cursor = root["tune"] else { return nil }
    let before = cursor.faults.count
    let arm = Self.arm(cursor, arms)
    let objectives = Self.objectives(cursor, primary: comparison.questions.primary)
    let constraints = cursor["subject-to"].map(Self.constraints) ?? []
    let methods = Scenario.Tuning.Method.allCases.map(\.rawValue)
    let method = cursor["method"].flatMap { $0.choice(of: "method", among: methods) }
      .flatMap(Scenario.Tuning.Method.init)
    let pin = Self.pin(cursor, arms.tunables.filter { $0.arm == arm })
    let budget = cursor["budget"]?.number(budgetForm)
    let validation = cursor["validate"]?.number(validationForm)
    let lag = cursor["lag"]?.number(lagForm)
    checkMethod(cursor, method, objectives)
    if let method, !method.hasGenerations, lag ?? 0 > 0 {
      cursor["lag"]?.fault(
        .contradiction("\(method.rawValue) has no generations; race, cmaes and pareto have"))
    }
    guard cursor.faults.count == before, let arm else { return nil }
    return Scenario.Tuning(
      arm: arm, objectives: objectives, constraints: constraints, method: method, pin: pin,
      budget: budget.map { Int($0) } ?? Scenario.Tuning.defaultBudget,
      validation: validation.map { Int($0) } ?? Scenario.Tuning.defaultValidation,
      lag: lag.map { Int($0) } ?? 0)
  }

  private static func arm(_ cursor: DocumentCursor, _ arms: ArmsSection) -> String? {
    // A fault of an arm is told where it is.
    guard arms.arms.count == arms.names.count, !arms.names.isEmpty else { return nil }
    let tuned = arms.names.filter { name in arms.tunables.contains { $0.arm == name } }
    guard let named = cursor["arm"] else {
      guard tuned.count != 1 else { return tuned[0] }
      let remedy =
        tuned.isEmpty
        ? "write a number of an arm's ranker as {value: 3, tune: [0, 10]}"
        : "name one of \(LocatedFault.Reason.list(tuned))"
      cursor.missing("arm", "is missing; \(remedy)")
      return nil
    }
    guard let arm = named.choice(of: "arm", among: arms.names) else { return nil }
    guard tuned.contains(arm) else {
      named.fault(
        .contradiction(
          "nothing of '\(arm)' is tuned; write a number of its rankers as {value: 3, tune: [0, 10]}"
        ))
      return nil
    }
    return arm
  }

  private static func checkMethod(
    _ cursor: DocumentCursor, _ method: Scenario.Tuning.Method?,
    _ objectives: [Scenario.Tuning.Objective]
  ) {
    guard let method, !objectives.isEmpty else { return }
    if method == .pareto, objectives.count < 2 {
      cursor["method"]?.fault(
        .contradiction("pareto looks for compromises between objectives, of which there is one"))
    }
    if method != .pareto, objectives.count > 1 {
      cursor["method"]?.fault(
        .contradiction(
          "\(method.rawValue) has one objective, not \(objectives.count); pareto has several"))
    }
  }

  private static func constraints(_ cursor: DocumentCursor) -> [Scenario.Tuning.Constraint] {
    let elements = cursor.list("a list of limits") ?? []
    return elements.compactMap { element in
      guard let text = element.text(Scenario.Tuning.Constraint.form) else { return nil }
      do throws(ConstraintFault) {
        return try Scenario.Tuning.Constraint(text)
      } catch {
        element.fault(atColumn: error.column, error.reason)
        return nil
      }
    }
  }

  private static func pin(
    _ cursor: DocumentCursor, _ tunables: [TunableParameter]
  ) -> Scenario.Tuning.Pin {
    let normalise = cursor["normalise"].flatMap { $0.choice(of: "way", among: pins) }
    guard let fix = cursor["fix"] else { return normalise == pins[1] ? .none : .shares }
    if cursor["normalise"] != nil {
      fix.keyFault(.contradiction("a number is fixed or all are normalised, not both"))
    }
    guard let name = fix.text("the name of a tuned number") else { return .none }
    if let tunable = tunables.first(where: { [$0.key, $0.path, $0.name].contains(name) }) {
      return .fixed(tunable.key)
    }
    let paths = tunables.map(\.path)
    if !tunables.isEmpty {
      fix.fault(
        .unknownName(
          kind: "tuned number", found: name.excerpt, nearest: nearestName(to: name, among: paths),
          allowed: paths))
    }
    return .none
  }
}

// MARK: - Objectives

extension TuningSection {
  private static func objectives(
    _ cursor: DocumentCursor, primary: String?
  ) -> [Scenario.Tuning.Objective] {
    let before = cursor.faults.count
    var objectives = cursor["maximize"].map { Self.objectives($0, isMaximum: true) } ?? []
    objectives += cursor["minimize"].map { Self.objectives($0, isMaximum: false) } ?? []
    guard cursor["maximize"] == nil, cursor["minimize"] == nil else {
      let ids = objectives.flatMap { $0.terms.map(\.metric) }
      if let twice = ids.indices.first(where: { ids[..<$0].contains(ids[$0]) }),
        cursor.faults.count == before
      {
        cursor.fault(.contradiction("'\(ids[twice])' is an objective twice"))
      }
      return objectives
    }
    if let primary, let metric = MetricCatalogue.definition(primary) {
      switch metric.direction {
      case .higher: return [objective(primary, isMaximum: true)]
      case .lower: return [objective(primary, isMaximum: false)]
      case .target, .describes: break
      }
    }
    cursor.missing(
      "maximize", "is missing; it names what tuning is for, such as engagement_rate")
    return []
  }

  private static func objective(_ metric: String, isMaximum: Bool) -> Scenario.Tuning.Objective {
    Scenario.Tuning.Objective([.init(metric: metric, coefficient: isMaximum ? 1 : -1)])
  }

  private static func objectives(
    _ cursor: DocumentCursor, isMaximum: Bool
  ) -> [Scenario.Tuning.Objective] {
    switch cursor.node.content {
    case .list:
      return (cursor.list("a list of metrics") ?? []).compactMap { element in
        metric(element, isMaximum).map { objective($0, isMaximum: isMaximum) }
      }
    case .map where isMaximum: return sum(cursor).map { [$0] } ?? []
    default: return metric(cursor, isMaximum).map { [objective($0, isMaximum: isMaximum)] } ?? []
    }
  }

  /// The id of a metric that may well be meant to be large, or small.
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

  private static func sum(_ cursor: DocumentCursor) -> Scenario.Tuning.Objective? {
    var terms: [Scenario.Tuning.Objective.Term] = []
    for (name, entry) in cursor.entries {
      guard MetricCatalogue.definition(name) != nil else {
        entry.keyFault(.noMetric(name))
        continue
      }
      guard let coefficient = entry.number(coefficientForm) else { continue }
      guard coefficient != 0 else {
        entry.fault(.contradiction("a coefficient of 0 asks for nothing"))
        continue
      }
      terms.append(Scenario.Tuning.Objective.Term(metric: name, coefficient: coefficient))
    }
    if cursor.entries.isEmpty { cursor.expected("metrics with coefficients") }
    return terms.isEmpty ? nil : Scenario.Tuning.Objective(terms)
  }
}

// MARK: - As a resolved scenario writes it

extension TuningSection {
  static func json(_ tuning: Scenario.Tuning) -> JSONValue {
    var members: [String: JSONValue] = [
      "arm": .string(tuning.arm), "method": .string(tuning.chosenMethod.rawValue),
      "budget": .number(Double(tuning.budget)), "validate": .number(Double(tuning.validation)),
      "lag": .number(Double(tuning.lag)),
    ]
    let sums = tuning.objectives.filter { $0.metric == nil }
    if let sum = sums.first {
      members["maximize"] = .object(
        Dictionary(
          uniqueKeysWithValues: sum.terms.map { ($0.metric, .number($0.coefficient)) }))
    }
    for (key, isMaximum) in [("maximize", true), ("minimize", false)] where sums.isEmpty {
      let metrics = tuning.objectives.filter { $0.isMaximum == isMaximum }.compactMap(\.metric)
      if !metrics.isEmpty { members[key] = .array(metrics.map(JSONValue.string)) }
    }
    if !tuning.constraints.isEmpty {
      members["subject-to"] = .array(tuning.constraints.map { .string($0.description) })
    }
    switch tuning.pin {
    case .shares: members["normalise"] = .string(pins[0])
    case .none: members["normalise"] = .string(pins[1])
    case .fixed(let key): members["fix"] = .string(key)
    }
    return .object(members)
  }
}
