internal import DataFiles
internal import FeedMetrics
internal import Scenarios
internal import Studies

/// Why the check of one scenario fails a build.
struct GateFailure {
  let code: ExitCode
  /// The line on standard error.
  let text: String

  /// The failure of results under a policy; `nil` if they fail no build.
  init?(_ results: CheckResults, by policy: GatePolicy) {
    let outcome = results.outcome
    let (code, status): (ExitCode, CheckFinding.Status)
    switch outcome {
    case .regression: (code, status) = (.regression, .regression)
    case .undecided where policy.undecided(for: results) == .fail:
      (code, status) = (.undecided, .undecided)
    case .improved where policy.failure != .worse: (code, status) = (.improved, .improved)
    case .pass, .undecided, .improved:
      guard policy.failure == .any else { return nil }
      self.code = .improved
      text = "\(results.file): differs from the baseline"
      return
    case .identical: return nil
    }
    self.code = code
    let metrics = results.findings.filter { $0.status == status && $0.level == .error }
      .map(\.metric.id)
    let unique = metrics.enumerated().filter { !metrics[..<$0.offset].contains($0.element) }
    let word = results.hasUnknownEffect ? CheckResults.unknownEffect : outcome.rawValue
    text =
      "\(results.file): \(word): \(unique.map(\.element).joined(separator: ", "))"
  }

  init(_ code: ExitCode, _ text: String) {
    self.code = code
    self.text = text
  }
}

extension [GateFailure] {
  /// The code of the gravest failure.
  fileprivate var code: ExitCode {
    let order: [ExitCode] = [
      .regression, .defect, .unfinished, .unusableBaseline, .noBaseline, .uncheckedBaseline,
      .undecided, .improved,
    ]
    return order.first { code in contains { $0.code == code } } ?? .success
  }
}

extension CommandFailure {
  /// A check fails a build: the message has every reason, and the gravest gives the exit code.
  static func gate(_ failures: [GateFailure]) -> Self {
    Self(
      exitCode: failures.code,
      message: .lines(failures.map { "feedlab: \($0.text)" }))
  }
}
