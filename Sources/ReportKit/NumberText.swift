internal import Foundation
internal import PortableMath

/// Numbers as text for people: the same on every machine, whatever its locale.
package enum NumberText {
  package static let minus = "\u{2212}"
  /// The sign for a missing number.
  package static let missing = "\u{2013}"

  /// Rounded to so many decimals, commas between thousands, and no sign before zero.
  ///
  /// - Parameter isSigned: Whether numbers above zero have a plus sign.
  package static func fixed(_ value: Double, decimals: Int, isSigned: Bool = false) -> String {
    let digits = String(format: "%.\(decimals)f", value.magnitude)
    let text = grouped(digits)
    guard digits.contains(where: { ("1"..."9").contains($0) }) else { return text }
    return (value < 0 ? minus : isSigned ? "+" : "") + text
  }

  /// A whole number with commas between thousands.
  package static func count(_ value: Int) -> String { fixed(Double(value), decimals: 0) }

  /// A count with its noun, such as `1 world` or `1,000 worlds`.
  ///
  /// - Parameter plural: The plural of the noun. Default: the noun with an `s`.
  package static func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(self.count(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// A count with commas between thousands, from a million on in millions with three figures.
  package static func brief(_ count: Double) -> String {
    count < 999_999.5 ? fixed(count, decimals: 0) : threeFigures(count / 1e6) + " M"
  }

  private static func threeFigures(_ value: Double) -> String {
    fixed(value, decimals: value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
  }

  /// A fraction as a signed percentage with one decimal, or none from 1000 % up.
  package static func percent(_ fraction: Double) -> String {
    let value = fraction * 100
    return fixed(value, decimals: value.magnitude < 1000 ? 1 : 0, isSigned: true) + "%"
  }

  /// A share as a whole percentage: 0% and 100% only for 0 and 1, `<1%` and `>99%` for shares within a percent
  /// of these.
  package static func share(_ fraction: Double) -> String {
    switch fraction {
    case 0: "0%"
    case 1: "100%"
    default: chance(fraction)
    }
  }

  /// A probability as a whole percentage. No probability that is inferred from worlds is exactly 0 or 1, so that
  /// these are `<1%` and `>99%` too.
  package static func chance(_ probability: Double) -> String {
    if probability < 0.01 { return "<1%" }
    if probability > 0.99 { return ">99%" }
    return fixed((probability * 100).rounded(), decimals: 0) + "%"
  }

  /// A probability with three decimals; never 0.000.
  package static func probability(_ p: Double) -> String {
    p < 0.001 ? "<0.001" : fixed(p, decimals: 3)
  }

  /// A number with no more decimals than it needs, such as days or a target.
  package static func plain(_ value: Double) -> String {
    let text = "\(value)"
    let short = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    return short.replacing("-", with: minus)
  }

  /// Rounded to so many significant figures, without zeros at the end.
  package static func rounded(_ value: Double, figures: Int) -> String {
    guard value != 0 else { return "0" }
    let decimals = max(0, figures - 1 - Int(Portable.log10(value.magnitude).rounded(.down)))
    let text = fixed(value, decimals: decimals)
    guard text.contains(".") else { return text }
    let trimmed = text.reversed().drop { $0 == "0" }
    return String((trimmed.first == "." ? trimmed.dropFirst() : trimmed).reversed())
  }

  /// The number that a text without a unit shows.
  static func printed(_ text: String) -> Double {
    Double(text.filter { $0 != "," }.replacing(minus, with: "-")) ?? .nan
  }

  /// The smallest number of decimals, at most six, that shows a digit of a number; 0 for 0.
  package static func decimals(showing number: Double) -> Int {
    var (decimals, scaled) = (0, number)
    while scaled > 0, scaled < 1, decimals < mostDecimals {
      (decimals, scaled) = (decimals + 1, scaled * 10)
    }
    return decimals
  }

  /// The fewest decimals that show no end of an interval as equal to a limit that it differs from.
  ///
  /// - Parameter least: Enough where the ends differ from the limits by rounding only.
  package static func decimals(
    separating ends: [Double], from limits: [Double], least: Int
  ) -> Int {
    (least..<max(least + 1, 13)).first { decimals in
      ends.allSatisfy { end in
        limits.allSatisfy {
          $0 == end || fixed($0, decimals: decimals) != fixed(end, decimals: decimals)
        }
      }
    } ?? least
  }

  private static let mostDecimals = 6

  private static func grouped(_ digits: String) -> String {
    let whole = digits.prefix { $0 != "." }
    var text = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text + digits.dropFirst(whole.count)
  }
}
