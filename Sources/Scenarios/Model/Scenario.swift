public import DataFiles
public import SyntheticSociety

/// A checked scenario: a community, the arms to compare in it, and how to compare them.
public struct Scenario: Sendable {
  public let name: String
  /// First of the file's path, as the user gave it.
  public let file: String
  public let seed: UInt64
  public let parameters: SocietyParameters
  /// The follow graph, where the scenario names one.
  public let graph: FollowGraph?
  public let arms: [Arm]
  /// Smallest effects that matter, by metric id, in the order of the file.
  public let margins: [Margin]
  public let comparison: Comparison
  /// Numbers of the arms' rankers that may be tuned, in the order of arms, feeds and parameters.
  public let tunables: [TunableParameter]
  /// Where their values stand in the file, by their keys; those from elsewhere are not there.
  package let tunedSpans: [String: TextSpan]
  /// What tuning is to reach, if the scenario says so.
  public let tuning: Tuning?
  /// What an arm must not lose against its recorded baseline, if that is asked.
  public let check: Check?
  /// The real community that this one is compared with, if any.
  public let realism: Realism?
  /// The scenario with every default written out: canonical JSON with sorted keys.
  public let resolved: String
  /// SHA-256 of `resolved`, in which data files appear by their content; in hex.
  public let digest: String
  /// What was read from data files, a line each, for people.
  public let notes: [String]
  /// Where the file speaks of a metric, by its id: among the guardrails, as the primary, or under
  /// `metrics`, whichever comes first in this order.
  public let rulePlaces: [String: LocatedFault.Location]
  /// Paths of the data files that it was made from, from where the program runs.
  public let dataFiles: [String]
  /// What it was made from.
  let draft: ScenarioDraft

  /// The smallest effect on a metric that matters.
  public struct Margin: Sendable, Hashable, Codable {
    public let metric: String
    public let size: Size

    public enum Size: Sendable, Hashable, Codable {
      /// In the metric's unit.
      case absolute(Double)
      /// As a fraction of the baseline's mean.
      case relative(Double)
    }

    public init(metric: String, size: Size) {
      self.metric = metric
      self.size = size
    }
  }

  /// A real community, and the arms that are compared with it.
  public struct Realism: Sendable, Hashable {
    /// The mapping of its logs, as the scenario names it.
    public let path: String
    /// From where the program runs.
    public let mapping: String
    /// The arm that stands for the ranker of the logs.
    public let produced: String
    /// The arm that stands for random order, if any.
    public let uniform: String?
  }

}
