package import SocialFeed
package import SyntheticSociety

/// A ranker to scale a metric by: `random`, which ignores the posts, or `ideal`, which knows people's tastes.
///
/// Most metrics have no natural zero: an early entry is live for longer and gets more exposure even
/// from a random order. A value is therefore compared with the two reference rankers' values, or shown on a scale with
/// random at 0 and ideal at 1: ``MetricEstimate/scaled``.
public enum ReferenceRanker: String, Sendable, Hashable, CaseIterable {
  case random, ideal

  private var ranker: RankerSettings {
    switch self {
    case .random: RankerSettings(RandomRanker.descriptor)
    case .ideal: RankerSettings(IdealRanker.descriptor)
    }
  }

  /// Whether each reference ranker can order a surface.
  static func order(_ surface: Surface) -> Bool {
    allCases.allSatisfy { $0.ranker.descriptor.surfaces.contains(surface) }
  }

  /// The arm of this name: the baseline with the reference ranker on the surfaces of
  /// ``surfaces(of:)`` that it can order.
  func arm(like baseline: Arm, among arms: [Arm]) -> Arm {
    let surfaces = Self.surfaces(of: arms).filter(ranker.descriptor.surfaces.contains)
    return baseline.choosing(surfaces.map { ($0, ranker) }, name: rawValue)
  }

  /// The surfaces on which arms differ or, when they do not differ, home and the surfaces with another
  /// ranker than the default.
  package static func surfaces(of arms: [Arm]) -> [Surface] {
    let differing = Arm.differingSurfaces(of: arms)
    guard differing.isEmpty else { return differing }
    return Surface.allCases.filter { surface in
      surface == .home || arms.contains { $0.ranker(of: surface) != surface.defaultRanker }
    }
  }
}

/// An arm that has the name of a reference ranker and differs from it.
public struct ReferenceRankerConflict: Error, Hashable, Sendable {
  /// The name of both.
  public let name: String
  /// The first surface that another ranker orders, with the names of the arm's ranker and of the
  /// reference ranker; `nil` when something else differs.
  let surface: String?
  let found: String
  let expected: String
}

extension ReferenceRankerConflict: CustomStringConvertible {
  public var description: String {
    let difference =
      surface.map { "orders \($0) by \(found) instead of \(expected)" }
      ?? "has another \(found) than the baseline"
    return
      "arm '\(name)' has the name of a reference ranker but \(difference); give it another name"
  }
}

extension ReferenceRanker {
  /// How an arm of this name differs from the reference ranker's arm; `nil` when they are equal.
  func conflict(of arm: Arm, with reference: Arm) -> ReferenceRankerConflict? {
    for surface in Surface.allCases where arm.ranker(of: surface) != reference.ranker(of: surface) {
      return ReferenceRankerConflict(
        name: rawValue, surface: surface.description, found: arm.ranker(of: surface).name,
        expected: reference.ranker(of: surface).name)
    }
    let other =
      arm.pool != reference.pool
      ? "pool" : arm.app != reference.app ? "app" : arm.freeze != reference.freeze ? "freeze" : nil
    return other.map {
      ReferenceRankerConflict(name: rawValue, surface: nil, found: $0, expected: "")
    }
  }
}
