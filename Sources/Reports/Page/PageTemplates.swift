internal import Mustache
internal import PageResources
internal import ReportKit

/// The templates of the page.
struct PageTemplates: Sendable {
  private let library: MustacheLibrary

  static let standard = PageTemplates()

  private init() {
    // The name must be registered before the first template that uses it is parsed.
    MustacheContentTypes.register(EscapedText(), named: "FEEDLAB-HTML")
    do {
      library = MustacheLibrary(templates: [
        "page": try MustacheTemplate(string: PageResource.page.text),
        "figure": try MustacheTemplate(string: PageResource.figure.text),
        "table": try MustacheTemplate(string: PageResource.table.text),
        "spark": try MustacheTemplate(string: PageResource.spark.text),
      ])
    } catch {
      preconditionFailure("a template of the page is broken: \(error)")
    }
  }

  func render(_ page: PageModel) -> String {
    guard let text = library.render(page, withTemplate: "page") else {
      preconditionFailure("the page has no template")
    }
    return text
  }
}

private struct EscapedText: MustacheContentType {
  func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}
