/// Numbers of tables that a program wrote, read without a text in between where that is exact.
extension RecordReader {
  /// The whole number that a field is, with or without a sign, or `nil`.
  package func integer(of field: Field) -> Int? {
    let (start, end) = trimmed(field)
    let isNegative = start < end && bytes[start] == UInt8(ascii: "-")
    var index = isNegative ? start + 1 : start
    guard index < end, end - index <= 18 else { return nil }
    var value = 0
    while index < end {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
      index += 1
    }
    return isNegative ? -value : value
  }

  /// The finite decimal number that a field is, rounded to the nearest double, or `nil`.
  package func decimal(of field: Field) -> Double? {
    let (start, end) = trimmed(field)
    if let value = shortDecimal(start, end) { return value }
    return PlainNumber(String(decoding: bytes[start..<end], as: UTF8.self)).map { $0.value + 0 }
  }

  /// A number of digits and a point whose digits, as a whole number, a double holds: dividing that by a
  /// power of ten, which a double holds too, rounds once.
  ///
  /// Source: Clinger, "How to read floating point numbers accurately", PLDI 1990.
  private func shortDecimal(_ start: Int, _ end: Int) -> Double? {
    guard start < end, end - start <= 20 else { return nil }
    let isNegative = bytes[start] == UInt8(ascii: "-")
    var digits: UInt64 = 0
    var decimals = 0
    var hasPoint = false
    var index = isNegative ? start + 1 : start
    guard index < end, bytes[end - 1] != UInt8(ascii: ".") else { return nil }
    while index < end {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digits <= 1 << 53 else { return nil }
      if digit < 10 {
        digits = digits &* 10 &+ UInt64(digit)
        decimals += hasPoint ? 1 : 0
      } else if bytes[index] == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        return nil
      }
      index += 1
    }
    guard digits <= 1 << 53 else { return nil }
    let value = Double(digits) / Self.powersOfTen[decimals]
    return isNegative && digits > 0 ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20,
  ]
}
