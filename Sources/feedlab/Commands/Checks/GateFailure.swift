internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Studies

/// Why the check of one scenario fails a build.
struct GateFailure {
  /// The kinds, in the order in which they determine the exit code.
  enum Kind: Int32, CaseIterable {
    case regression = 2
    case unfinished = 1
    case misfit = 6
    case noBaseline = 5
    case undecided = 3
    case improved = 4
  }

  let kind: Kind
  /// The message on standard error.
  let text: String

  /// The failure of results under a policy; `nil` if they fail no build.
  init?(_ results: CheckResults, by policy: GatePolicy) {
    let outcome = results.outcome
    let (kind, status): (Kind, CheckFinding.Status)
    switch outcome {
    case .regression: (kind, status) = (.regression, .regression)
    case .undecided where policy.undecided == .fail: (kind, status) = (.undecided, .undecided)
    case .improved where policy.failure != .worse: (kind, status) = (.improved, .improved)
    case .pass, .undecided, .improved:
      guard policy.failure == .any else { return nil }
      self.kind = .improved
      text = "\(results.file): differs from the baseline"
      return
    case .identical: return nil
    }
    self.kind = kind
    let metrics = results.findings.filter { $0.status == status && $0.level == .error }
      .map(\.metric.id)
    let unique = metrics.enumerated().filter { !metrics[..<$0.offset].contains($0.element) }
    text =
      "\(results.file): \(outcome.rawValue): \(unique.map(\.element).joined(separator: ", "))"
  }

  init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

extension [GateFailure] {
  /// The exit code of the gravest failure.
  var code: Int32 {
    GateFailure.Kind.allCases.first { kind in contains { $0.kind == kind } }?.rawValue ?? 0
  }
}

extension CommandFailure {
  /// A check fails a build: the message has every reason, the exit code is that of the gravest.
  static func gate(_ failures: [GateFailure]) -> Self {
    Self(
      exitCode: failures.code,
      message: failures.map { "feedlab: \($0.text)" }.joined(separator: "\n"))
  }
}
