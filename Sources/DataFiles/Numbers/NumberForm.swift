/// A number as a document writes it, and which ones are allowed.
package struct NumberForm: Hashable, Sendable {
  package let range: ClosedRange<Double>
  package var isWhole = false
  /// Such as `days`; empty for a pure number.
  package var unit = ""

  package init(range: ClosedRange<Double>, isWhole: Bool = false, unit: String = "") {
    self.range = range
    self.isWhole = isWhole
    self.unit = unit
  }

  package func admits(_ value: Double) -> Bool {
    range.contains(value) && (!isWhole || value == value.rounded())
  }

  /// The number that a node holds, or `nil` if it holds none that is allowed.
  package func read(_ node: DocumentNode) -> Double? {
    guard case .scalar(let text, isQuoted: false) = node.content,
      let value = PlainNumber(text)?.value, admits(value)
    else { return nil }
    return value + 0  // −0 becomes 0
  }
}

extension NumberForm: CustomStringConvertible {
  package var description: String {
    "\(isWhole ? "a whole number" : "a number") from \(range.lowerBound.shortest)"
      + " to \(range.upperBound.shortest)\(unit.isEmpty ? "" : " (\(unit))")"
  }
}

/// A duration as a document writes it, such as `90s`, `5m`, `12h`, `7d`, and which ones are allowed.
package struct DurationForm: Hashable, Sendable {
  /// In seconds.
  package let range: ClosedRange<Double>

  package init(range: ClosedRange<Double>) { self.range = range }

  /// The seconds of a duration, or `nil` if it is none or out of range.
  package func seconds(_ text: String) -> Double? {
    guard let unit = text.last, let factor = Self.units.first(where: { $0.name == unit })?.seconds,
      let number = PlainNumber(text.dropLast())?.value, range.contains(number * factor)
    else { return nil }
    return number * factor + 0  // −0 becomes 0
  }

  /// Seconds in the largest unit that makes them a whole number.
  package static func text(_ seconds: Double) -> String {
    let unit =
      units.first {
        seconds >= $0.seconds && seconds.truncatingRemainder(dividingBy: $0.seconds) == 0
      }
      ?? units.last!
    return "\((seconds / unit.seconds).shortest)\(unit.name)"
  }

  /// From the largest to the smallest.
  static let units: [(name: Character, seconds: Double)] = [
    ("d", 86400), ("h", 3600), ("m", 60), ("s", 1),
  ]
}

extension DurationForm: CustomStringConvertible {
  package var description: String {
    "a duration from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound)),"
      + " such as 90s, 5m, 12h or 7d"
  }
}
