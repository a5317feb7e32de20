internal import DataFiles
internal import SocialFeed
internal import SyntheticSociety

extension ScenarioDraft {
  /// The scenario with every default written out, itself a scenario. A file appears by the digest
  /// of its content, or by the numbers read from it, so that its place does not matter; the order
  /// of keys does not matter either, and where order counts a list has it.
  var resolved: JSONValue {
    var root: [String: JSONValue] = [
      "feedlab": .number(Double(HeaderSection.version)),
      "name": .string(header.name),
      "seed": .whole(header.seed),
      "arms": .object(Self.object(arms.map { ($0.name, Self.json($0, tuned: tunables)) })),
      "metrics": .object(
        Self.object(margins.map { ($0.metric, .object(["margin": MarginForm.json($0.size)])) })),
      "ab": Self.json(comparison),
    ]
    if let tuning { root["tune"] = TuningSection.json(tuning) }
    for parameter in SocietyParameter.all {
      root.set(parameter.key, .number(parameters[keyPath: parameter.path]))
    }
    root.set("world.graph", graph?.resolved ?? .string("grown"))
    root.set(
      "world.groups", .object(Self.object(parameters.groups.map { ($0.name, .number($0.share)) })))
    root.set("behaviour.sessions.hours", .array(parameters.sessions.hours.map(JSONValue.number)))
    root.set(
      "behaviour.sessions.weekdays", .array(parameters.sessions.weekdays.map(JSONValue.number)))
    if let check { root["check"] = CheckSection.json(check) }
    if let realism {
      var members: [String: JSONValue] = [
        "mapping": .string(realism.path), "produced": .string(realism.produced),
      ]
      if let uniform = realism.uniform { members["uniform"] = .string(uniform) }
      root["realism"] = .object(members)
    }
    return .object(root)
  }

  private static func json(_ comparison: Scenario.Comparison) -> JSONValue {
    let questions = comparison.questions
    var members: [String: JSONValue] = [
      "baseline": .string(comparison.baseline),
      "replications": ReplicationsForm.json(comparison.replications),
      "antithetic": .string(comparison.isAntithetic ? "true" : "false"),
      "alpha": .number(questions.alpha), "correction": .string(questions.correction.rawValue),
      "family": .string(questions.family.rawValue),
      "equivalence": .string(questions.equivalence.rawValue),
    ]
    if !comparison.candidates.isEmpty {
      members["candidates"] = .array(comparison.candidates.map(JSONValue.string))
    }
    if let primary = questions.primary { members["primary"] = .string(primary) }
    if !questions.guardrails.isEmpty {
      members["guardrails"] = .array(questions.guardrails.map(JSONValue.string))
    }
    return .object(members)
  }

  private static func object(_ members: [(String, JSONValue)]) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: members)
  }

  /// All feeds of an arm, with all parameters of their rankers, and its app.
  ///
  /// - Parameter tunables: Numbers that are written with the ranges over which they are tuned.
  static func json(_ arm: Arm, tuned tunables: [TunableParameter] = []) -> JSONValue {
    .object(
      object(
        Surface.allCases.map { surface in
          let own = tunables.filter { $0.arm == arm.name && $0.surface == surface }
          let ranges = Dictionary(uniqueKeysWithValues: own.map { ($0.path, $0.range) })
          return (
            surface.description, json(arm.ranker(of: surface), on: surface, ranges: ranges)
          )
        } + [(AppSection.name, AppSection.json(arm.app))]))
  }

  /// - Parameters:
  ///   - ranges: By the path of what is tuned, from this ranker.
  private static func json(
    _ settings: RankerSettings, on surface: Surface, ranges: [RankerPath: TuneRange]
  ) -> JSONValue {
    func number(
      _ value: Double, at path: RankerPath, _ json: (Double) -> JSONValue
    ) -> JSONValue {
      ranges[path].map { TunableForm.json(value, $0, json) } ?? json(value)
    }
    var ranker: [String: JSONValue] = ["ranker": .string(settings.name)]
    for (parameter, value) in zip(settings.descriptor.parameters, settings.values) {
      guard parameter.surfaces.contains(surface) else { continue }
      ranker.set(parameter.path.description, number(value, at: parameter.path, parameter.json))
    }
    if let formula = settings.formula {
      ranker["score"] = .string(formula.text)
      let weights = formula.weights.map { name, weight in
        (name, number(weight, at: RankerPath(name, isWeight: true), JSONValue.number))
      }
      ranker["weights"] = .object(Dictionary(uniqueKeysWithValues: weights))
    }
    if let inner = settings.inner {
      let ranges = ranges.compactMap { path, range in path.inner.map { ($0, range) } }
      ranker["of"] = json(
        inner, on: surface, ranges: Dictionary(uniqueKeysWithValues: ranges))
    }
    return .object(ranker)
  }
}

extension [String: JSONValue] {
  /// Sets the value at a path such as `world.members`, and makes the objects on the way.
  fileprivate mutating func set(_ path: some StringProtocol, _ value: JSONValue) {
    guard let dot = path.firstIndex(of: ".") else {
      self[String(path)] = value
      return
    }
    let name = String(path[..<dot])
    var inner: Self = if case .object(let members)? = self[name] { members } else { [:] }
    inner.set(path[path.index(after: dot)...], value)
    self[name] = .object(inner)
  }
}
