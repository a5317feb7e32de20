package import SocialFeed
package import SyntheticSociety

/// An end of the scale on which a metric is read: the world of a ranker that knows nothing, or of one
/// that knows what people like.
///
/// Most metrics have no natural zero: an early entry is live for longer and gets more exposure even
/// from a random order. A value is therefore read beside those of the two yardsticks, or on the scale on
/// which random is 0 and ideal 1: ``MetricEstimate/scaled``.
public enum Yardstick: String, Sendable, Hashable, CaseIterable {
  case random, ideal

  private var ranker: RankerSettings {
    switch self {
    case .random: RankerSettings(RandomRanker.descriptor)
    case .ideal: RankerSettings(IdealRanker.descriptor)
    }
  }

  /// The arm of this name: the baseline with the yardstick on the surfaces that the arms are about, as
  /// far as it can order them.
  func arm(like baseline: Arm, among arms: [Arm]) -> Arm {
    let surfaces = Self.surfaces(of: arms).filter(ranker.descriptor.surfaces.contains)
    return baseline.choosing(surfaces.map { ($0, ranker) }, name: rawValue)
  }

  /// The surfaces that arms are about: those on which they differ, or, when they do not, home and
  /// whatever they do not leave to the domain's default.
  package static func surfaces(of arms: [Arm]) -> [Surface] {
    let differing = Surface.allCases.filter { surface in
      arms.contains { $0.ranker(of: surface) != arms[0].ranker(of: surface) }
    }
    guard differing.isEmpty else { return differing }
    return Surface.allCases.filter { surface in
      surface == .home || arms.contains { $0.ranker(of: surface) != surface.defaultRanker }
    }
  }
}

/// An arm that has the name of a yardstick, and is none.
public struct YardstickConflict: Error, Hashable, Sendable {
  /// The name of both.
  public let name: String
  /// The first surface that another ranker orders, with its name and that of the yardstick's; `nil`
  /// when the apps differ.
  let surface: String?
  let found: String
  let expected: String
}

extension YardstickConflict: CustomStringConvertible {
  public var description: String {
    let difference =
      surface.map { "orders \($0) by \(found), and the yardstick by \(expected)" }
      ?? "has another app than the yardstick, which has the baseline's"
    return "arm '\(name)' has the name of a yardstick and \(difference); give it another name"
  }
}

extension Yardstick {
  /// What keeps an arm of this name from being the yardstick; `nil` when it is the same.
  func conflict(of arm: Arm, with yardstick: Arm) -> YardstickConflict? {
    for surface in Surface.allCases where arm.ranker(of: surface) != yardstick.ranker(of: surface) {
      return YardstickConflict(
        name: rawValue, surface: surface.description, found: arm.ranker(of: surface).name,
        expected: yardstick.ranker(of: surface).name)
    }
    guard arm.app != yardstick.app else { return nil }
    return YardstickConflict(name: rawValue, surface: nil, found: "", expected: "")
  }
}
