internal import DataFiles

/// A format in which results are printed.
public enum ReportFormat: String, Sendable, CaseIterable {
  case text, markdown, json, csv, tsv

  /// - Parameters:
  ///   - width: The number of columns for text.
  ///   - hasStyle: Whether text has bold and colour.
  public func render(_ document: Document, width: Int = 100, hasStyle: Bool = false) -> String {
    switch self {
    case .text: TextRenderer(width: width, hasStyle: hasStyle).text(document.blocks())
    case .markdown: MarkdownRenderer.text(document.blocks(), limitNote: document.limitNote)
    case .json: document.json().indented
    case .csv: document.table().text(.commas)
    case .tsv: document.table().text(.tabs)
    }
  }
}

/// Results that have a document.
public protocol Documented {
  var document: Document { get }
}

extension Documented {
  public var json: String { ReportFormat.json.render(document) }
  public var csv: String { ReportFormat.csv.render(document) }
  public var markdown: String { ReportFormat.markdown.render(document) }
}
