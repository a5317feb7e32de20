internal import ReportKit
public import SyntheticSociety

/// A society in which a comparison is repeated: the scenario's, with other values of some parameters.
///
/// The societies are declared here, each list in the order in which reports show it: the scenario's own, the
/// presets, components of behaviour that are switched off, other sizes, and the ends of plausible ranges.
public struct ListedSociety: Sendable, Hashable {
  /// A parameter that has another value than in the scenario.
  public struct Setting: Sendable, Hashable {
    /// The scenario key.
    public let key: String
    public let value: Double
  }

  /// The name in tables, such as `satiation off`.
  public let name: String
  /// The name in a sentence, such as `when satiation is off`.
  public let circumstance: String
  /// What differs from the scenario, in the order of the parameters; empty for the scenario's own society.
  public let settings: [Setting]
  /// The number of parallel worlds.
  public let worlds: Int
}

// MARK: - The lists

extension ListedSociety {
  /// The number of worlds of a society that is no larger than the scenario's.
  public static let defaultWorlds = 4

  /// The components of behaviour that are switched off, one in each society.
  private static let switchedOff = ["satiation", "herding", "memory"]

  /// How many times as many members a society has.
  private static let sizes = [0.25, 4]
  /// The members of the smallest and of the largest society that differs in size alone. Fewer are no community,
  /// and more take more than a few minutes.
  private static let memberLimits = 50.0...20_000

  /// The parameters of which both ends of the plausible range are a society: in a Morris screening of all ranges
  /// in the quickstart, those that moved engagement, relevance and rank quality most under two rankers.
  private static let ranged = [
    "behaviour.sessions.mean", "behaviour.utility.match", "behaviour.utility.quality",
  ]

  /// All societies for a scenario, the scenario's own first; none has the values of an earlier one.
  ///
  /// - Parameters:
  ///   - parameters: The scenario's.
  ///   - hasGraph: Whether the scenario names a follow graph, which fixes the number of members.
  ///   - worlds: The number of worlds of each society; at least 2. A larger society than the scenario's has one
  ///     fewer, and at least 2.
  public static func all(
    for parameters: SocietyParameters, hasGraph: Bool, worlds: Int = defaultWorlds
  ) -> [ListedSociety] {
    precondition(worlds > 1, "verdicts from one world")
    var societies: [ListedSociety] = []
    for draft in drafts(for: parameters, hasGraph: hasGraph) {
      let settings = draft.settings(besides: parameters)
      guard !societies.contains(where: { $0.settings == settings }) else { continue }
      let isLarger = draft.parameters.world.members > parameters.world.members
      societies.append(
        ListedSociety(
          name: draft.name, circumstance: draft.circumstance, settings: settings,
          worlds: isLarger ? max(2, worlds - 1) : worlds))
    }
    return societies
  }

  private static func drafts(for parameters: SocietyParameters, hasGraph: Bool) -> [Draft] {
    [Draft(name: "as in the scenario", circumstance: "in the scenario's own society", parameters)]
      + Preset.allCases.map { preset in
        Draft(
          name: "preset \(preset.rawValue)", circumstance: "in the preset \(preset.rawValue)",
          parameters
        ) { preset.apply(to: &$0) }
      }
      + switchedOff.compactMap(BehaviourComponent.named).map { component in
        Draft(
          name: "\(component.name) off", circumstance: "when \(component.name) is off", parameters
        ) { component.switchOff(in: &$0) }
      }
      + (hasGraph ? [] : sizes.map { size(of: parameters, times: $0) })
      + ranged.flatMap { key in ends(of: key, parameters) }
  }

  private static func size(of parameters: SocietyParameters, times factor: Double) -> Draft {
    let own = parameters.world.members
    let wanted = (own * factor).rounded()
    // A limit never makes a society larger that should be smaller, or the other way round.
    let members =
      factor < 1
      ? min(own, max(wanted, memberLimits.lowerBound))
      : max(own, min(wanted, memberLimits.upperBound))
    let name = "\(NumberText.count(Int(members))) members"
    return Draft(name: name, circumstance: "with \(name)", parameters) {
      $0.world.members = members
    }
  }

  private static func ends(of key: String, _ parameters: SocietyParameters) -> [Draft] {
    guard let range = PlausibleRange.all.first(where: { $0.key == key }) else {
      preconditionFailure("\(key) has no plausible range")
    }
    return [range.low, range.high].map { value in
      let name = "\(SensitivitySummary.name(key)) \(NumberText.plain(value))"
      return Draft(name: name, circumstance: "with \(name)", parameters) {
        $0[keyPath: range.parameter.path] = value
      }
    }
  }
}

extension ListedSociety {
  /// A society with all of its parameters.
  private struct Draft {
    let name: String
    let circumstance: String
    let parameters: SocietyParameters

    init(
      name: String, circumstance: String, _ parameters: SocietyParameters,
      _ change: (inout SocietyParameters) -> Void = { _ in }
    ) {
      self.name = name
      self.circumstance = circumstance
      var changed = parameters
      change(&changed)
      self.parameters = changed
    }

    /// The parameters that differ from others.
    func settings(besides others: SocietyParameters) -> [Setting] {
      let settings = SocietyParameter.all.filter {
        parameters[keyPath: $0.path] != others[keyPath: $0.path]
      }.map { Setting(key: $0.key, value: parameters[keyPath: $0.path]) }
      var rebuilt = others
      rebuilt.set(settings)
      precondition(rebuilt == parameters, "\(name) differs in what is no number")
      return settings
    }
  }

  /// The parameters in which some societies differ from the scenario, in their order.
  static func movedParameters(of societies: [ListedSociety]) -> [SocietyParameter] {
    let keys = Set(societies.flatMap { $0.settings.map(\.key) })
    return SocietyParameter.all.filter { keys.contains($0.key) }
  }
}

extension SocietyParameters {
  mutating func set(_ settings: [ListedSociety.Setting]) {
    for setting in settings {
      guard let parameter = SocietyParameter.all.first(where: { $0.key == setting.key }) else {
        preconditionFailure("no society has the parameter \(setting.key)")
      }
      self[keyPath: parameter.path] = setting.value
    }
  }
}
