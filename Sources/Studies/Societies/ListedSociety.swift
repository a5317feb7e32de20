internal import ReportKit
public import SocialFeed
public import SyntheticSociety

/// A community that a comparison is repeated in: the scenario's own, or one of 16 others.
///
/// The others vary what may decide a verdict, all of it at once, and are the runs of an orthogonal array of strength 2:
/// each thing is at each of two levels in half of them, and any two things have each pair of levels in a quarter. The
/// levels of numbers are the ends of their plausible ranges. Half have a mixed pool, a quarter each of the two others.
///
/// Source of the array: Rao, *Supplement to the Journal of the Royal Statistical Society* 9(1), 1947.
public struct ListedSociety: Sendable, Hashable {
  /// A parameter that has another value than in the scenario.
  public struct Setting: Sendable, Hashable {
    /// The scenario key.
    public let key: String
    public let value: Double
  }

  /// `as in the scenario`, or the number of one of the others, from 1.
  public let name: String
  /// The level of each thing that varies, such as `everyone's posts` and `utility.match 4.5`; empty for the scenario's
  /// own community.
  public let levels: [String]
  /// The numbers that differ from the scenario, in the order of the parameters.
  public let settings: [Setting]
  /// The usual candidates of home, which arms have that have the scenario's there.
  public let pool: FeedPool
  /// The number of parallel worlds.
  public let worlds: Int

  private init(
    _ name: String, _ levels: [Level], besides own: SocietyParameters, worlds: Int
  ) {
    var parameters = own
    for level in levels { level.set(&parameters) }
    self.name = name
    self.levels = levels.map(\.name)
    settings = SocietyParameter.all.filter {
      parameters[keyPath: $0.path] != own[keyPath: $0.path]
    }.map { Setting(key: $0.key, value: parameters[keyPath: $0.path]) }
    pool = parameters.pool
    self.worlds = parameters.world.members > own.world.members ? max(2, worlds - 1) : worlds
    var rebuilt = own
    set(&rebuilt)
    precondition(rebuilt == parameters, "\(name) differs in what is no number")
  }

  /// The name and the levels, which identify the community.
  var description: String { ([name] + levels).joined(separator: ", ") }

  /// Sets what differs from the scenario.
  func set(_ parameters: inout SocietyParameters) {
    for setting in settings {
      guard let parameter = SocietyParameter.all.first(where: { $0.key == setting.key }) else {
        preconditionFailure("\(setting.key) is not a parameter of a community")
      }
      parameters[keyPath: parameter.path] = setting.value
    }
    parameters.pool = pool
  }

  /// The parameters in which some communities differ from the scenario, in their order.
  static func movedParameters(of societies: [ListedSociety]) -> [SocietyParameter] {
    let keys = Set(societies.flatMap { $0.settings.map(\.key) })
    return SocietyParameter.all.filter { keys.contains($0.key) }
  }
}

// MARK: - The list

extension ListedSociety {
  /// The number of worlds of a community that is no larger than the scenario's.
  public static let defaultWorlds = 4

  /// How many communities there are besides the scenario's own.
  static let others = 16

  /// All communities for a scenario, the scenario's own first.
  ///
  /// - Parameters:
  ///   - parameters: The scenario's.
  ///   - hasGraph: Whether the scenario names a follow graph, which fixes members and follows.
  ///   - worlds: The number of worlds of each community; at least 2. A larger community than the scenario's has one
  ///     fewer, and at least 2.
  public static func all(
    for parameters: SocietyParameters, hasGraph: Bool, worlds: Int = defaultWorlds
  ) -> [ListedSociety] {
    precondition(worlds > 1, "verdicts from one world")
    let varied = varied(in: parameters, hasGraph: hasGraph)
    let own = ListedSociety("as in the scenario", [], besides: parameters, worlds: worlds)
    return [own]
      + (0..<others).map { run in
        let levels = varied.map { $0.levels[level(ofColumn: $0.column, run)] }
        return ListedSociety("\(run + 1)", levels, besides: parameters, worlds: worlds)
      }
  }

  /// The level of a column in a run of the array, 0 or 1: the parity of the bits that both numbers have.
  ///
  /// Every third column has its levels reversed, since the first run would have the first level of all otherwise: with
  /// them, a community has from 4 to 10 of the twelve things of two levels at the second.
  static func level(ofColumn column: Int, _ run: Int) -> Int {
    // Four levels take three columns: two choose the level, and the third, which is their product, stays free.
    if column == poolColumn { return 2 * parity(1, run) + parity(2, run) }
    return parity(column, run) ^ (column.isMultiple(of: 3) ? 1 : 0)
  }

