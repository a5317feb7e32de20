public import DataFiles
package import SocialFeed
public import SyntheticSociety

/// A checked scenario: a community, the arms to compare in it, and how to compare them.
public struct Scenario: Sendable {
  public let name: String
  /// The path of the file, as the user gave it.
  public let file: String
  public let seed: UInt64
  public let parameters: SocietyParameters
  /// The follow graph, where the scenario names one.
  public let graph: FollowGraph?
  public private(set) var arms: [Arm]
  /// Smallest effects that matter, by metric id, in the order of the file.
  public let margins: [Margin]
  public internal(set) var comparison: Comparison
  /// Numbers of the arms' rankers that may be tuned, in the order of arms, feeds and parameters.
  public let tunables: [TunableParameter]
  /// Where the values of ``tunables`` are in the file, by their keys; without those from elsewhere.
  package let tunedSpans: [String: TextSpan]
  /// What is tuned, if the scenario has such a section.
  public let tuning: Tuning?
  /// Rules for comparing an arm with its recorded baseline, if the scenario has such a section.
  public let check: Check?
  /// The real community that this one is compared with, if any.
  public let realism: Realism?
  /// The scenario with every default written out: canonical JSON with sorted keys.
  public let resolved: String
  /// SHA-256 of `resolved`, in which data files appear by their content; in hex.
  public let digest: String
  /// What was read from data files, a line each, for people.
  public let notes: [String]
  /// Where the file names a metric, by its id: among the guardrails, as the primary, or under
  /// `metrics`, whichever comes first in this order.
  public let ruleLocations: [String: LocatedFault.Location]
  /// Paths of the data files that were read, from where the program runs.
  public let dataFiles: [String]
  /// What the file's comments say of the whole and of its arms.
  public var comments: ScenarioComments { draft.comments }
  /// All arms that are simulated when these arms are measured. Arms that the scenario compares with a real community
  /// are among them, and the baseline, which reference rankers copy.
  package func simulated(beside arms: [String], hasReferences: Bool) -> [String] {
    arms
      + [realism?.produced, realism?.uniform, hasReferences ? comparison.baseline : nil]
      .compactMap(\.self)
  }

  /// The values that were set from outside of the file, each `path.to.key=value`.
  package var overrides: [String] { draft.overrides }
  /// Whether it was read from a resolved scenario, such as a plan's: ``file`` is no path then.
  package var isResolved: Bool { draft.files.isResolved }
  /// The values of the resolved scenario.
  let draft: ScenarioDraft
}

extension Scenario {
  /// The same, with other requests that external rankers receive twice.
  package func probing(_ probe: RankerProbe) -> Scenario {
    var scenario = self
    scenario.arms = arms.map { $0.probing(probe) }
    return scenario
  }
}
