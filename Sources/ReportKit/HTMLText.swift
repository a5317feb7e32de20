internal import DataFiles
internal import Foundation

/// Text for HTML.
package enum HTMLText {
  /// Text as the content of an element or the value of an attribute in quotation marks.
  ///
  /// It is escaped by scalar: a quotation mark with a combining mark is one character for Swift, but a browser reads
  /// the quotation mark as the end of an attribute. Control characters and line breaks become blanks.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// An element; the content is not escaped.
  ///
  /// - Parameter style: Declarations of CSS; none for an empty text.
  static func element(_ tag: String, style: String = "", _ content: String) -> String {
    let attribute = style.isEmpty ? "" : " style=\"\(style)\""
    return "<\(tag)\(attribute)>\(content)</\(tag)>"
  }

  /// The source in a Content-Security-Policy that admits a style sheet or a script of the page itself, such as
  /// `'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='` for an empty one.
  ///
  /// Source: CSP Level 3, sections 2.3.1 (`hash-source`) and 6.7.3.3.
  package static func policySource(of text: String) -> String {
    let digits = Array(SHA256.hexDigest(of: text))
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return "'sha256-\(Data(bytes).base64EncodedString())'"
  }
}
