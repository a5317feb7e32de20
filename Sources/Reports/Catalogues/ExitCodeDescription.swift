internal import DataFiles
internal import ReportKit

/// What exit codes mean: all of them, or one.
public struct ExitCodeDescription: TopicDescription {
  private let codes: [ExitCode]

  /// The numbers of all codes.
  public static let names = ExitCode.allCases.map { "\($0.rawValue)" }

  /// - Parameter names: Numbers of codes; others are skipped.
  public init(_ names: [String]) {
    codes = ExitCode.allCases.filter { names.contains("\($0.rawValue)") }
  }

  public func text(width: Int) -> String {
    FactSheet.text(
      title: "Exit codes",
      facts: codes.map { ("\($0.rawValue)", "\($0.meaning). \($0.detail)") }, width: width)
  }

  public var markdown: String {
    MarkdownText.table(
      ["Exit code", "Meaning", "Details"],
      codes.map {
        [MarkdownText.code("\($0.rawValue)")] + [$0.meaning, $0.detail].map(MarkdownText.plain)
      })
  }

  /// An array of objects.
  public var json: String {
    JSONValue.array(
      codes.map {
        .object([
          "code": JSONValue(Int($0.rawValue)), "meaning": .string($0.meaning),
          "detail": .string($0.detail),
        ])
      }
    ).indented
  }
}
