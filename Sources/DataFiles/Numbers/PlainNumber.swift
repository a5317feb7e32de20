/// A finite decimal number, as YAML 1.2 and JSON write it: `-5`, `0.25`, `.5`, `1e6`.
///
/// Hexadecimal, octal, underscores, `.inf` and `.nan` are no numbers here.
package struct PlainNumber {
  package let value: Double

  package init?(_ text: some StringProtocol) {
    var rest = Substring(text).utf8
    rest.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let whole = rest.dropDigits()
    let fraction = rest.drop({ $0 == UInt8(ascii: ".") }) ? rest.dropDigits() : 0
    guard whole + fraction > 0 else { return nil }
    if rest.drop({ $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
      rest.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
      guard rest.dropDigits() > 0 else { return nil }
    }
    guard rest.isEmpty, let value = Double(text), value.isFinite else { return nil }
    self.value = value
  }
}

extension Substring.UTF8View {
  /// Drops the first byte if it is one of those meant.
  @discardableResult
  fileprivate mutating func drop(_ isMeant: (UInt8) -> Bool) -> Bool {
    guard let first, isMeant(first) else { return false }
    removeFirst()
    return true
  }

  /// Drops digits and counts them.
  fileprivate mutating func dropDigits() -> Int {
    let digits = prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    removeFirst(digits)
    return digits
  }
}

extension Double {
  /// The shortest decimal number that reads back as this one, whole numbers without a point.
  package var shortest: String {
    self == rounded() && magnitude < 0x1p53 ? "\(Int64(self))" : "\(self)"
  }
}

extension Int {
  /// With a comma after each three digits.
  package var grouped: String {
    let digits = String(self)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}

extension Double {
  /// With this many decimals, for a value from 0 that is below 10⁹; half away from zero.
  package func fixed(_ decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((self * Double(scale)).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: decimals - fraction.count)
      + fraction
  }
}