  private static func parity(_ column: Int, _ run: Int) -> Int {
    (column & run).nonzeroBitCount % 2
  }

  private static let poolColumn = 1
  private static let firstTwoLevelColumn = 4
}

// MARK: - What varies

extension ListedSociety {
  /// A value of something that varies.
  private struct Level {
    /// In a sentence after *with*.
    let name: String
    let set: (inout SocietyParameters) -> Void

    init(_ name: String, _ set: @escaping (inout SocietyParameters) -> Void) {
      (self.name, self.set) = (name, set)
    }
  }

  /// The half and the double: a quarter and four times the members take far longer and decide less.
  private static let sizes = [0.5, 2]
  /// The members of the smallest and of the largest community that differs in size. Fewer are no community, and more
  /// take more than a few minutes.
  private static let memberLimits = 50.0...20_000

  /// Behaviours by which people change, learn and follow others; they are switched off together, and no member leaves.
  private static let changing = ["satiation", "memory", "drift", "herding", "posting"]

  /// What varies, with its column of the array: the candidates of home, supply, reaction, size, tastes and changes.
  private static func varied(
    in own: SocietyParameters, hasGraph: Bool
  ) -> [(column: Int, levels: [Level])] {
    let pairs = [
      exclusions(own), ends(of: "behaviour.posting.share"),
      hasGraph ? [] : ends(of: "behaviour.graph.follows"), ends(of: "behaviour.scrolling.worth"),
      ends(of: "behaviour.returning.gain"), ends(of: "behaviour.utility.freshness"),
      ends(of: "behaviour.freshness.half-life"),
      hasGraph ? [] : sizes.map { size(of: own.world.members, times: $0) },
      ends(of: "behaviour.sessions.mean"), ends(of: "behaviour.utility.match"),
      ends(of: "behaviour.utility.quality"), changes,
    ]
    let twoLevels = pairs.enumerated().map { (firstTwoLevelColumn + $0.offset, $0.element) }
    return [(poolColumn, audiences(own))] + twoLevels.filter { !$0.1.isEmpty }
  }

  /// A mixed pool in half of the communities, everyone's posts and the network's posts in a quarter each.
  private static func audiences(_ own: SocietyParameters) -> [Level] {
    let mixed = Level("a mixed pool") {
      if case .mixed = own.pool.audience { return }
      $0.pool.audience = FeedPool.standard.audience
    }
    return [
      mixed, Level("everyone's posts") { $0.pool.audience = .everyone },
      Level("posts of the network only") { $0.pool.audience = .network }, mixed,
    ]
  }

  private static func exclusions(_ own: SocietyParameters) -> [Level] {
    [
      Level("seen posts left out") {
        guard own.pool.without == .nothing else { return }
        $0.pool.without = FeedPool.standard.without
        $0.pool.exclusionTime = FeedPool.standard.exclusionTime
      },
      Level("seen posts shown again") { $0.pool.without = .nothing },
    ]
  }

  private static func size(of own: Double, times factor: Double) -> Level {
    let wanted = (own * factor).rounded()
    // A limit never makes a society larger that should be smaller, or the other way round.
    let members =
      factor < 1
      ? min(own, max(wanted, memberLimits.lowerBound))
      : max(own, min(wanted, memberLimits.upperBound))
    return Level("\(NumberText.count(Int(members))) members") { $0.world.members = members }
  }

  private static var changes: [Level] {
    let components = changing.map { BehaviourComponent.named($0)! }
    return [
      Level("changing people") { _ in },
      Level("static people") {
        for component in components { component.switchOff(in: &$0) }
        $0.churn.scale = 0
      },
    ]
  }

  /// The ends of the plausible range of a parameter.
  private static func ends(of key: String) -> [Level] {
    guard let range = PlausibleRange.all.first(where: { $0.key == key }) else {
      preconditionFailure("\(key) has no plausible range")
    }
    return [range.low, range.high].map { value in
      Level("\(SensitivitySummary.name(key)) \(NumberText.plain(value))") {
        $0[keyPath: range.parameter.path] = value
      }
    }
  }
}
