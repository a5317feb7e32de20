public import DataFiles
public import Experiments
public import Studies

/// Results that have an HTML page.
public protocol PagedResults {
  static var pageFile: ResultFile { get }
  /// - Parameter library: What draws its charts; `nil` for tables instead.
  func page(library: ChartLibrary?) -> String
}

extension ExperimentResults: PagedResults {
  public static var pageFile: ResultFile { .page }

  public func page(library: ChartLibrary?) -> String { HTMLReport(self).text }
}

extension TuningResults: PagedResults {
  public static var pageFile: ResultFile { .tuningPage }

  public func page(library: ChartLibrary?) -> String { TuningPage(self, library: library).text }
}
