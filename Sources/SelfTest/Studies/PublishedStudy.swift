internal import FeedMetrics
internal import Stochastics
internal import SyntheticSociety

/// A published study of feeds, or of the people who read them, that is repeated in simulated worlds.
///
/// To add a study: a file with the type in this folder, its doc comment with what was done in the study and what
/// stands for it here; and its line in ``PublishedStudies/all``.
package protocol PublishedStudy: Sendable {
  /// The name, such as `Music Lab`.
  var name: String { get }
  var source: String { get }
  /// What the study found. Those that worlds can express come first.
  var results: [StudyResult] { get }

  /// One replication: the value of each result that worlds can express, `nil` where this replication has none.
  ///
  /// - Parameter number: Of the replication, from 0; each has a community of its own.
  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?]
}

/// A result of a published study.
package struct StudyResult: Sendable {
  /// What was found.
  package enum Published: Sendable, Hashable {
    /// A number. In a world it must be this one, within the tolerance; it has at least the direction where it is
    /// surely on the same side of the value that stands for no effect.
    case value(Double, within: Double, noEffect: Double)
    /// A number above this value, or below it.
    case above(Double)
    case below(Double)
    /// Something that a world has no means to show, and why, in a sentence without full stop.
    case inexpressible(String)
  }

  package let name: String
  package let published: Published

  package init(_ name: String, _ published: Published) {
    self.name = name
    self.published = published
  }

  package var isExpressible: Bool {
    if case .inexpressible = published { false } else { true }
  }

  /// How a world compares with what was published.
  package func grade(_ observed: RealismReport.Measurement?) -> StudyGrade {
    if !isExpressible { return .inexpressible }
    guard let observed else { return .notReproduced }
    func isSurely(above value: Double) -> Bool {
      observed.interval.map { $0.lower > value } ?? false
    }
    func isSurely(below value: Double) -> Bool {
      observed.interval.map { $0.upper < value } ?? false
    }
    switch published {
    case .value(let value, let tolerance, let noEffect):
      if (observed.mean - value).magnitude <= tolerance { return .reproduced }
      let isDirected = value > noEffect ? isSurely(above: noEffect) : isSurely(below: noEffect)
      return isDirected ? .directionOnly : .notReproduced
    case .above(let value): return isSurely(above: value) ? .reproduced : .notReproduced
    case .below(let value): return isSurely(below: value) ? .reproduced : .notReproduced
    case .inexpressible: return .inexpressible
    }
  }
}

/// How a simulated world compares with a published result.
package enum StudyGrade: String, Sendable, Hashable, CaseIterable {
  case reproduced
  case directionOnly = "direction only"
  case notReproduced = "not reproduced"
  case inexpressible = "cannot be expressed"
}

/// All published studies, in the order of the table.
package enum PublishedStudies {
  package static let all: [any PublishedStudy] = [
    HomogenisationStudy(), MusicLabStudy(), OneVoteStudy(), DiversityParadoxStudy(), UrnStudy(),
    OfflineOnlineStudy(), SupplyStudy(), NoveltyStudy(), ClickbaitStudy(),
  ]
}

extension WorldRun {
  /// The run of a study, whose community differs from replication to replication, without a warm-up.
  ///
  /// Its intercepts are solved for the default arm, once for all arms of the study.
  init(
    study parameters: SocietyParameters, seed: UInt64, replication: UInt32,
    _ setting: SelfTestSetting
  ) {
    self.init(
      parameters: parameters, arm: Arm(name: "default", choices: []), seed: setting.seed(seed),
      world: replication)
    intercepts = SolvedIntercepts(for: self)
  }

  /// Simulates the run under an arm.
  func under(_ arm: Arm, _ sinks: any ObservationSink...) {
    var run = self
    run.arm = arm
    run.observed(by: sinks)
  }
}
