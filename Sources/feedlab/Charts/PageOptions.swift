internal import ArgumentParser
internal import Reports

/// What the HTML report is made with.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The library that draws the charts of the HTML report, instead of the one that is installed.",
      valueName: "file"), completion: .file())
  var chartLibrary: String?

  /// Paths of the files that it names.
  var inputs: [String] { chartLibrary.map { [$0] } ?? [] }

  /// - Returns: `nil` where there is none.
  func library() throws -> ChartLibrary? {
    try ChartLibraryFile.find(named: chartLibrary)?.library()
  }

  /// Says what a report without the library lacks.
  ///
  /// - Parameter page: The report's file.
  static func warn(
    ofMissing library: ChartLibrary?, in page: String = "report.html", _ report: ReportOptions
  ) {
    guard library == nil, !report.quiet else { return }
    StandardStream.error.tell(
      "feedlab: warning: \(page) has tables in place of charts, since there is no chart library;"
        + " \(ChartLibraryFile.remedy)")
  }
}
