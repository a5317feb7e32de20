internal import DataFiles

/// A format of printed results.
public enum ReportFormat: String, Sendable, CaseIterable {
  case text, markdown, mail, json, csv, tsv

  /// - Parameters:
  ///   - width: The number of columns for text.
  ///   - hasStyle: Whether text has bold and colour.
  public func render(_ document: Document, width: Int = 100, hasStyle: Bool = false) -> String {
    render(document, width: width, hasStyle: hasStyle, program: .plain)
  }

  /// - Parameter program: The name in the commands of text.
  package func render(
    _ document: Document, width: Int, hasStyle: Bool, program: ProgramName
  ) -> String {
    switch self {
    case .text:
      TextRenderer(width: width, hasStyle: hasStyle, program: program).text(document.blocks())
    case .markdown: MarkdownRenderer.text(document.blocks(), limitNote: document.limitNote)
    case .mail: HTMLRenderer.mail(document.blocks(), limitNote: document.limitNote)
    case .json: document.json().indented
    case .csv: document.table().text(.commas)
    case .tsv: document.table().text(.tabs)
    }
  }
}

extension Document {
  /// A page of HTML with drawings and without scripts.
  ///
  /// - Parameter style: A style sheet that gives the colours of drawings their values.
  package func page(style: String) -> String { HTMLRenderer.page(blocks(), style: style) }
}

/// Results that have a document.
public protocol Documented {
  var document: Document { get }
}

extension Documented {
  public var json: String { ReportFormat.json.render(document) }
  public var csv: String { ReportFormat.csv.render(document) }
  public var markdown: String { ReportFormat.markdown.render(document) }
  public var mail: String { ReportFormat.mail.render(document) }
}
