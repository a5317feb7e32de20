public import Experiments
public import ReportKit
internal import Scenarios

/// The results of checking an arm against its baseline.
public struct CheckResults: Sendable, Hashable {
  /// The scenario, its seed and the simulated worlds of its only arm.
  public let design: ExperimentDesign
  /// The scenario file, as the user gave it.
  public let file: String
  /// The arm that was checked.
  public let arm: String
  /// Type I error rate of all rules together.
  public let alpha: Double
  public let baseline: BaselineFacts
  /// By rule: differences in the order of the scenario, then drift, then levels, then ranking overlap.
  public let findings: [CheckFinding]
  /// Sentences about the check as a whole, without full stop.
  public let notices: [String]

  public init(
    design: ExperimentDesign, file: String, arm: String, alpha: Double, baseline: BaselineFacts,
    findings: [CheckFinding], notices: [String] = []
  ) {
    self.design = design
    self.file = file
    self.arm = arm
    self.alpha = alpha
    self.baseline = baseline
    self.findings = findings
    self.notices = notices
  }

  /// The outcome of all findings.
  public var outcome: CheckOutcome { CheckOutcome(findings) }

  /// Whether the posts shown most stand in another order, while a rule that must hold is undecided.
  public var hasUnknownEffect: Bool {
    outcome == .undecided
      && findings.contains { $0.metric == RankingOverlap.definition && $0.status == .regression }
  }

  public static let unknownEffect = "another order, effect unknown"
}

/// The outcome of a check: the worst finding of level error; warnings do not count.
public enum CheckOutcome: String, Sendable, Hashable, Codable, CaseIterable {
  /// Every value equals the baseline's, also for warnings.
  case identical
  case pass
  /// No rule is broken or open, and some metric is better.
  case improved
  case undecided
  case regression

  /// The first of these that holds: a rule is broken (regression), a rule is undecided, a metric is better
  /// (improved), all values are as before (identical); otherwise pass.
  public init(_ findings: [CheckFinding]) {
    let errors = findings.filter { $0.level == .error }
    self =
      if errors.contains(where: { $0.status == .regression }) {
        .regression
      } else if errors.contains(where: { $0.status == .undecided }) {
        .undecided
      } else if errors.contains(where: { $0.status == .improved }) {
        .improved
      } else if findings.allSatisfy({ $0.status == .identical }) {
        .identical
      } else {
        .pass
      }
  }
}

/// A baseline without its values, for reports.
public struct BaselineFacts: Sendable, Hashable {
  /// The path of its file, as the user or the scenario gave it.
  public let file: String
  /// The version of the FeedLab that recorded it.
  public let version: String
  /// How many worlds it has.
  public let worlds: Int
  /// How many changes were accepted since the first recording, and the reason of the last one.
  public let acceptedChanges: Int
  public let lastReason: String?
  /// The name of the release that drift is measured from, if there is one.
  public let anchor: String?
  /// Whether the recorded arm was simulated again in the worlds of this check.
  public let isRerun: Bool

  public init(
    file: String, version: String, worlds: Int, acceptedChanges: Int = 0, lastReason: String? = nil,
    anchor: String? = nil, isRerun: Bool = false
  ) {
    self.file = file
    self.version = version
    self.worlds = worlds
    self.acceptedChanges = acceptedChanges
    self.lastReason = lastReason
    self.anchor = anchor
    self.isRerun = isRerun
  }
}

/// A scenario with the results of its check, or the reason why it could not be checked.
public struct CheckedScenario: Sendable {
  public enum Result: Sendable {
    case found(CheckResults)
    /// The scenario could not be checked, for this reason; that must never read as "no regression".
    case unfinished(String)
  }

  /// The scenario's name, or its file's name if it could not be read.
  public let name: String
  /// The locations of the rules in the scenario file.
  public let locations: RuleLocations
  public let result: Result

  public init(_ results: CheckResults, at locations: RuleLocations) {
    name = results.design.scenario
    self.locations = locations
    result = .found(results)
  }

  /// A scenario that could not be checked.
  ///
  /// - Parameters:
  ///   - scenario: The name of the scenario.
  ///   - file: The path of the scenario, as the user gave it.
  ///   - reason: A sentence without full stop.
  public init(unfinished scenario: String, file: String, because reason: String) {
    name = scenario
    locations = RuleLocations(file: file, lines: [:])
    result = .unfinished(reason)
  }

  /// `nil` if the scenario could not be checked.
  var results: CheckResults? { if case .found(let results) = result { results } else { nil } }
}
