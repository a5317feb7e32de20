/// A name in kebab-case: words of small letters and digits, joined by hyphens.
package enum KebabName {
  package static let description =
    "a name of small letters, digits and hyphens, such as long-half-life"
  package static let pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"

  package static func isValid(_ text: String) -> Bool {
    text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty && word.utf8.allSatisfy(isLetterOrDigit)
    }
  }

  /// The nearest such name: what is neither letter nor digit becomes a hyphen.
  package static func nearest(to text: String) -> String {
    let letters = text.lowercased().utf8.map { isLetterOrDigit($0) ? $0 : UInt8(ascii: "-") }
    return letters.split(separator: UInt8(ascii: "-"))
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
