internal import DataFiles
internal import SocialFeed

/// The values of a service's headers, of which messages repeat no piece.
///
/// Texts of a service are cut before they are a part of a message, so that a message may have any piece of a value: it
/// hides each sequence of 8 characters that a value has, and shorter ones beside the mark of a cut.
package struct HeaderSecrets {
  /// The shortest value, and the shortest piece beside a cut, that is hidden.
  private static let shortest = 4
  /// A piece of so many characters is hidden wherever it is.
  private static let longestPiece = 8

  /// Values, also without the name of a scheme such as `Bearer`, in the form of texts on one line and in JSON.
  private let values: [[Unicode.Scalar]]

  package init(_ headers: [String]) {
    let forms = headers.flatMap { value -> [String] in
      let json = String(JSONValue.string(value).canonical.dropFirst().dropLast())
      let credentials = value.split(separator: " ", maxSplits: 1).dropFirst()
      return [value, json] + credentials.map(String.init)
    }
    values = forms.map { Array($0.oneLine.unicodeScalars) }.filter { $0.count >= Self.shortest }
  }

  /// The text with `***` in place of each piece of a value.
  ///
  /// - Complexity: O(*n* + *m*) for *n* characters of the text and *m* of all values.
  package func hidden(in text: String) -> String {
    guard !values.isEmpty else { return text }
    let scalars = Array(text.unicodeScalars)
    var isHidden = [Bool](repeating: false, count: scalars.count)
    func hide(_ range: Range<Int>) { for index in range { isHidden[index] = true } }
    for size in Self.shortest...Self.longestPiece {
      let pieces = Set(
        values.filter { min($0.count, Self.longestPiece) == size }
          .flatMap { value in Self.pieces(of: value, size).map { value[$0] } })
      guard !pieces.isEmpty else { continue }
      for range in Self.pieces(of: scalars, size) where pieces.contains(scalars[range]) {
        hide(range)
      }
    }
    for index in scalars.indices where scalars[index] == "…" {
      for value in values {
        for length in Self.shortest..<min(value.count, Self.longestPiece) {
          let (before, after) = (index - length..<index, index + 1..<index + 1 + length)
          if before.lowerBound >= 0, scalars[before] == value.prefix(length) { hide(before) }
          if after.upperBound <= scalars.count, scalars[after] == value.suffix(length) {
            hide(after)
          }
        }
      }
    }
    var shown = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if !isHidden[index] {
        shown.append(scalar)
      } else if index == 0 || !isHidden[index - 1] {
        shown.append(contentsOf: "***".unicodeScalars)
      }
    }
    return String(shown)
  }

  /// Where the pieces of a length are that begin with no blank, which a text may have before a value of its own accord.
  private static func pieces(of scalars: [Unicode.Scalar], _ size: Int) -> [Range<Int>] {
    scalars.indices.dropLast(size - 1).filter { scalars[$0] != " " }.map { $0..<$0 + size }
  }
}
