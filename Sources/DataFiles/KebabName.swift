/// A name in kebab-case: words of small letters and digits, joined by hyphens.
package enum KebabName {
  package static let description =
    "a name of at most \(longest) small letters, digits and hyphens, such as long-half-life"
  /// Names are columns of tables and parts of file names.
  private static let longest = 100
  /// The keywords of JSON Schema for such a name.
  package static let schema: [String: JSONValue] = [
    "pattern": .string("^[a-z0-9]+(-[a-z0-9]+)*$"), "maxLength": .whole(UInt64(longest)),
  ]

  package static func isValid(_ text: String) -> Bool {
    text.utf8.count <= longest
      && text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
        !word.isEmpty && word.utf8.allSatisfy(isLetterOrDigit)
      }
  }

  /// The nearest such name: what is neither letter nor digit becomes a hyphen. It is empty for a text without any.
  package static func nearest(to text: String) -> String {
    let letters = text.lowercased().utf8.prefix(longest)
      .map { isLetterOrDigit($0) ? $0 : UInt8(ascii: "-") }
    return letters.split(separator: UInt8(ascii: "-"))
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
