public import DataFiles
public import Experiments
public import Studies

/// Results that have an HTML page.
public protocol PagedResults {
  static var pageFile: ResultFile { get }
  var page: String { get }
}

extension ExperimentResults: PagedResults {
  public static var pageFile: ResultFile { .page }

  public var page: String { HTMLReport(self).text }
}

extension TuningResults: PagedResults {
  public static var pageFile: ResultFile { .tuningPage }

  public var page: String { TuningPage(self).text }
}
