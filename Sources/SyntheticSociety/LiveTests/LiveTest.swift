package import SocialFeed

/// An experiment inside one world, as a service can run it: two arms serve one community, which both
/// change.
///
/// The world's own arm is the baseline. The candidate's rankers are numbered behind the baseline's, so
/// that the ranker of a page shows which arm served it. Which arm serves a member at a time is a keyed
/// draw: it depends on the world, never on the arms.
public struct LiveTest: Sendable, Hashable {
  public let candidate: Arm
  /// The name of the baseline among the arms of its experiment; `nil` for the world's own arm.
  public let baseline: String?
  public let design: LiveDesign

  /// - Precondition: The share of a split is in `0...1`; the turns of a switchback are whole seconds,
  ///   and longer than the washout.
  public init(candidate: Arm, baseline: String? = nil, design: LiveDesign) {
    switch design {
    case .userSplit(let share):
      precondition(share >= 0 && share <= 1, "a split that serves \(share) of the members")
    case .clusterSplit: break
    case .switchback(let every, let washout):
      precondition(every >= 1 && every == every.rounded(), "turns of \(every) s")
      precondition(washout >= 0 && washout < every, "a washout of \(washout) s in \(every) s")
    }
    self.candidate = candidate
    self.baseline = baseline
    self.design = design
  }

  /// Why the two arms cannot share a world, if they cannot.
  public func conflict(with baseline: Arm) -> LiveTestConflict? {
    if candidate.app != baseline.app { return .apps(baseline.name, candidate.name) }
    let rules = Set(baseline.affinityRules + candidate.affinityRules)
    return rules.count > 1 ? .affinities(baseline.name, candidate.name) : nil
  }
}

/// Why two arms cannot share a world.
public enum LiveTestConflict: Error, Hashable, Sendable {
  /// Their apps differ, and all members of a world have the same app.
  case apps(String, String)
  /// They learn affinities in different ways, and a community learns them in one.
  case affinities(String, String)
}

extension LiveTestConflict: CustomStringConvertible {
  public var description: String {
    switch self {
    case .apps(let one, let other):
      "arms '\(one)' and '\(other)' have different apps, and all members of a world have the same"
    case .affinities(let one, let other):
      "arms '\(one)' and '\(other)' learn affinities in different ways, and a community learns them in one"
    }
  }
}

extension WorldRun {
  /// The rankers of all arms, the world's own arm first, each in the order of the surfaces.
  ///
  /// - Precondition: The arms of a live test can share a world.
  package var rankers: [RankerSettings] { arms.flatMap(\.rankers) }

  /// The world's own arm, and the candidate of a live test.
  ///
  /// - Precondition: The arms of a live test can share a world.
  var arms: [Arm] {
    guard let liveTest else { return [arm] }
    let conflict = liveTest.conflict(with: arm)
    precondition(conflict == nil, "\(conflict!)")
    return [arm, liveTest.candidate]
  }

  /// The numbers of ``rankers`` in observations of pages: rankers of one arm that are the same on several
  /// surfaces have one number, the index of the first of them.
  var rankerNumbers: [Int] {
    let (rankers, surfaces) = (rankers, Surface.allCases.count)
    return rankers.indices.map { index in
      let first = index - index % surfaces
      return rankers[first...index].firstIndex(of: rankers[index]) ?? index
    }
  }

  /// The names of ``arms`` in the experiment, where a live test has a name of its own.
  var armNames: [String] {
    guard let liveTest else { return [arm.name] }
    return [liveTest.baseline ?? arm.name, liveTest.candidate.name]
  }

  /// What the community learns: the rule of the first ranker that has one.
  var affinityRule: AffinityRule {
    (arm.affinityRules + (liveTest?.candidate.affinityRules ?? [])).first ?? AffinityRule()
  }
}

/// How a live test divides one world between a baseline and a candidate.
public enum LiveDesign: Sendable, Hashable, Codable {
  /// Each member has one arm for good: the candidate with a probability in `0...1`, by a draw of the
  /// member's own.
  case userSplit(share: Double = 0.5)
  /// Clusters of members who are tied to each other have one arm each. They are paired by size, and of
  /// each pair a fair coin gives one to the candidate.
  case clusterSplit
  /// Everybody has the same arm, and the arms take turns of so many seconds, two by two: a fair coin
  /// decides which comes first. The washout after a change is excluded.
  case switchback(every: Double = 86_400, washout: Double = 0)

  /// The name of the design on the command line.
  public var name: String {
    switch self {
    case .userSplit: "user-split"
    case .clusterSplit: "cluster-split"
    case .switchback: "switchback"
    }
  }

  /// Seconds after a change of arm that are excluded; 0 without changes.
  public var washout: Double {
    if case .switchback(_, let washout) = self { washout } else { 0 }
  }
}
