internal import DataFiles

/// How many worlds: `8`, `auto`, which is `8..64`, or `8..64`, looks from 8 worlds to 64.
package enum ReplicationsForm {
  static let worlds = NumberForm(range: 1...1_000_000, isWhole: true, unit: "worlds")
  package static let description =
    "\(worlds), a range such as 8..64, or auto, which is"
    + " \(text(.auto))"
  static let rangePattern = "^[0-9]+[.][.][0-9]+$"
  private static let automatic = "auto"

  /// The number or range, or `nil` if the text is none or out of range; the second number of a range is larger than
  /// the first, which is 2 at least, since one world has no spread to stop by.
  package static func replications(_ text: String) -> Scenario.Replications? {
    if text == automatic { return .auto }
    guard let dots = text.firstRange(of: "..") else { return count(text[...]).map { .fixed($0) } }
    guard let first = count(text[..<dots.lowerBound]), let most = count(text[dots.upperBound...]),
      first >= 2, first < most
    else { return nil }
    return .looks(first: first, most: most)
  }

  /// As a scenario writes it.
  package static func text(_ replications: Scenario.Replications) -> String {
    switch replications {
    case .fixed(let worlds): "\(worlds)"
    case .looks(let first, let most): "\(first)..\(most)"
    }
  }

  static func json(_ replications: Scenario.Replications) -> JSONValue {
    if case .fixed(let worlds) = replications { return .number(Double(worlds)) }
    return .string(text(replications))
  }

  private static func count(_ text: Substring) -> Int? {
    PlainNumber(text).flatMap { worlds.admits($0.value) ? Int($0.value) : nil }
  }
}
