public import Experiments
internal import Scenarios

/// What a check of an arm against its baseline found.
public struct CheckResults: Sendable, Hashable {
  /// The scenario, its seed and the worlds that lived; the arm is the only one.
  public let design: ExperimentDesign
  /// The scenario file, as the user gave it.
  public let file: String
  /// The arm that was checked.
  public let arm: String
  /// The risk of a false alarm of all rules together.
  public let alpha: Double
  public let baseline: BaselineFacts
  /// Those about differences, in the order of the rules, then drift, then levels, then the order of
  /// posts.
  public let findings: [CheckFinding]
  /// What people should know besides, a sentence each without full stop.
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

  /// What the findings come to.
  public var outcome: CheckOutcome { CheckOutcome(findings) }
}

/// What findings come to: the worst of those at level error, warnings left out.
public enum CheckOutcome: String, Sendable, Hashable, Codable, CaseIterable {
  /// Every value is that of the baseline, warnings included.
  case identical
  case pass
  /// No rule is broken or open, and some metric is better.
  case improved
  case undecided
  case regression

  /// The first that holds of: a rule is broken, regression; one is open, undecided; something is better,
  /// improved; all is as before, identical; otherwise pass.
  public init(_ findings: [CheckFinding]) {
    let gating = findings.filter { $0.level == .error }
    self =
      if gating.contains(where: { $0.status == .regression }) {
        .regression
      } else if gating.contains(where: { $0.status == .undecided }) {
        .undecided
      } else if gating.contains(where: { $0.status == .improved }) {
        .improved
      } else if findings.allSatisfy({ $0.status == .identical }) {
        .identical
      } else {
        .pass
      }
  }
}

/// What there is to say of a baseline besides its values.
public struct BaselineFacts: Sendable, Hashable {
  /// Its file, as the user or the scenario gave it.
  public let file: String
  /// Of the FeedLab that recorded it.
  public let version: String
  /// Worlds that it has values of.
  public let worlds: Int
  /// How many changes of it were accepted since it was first recorded, and the last one's reason.
  public let acceptedChanges: Int
  public let lastReason: String?
  /// The name of the release that drift is measured from, if there is one.
  public let anchor: String?
  /// Whether the recorded arm lived again in the worlds of this check, since those of the file are others.
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
