internal import SocialFeed

/// An experiment inside one world, as a service can run it: two arms serve one community, which both
/// change.
///
/// The world's own arm is the baseline. The candidate's rankers are numbered behind the baseline's, so
/// that a page tells by its ranker which arm served it. Who is served by which arm when is a keyed draw:
/// it depends on the world, never on the arms.
public struct LiveTest: Sendable, Hashable {
  public let candidate: Arm
  public let design: LiveDesign

  /// - Precondition: The share of a split is in `0...1`; the turns of a switchback are whole seconds,
  ///   and longer than the washout.
  public init(candidate: Arm, design: LiveDesign) {
    switch design {
    case .userSplit(let share):
      precondition(share >= 0 && share <= 1, "a split that serves \(share) of the members")
    case .clusterSplit: break
    case .switchback(let every, let washout):
      precondition(every >= 1 && every == every.rounded(), "turns of \(every) s")
      precondition(washout >= 0 && washout < every, "a washout of \(washout) s in \(every) s")
    }
    self.candidate = candidate
    self.design = design
  }

  /// Why the two arms cannot share a world, if they cannot.
  public func conflict(with baseline: Arm) -> LiveTestConflict? {
    if candidate.app != baseline.app { return .apps(baseline.name, candidate.name) }
    let rules = Set((baseline.rankers + candidate.rankers).compactMap(\.affinityRule))
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
  /// The rankers of all arms, those of the world's own arm first, each in the order of the surfaces.
  ///
  /// - Precondition: The arms of a live test can share a world.
  var rankers: [RankerSettings] {
    guard let liveTest else { return arm.rankers }
    let conflict = liveTest.conflict(with: arm)
    precondition(conflict == nil, "\(conflict!)")
    return arm.rankers + liveTest.candidate.rankers
  }

  /// The numbers by which pages tell of ``rankers``: rankers of one arm that are the same on several
  /// surfaces have one number, the place of the first of them.
  var rankerNumbers: [Int] {
    let (rankers, surfaces) = (rankers, Surface.allCases.count)
    return rankers.indices.map { place in
      let first = place - place % surfaces
      return rankers[first...place].firstIndex(of: rankers[place]) ?? place
    }
  }

  /// What the community learns: as the first ranker that says so wants it.
  var affinityRule: AffinityRule {
    rankers.lazy.compactMap(\.affinityRule).first ?? AffinityRule()
  }
}
