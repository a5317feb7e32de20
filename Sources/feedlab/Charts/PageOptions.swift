internal import ArgumentParser
internal import Reports

/// The options of the HTML report.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The library that draws the charts of the HTML report, instead of the one that is installed.",
      valueName: "file"), completion: .file())
  var chartLibrary: String?

  /// The paths of the files that the options name.
  var inputs: [String] { chartLibrary.map { [$0] } ?? [] }

  /// - Returns: `nil` if there is none.
  func library() throws -> ChartLibrary? {
    try ChartLibraryFile.find(named: chartLibrary)?.library()
  }

  /// Warns that a report has no charts.
  ///
  /// - Parameter page: The report's file.
  static func warn(
    ofMissing library: ChartLibrary?, in page: String = "report.html", _ report: ReportOptions
  ) {
    guard library == nil, !report.quiet else { return }
    StandardStream.error.printLine(
      "feedlab: warning: \(page) has tables instead of charts, since there is no chart library;"
        + " \(ChartLibraryFile.remedy)")
  }
}
