package import FeedMetrics
internal import Scenarios

/// What is known of the verdicts of a comparison in other communities.
///
/// It is part of the design, so that the saved and the gathered results of a comparison have it too.
public enum OtherSocieties: Sendable, Hashable, Codable {
  /// The comparison was repeated in other communities, with these findings.
  case known(SocietyRecord)
  case unknown(Gap)

  /// Why the findings are not known, and how to get them.
  public struct Gap: Sendable, Hashable, Codable {
    public enum Reason: Sendable, Hashable, Codable {
      /// No analysis was recorded.
      case notRecorded
      /// Another version of the simulation made the record.
      case otherSimulation(String)
      /// What is compared has changed since.
      case changed
      /// Options of this command change what is compared.
      case options
      /// The file is not a record of this scenario; why not, without full stop.
      case unreadable(String)
    }

    public let reason: Reason
    /// The command that looks at other communities.
    public let command: String

    public init(_ reason: Reason, command: String) {
      (self.reason, self.command) = (reason, command)
    }
  }
}

/// The findings of a comparison in several communities, in the record beside a scenario.
public struct SocietyRecord: Sendable, Hashable, Codable {
  /// The findings on a candidate.
  public struct Candidate: Sendable, Hashable, Codable {
    public let name: String
    /// The finding in the scenario's own community, which is not one of the others.
    public let own: SocietyVerdict
    /// The findings by community.
    public let societies: [SocietyVerdict]

    public init(name: String, own: SocietyVerdict, societies: [SocietyVerdict]) {
      (self.name, self.own, self.societies) = (name, own, societies)
    }
  }

  /// The metric that the verdicts are about.
  public let metric: String
  public let candidates: [Candidate]

  public init(metric: String, candidates: [Candidate]) {
    (self.metric, self.candidates) = (metric, candidates)
  }
}

extension Experiment {
  /// The metric whose verdict is examined in other communities: the primary, otherwise the first guardrail,
  /// otherwise the first metric with a good side that the scenario lists, otherwise the engagement rate.
  package var headlineMetric: MetricDefinition {
    let ids = design.questions.metrics + scenario.margins.map(\.metric) + ["engagement_rate"]
    let directed = ids.lazy.compactMap { MetricCatalogue.definition($0) }
      .first { $0.direction != .describes }
    guard let directed else { preconditionFailure("the catalogue has no engagement rate") }
    return directed
  }
}
