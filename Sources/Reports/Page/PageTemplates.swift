internal import Mustache
internal import PageResources

/// The templates of the page.
struct PageTemplates: Sendable {
  private let library: MustacheLibrary

  static let standard = PageTemplates()

  private init() {
    // The name must be registered before the first template that uses it is parsed.
    MustacheContentTypes.register(HTMLText(), named: "FEEDLAB-HTML")
    do {
      library = MustacheLibrary(templates: [
        "page": try MustacheTemplate(string: PageResource.page.text),
        "figure": try MustacheTemplate(string: PageResource.figure.text),
        "table": try MustacheTemplate(string: PageResource.table.text),
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

/// Escapes by scalar: a quotation mark with a combining mark is one character for Swift, which the library does
/// not escape, but a browser reads the quotation mark as the end of an attribute.
private struct HTMLText: MustacheContentType {
  func escapeText(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
