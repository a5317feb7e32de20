/// The number with which the program ends. Those from 64 to 75 are as `sysexits.h` has them, those from 129 up as
/// shells report a signal.
public enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  case unfinished = 1
  case regression = 2
  case undecided = 3
  case improved = 4
  case noBaseline = 5
  case unusableBaseline = 6
  case uncheckedBaseline = 7
  case usage = 64
  case invalidData = 65
  case notFound = 66
  case defect = 70
  case tryAgain = 75
  case interrupted = 130
  /// By the signal SIGPIPE, whose number shells add to 128.
  case readerGone = 141

  /// What the code means, as part of a sentence.
  public var meaning: String {
    switch self {
    case .success: "success"
    case .unfinished: "could not finish"
    case .regression: "regression, or a self-test result that was not reproduced"
    case .undecided: "undecided"
    case .improved: "improved (checks)"
    case .noBaseline: "no baseline (checks)"
    case .unusableBaseline: "unusable baseline (checks)"
    case .uncheckedBaseline: "unchecked baseline (checks)"
    case .usage: "wrong usage, or an output that would overwrite a file"
    case .invalidData: "invalid scenario or data"
    case .notFound: "missing plan or store (distributed work)"
    case .defect: "two results for one unit, or two orders for one request"
    case .tryAgain: "try again (distributed work)"
    case .interrupted: "interrupted"
    case .readerGone: "the output pipe was closed"
    }
  }

  /// When the program ends with the code, and what to do then.
  public var detail: String {
    switch self {
    case .success: "The command succeeded. For a check: pass, identical or improved."
    case .unfinished:
      "A world crashed, a metric is not finite, or an output could not be written. It is never a pass."
    case .regression:
      "A rule of level error has lost more than its margin, or 'feedlab selftest' failed."
    case .undecided:
      "A rule of a check is undecided and --undecided is fail or another order is served, no trial of a tuning is confirmed to keep"
        + " the limits, or units of a plan are missing."
    case .improved:
      "The arm is better than its baseline, or differs from it, and --fail-on forbids that."
    case .noBaseline: "Record it with 'feedlab baseline record'."
    case .unusableBaseline:
      "The baseline has another format, seed or world than the scenario; --rerun-baseline may help."
    case .uncheckedBaseline:
      "A folder has a baseline whose scenario was not checked, or two scenarios have one name."
    case .usage: "The message names the option and what it expects. Nothing was simulated."
    case .invalidData: "Each fault is reported as file:line:column. Nothing was simulated."
    case .notFound: "A plan or its store does not exist."
    case .defect:
      "The machines of distributed work or their programs differ, or an external ranker gave one request two orders. Do not retry."
    case .tryAgain:
      "The disk is full, the time is up, a unit crashed, or a signal stopped the worker."
    case .interrupted:
      "Ctrl-C. Where finished worlds are kept, the message has the command that continues."
    case .readerGone:
      "A pipe was closed early, as 'head' does. Files of the command were written before its report."
    }
  }

  /// All codes with their meanings, as one sentence without its end.
  public static var list: String {
    allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ")
  }
}
