internal import ReportKit

/// The coverage of intervals, as headings and sentences have it.
package enum LevelWords {
  /// Such as `95% CI`.
  package static func heading(_ level: Double) -> String { "\(percent(level))% CI" }

  /// Such as `95 %`.
  package static func phrase(_ level: Double) -> String { "\(percent(level)) %" }

  private static func percent(_ level: Double) -> String {
    NumberText.plain((level * 1e6).rounded() / 1e4)
  }
}
