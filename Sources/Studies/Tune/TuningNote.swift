internal import Experiments
internal import ReportKit
internal import Scenarios

/// A comment at the head of a scenario that says where its tuned values come from.
public struct TuningNote {
  private let results: TuningResults

  private static let mark = "# Tuned by feedlab "

  public init(_ results: TuningResults) { self.results = results }

  /// The lines of the comment.
  private var lines: [String] {
    let words = TuningWords(results)
    let tuning = results.design.tuning
    return [
      "\(Self.mark)\(FeedLab.version): \(tuning.arm), \(tuning.chosenMethod.rawValue), budget"
        + " \(tuning.budget) worlds, seed \(results.design.experiment.seed).",
      "# \(words.answer.text)",
    ]
  }

  /// A scenario's text with the comment before it, in place of that of an earlier tuning; JSON has no
  /// comments and stays as it is. A byte order mark stays in front, and lines end as the first one does.
  ///
  /// - Parameter file: The name of its file.
  public func added(to text: String, of file: String) -> String {
    guard !file.hasSuffix(".json") else { return text }
    let hasByteOrderMark = text.unicodeScalars.first == "\u{FEFF}"
    var rest = text.utf8.dropFirst(hasByteOrderMark ? 3 : 0)
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let end = rest[0].utf8.last == UInt8(ascii: "\r") ? "\r" : ""
    if rest.first?.hasPrefix(Self.mark) == true {
      rest.removeFirst()
      if rest.first?.hasPrefix("#") == true { rest.removeFirst() }
    }
    return (hasByteOrderMark ? "\u{FEFF}" : "")
      + (lines.map { $0 + end } + rest).joined(separator: "\n")
  }
}
