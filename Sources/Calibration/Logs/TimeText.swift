/// A time written as `2018-03-12T17:14:46.030Z`, `2018-03-12 17:14`, `2018-03-12` or `20180312`.
///
/// Source: ISO 8601, the proleptic Gregorian calendar; Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", 2013, for the days.
package struct TimeText {
  /// Seconds since 1970-01-01 00:00 on the clock of the text.
  package let local: Double
  /// How many seconds that clock is ahead of UTC, where the text has an offset.
  package let offset: Double?

  package init?(_ bytes: ArraySlice<UInt8>) {
    var scanner = Scanner(rest: bytes)
    guard let year = scanner.number(4) else { return nil }
    let hasHyphens = scanner.skip("-")
    guard let month = scanner.number(2), !hasHyphens || scanner.skip("-"),
      let day = scanner.number(2), let days = Self.day(year: year, month: month, day: day)
    else { return nil }
    guard !scanner.rest.isEmpty else {
      local = Double(days) * 86_400
      offset = nil
      return
    }
    guard scanner.skip("T") || scanner.skip(" "), let time = scanner.timeOfDay() else { return nil }
    local = Double(days) * 86_400 + time
    _ = scanner.skip(" ")
    guard !scanner.rest.isEmpty else {
      offset = nil
      return
    }
    guard let offset = Self.offset(Array(scanner.rest)) else { return nil }
    self.offset = offset
  }

  /// Seconds of `Z`, `UTC`, `+08:00`, `+0800` or `+08`.
  package static func offset(_ bytes: [UInt8]) -> Double? {
    if bytes == Array("Z".utf8) || bytes == Array("UTC".utf8) { return 0 }
    var scanner = Scanner(rest: bytes[...])
    let isNegative = scanner.skip("-")
    guard isNegative || scanner.skip("+"), let hours = scanner.number(2), hours <= 18 else {
      return nil
    }
    _ = scanner.skip(":")
    let minutes = scanner.rest.isEmpty ? 0 : scanner.number(2)
    guard let minutes, minutes < 60, scanner.rest.isEmpty else { return nil }
    return Double(hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
  }

  /// The number of a date, from 1970-01-01.
  package static func day(year: Int, month: Int, day: Int) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length =
      switch month {
      case 2: isLeap ? 29 : 28
      case 4, 6, 9, 11: 30
      case 1...12: 31
      default: 0
      }
    guard day >= 1, day <= length else { return nil }
    let shifted = month > 2 ? year : year - 1
    let century = shifted / 400
    let yearOfEra = shifted - century * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return century * 146_097 + dayOfEra - 719_468
  }

  /// The year of a day from 1970-01-01 on.
  package static func year(ofDay day: Int) -> Int {
    var year = 1970 + Int(Double(day) / 365.2425)
    while Self.day(year: year + 1, month: 1, day: 1)! <= day { year += 1 }
    while Self.day(year: year, month: 1, day: 1)! > day { year -= 1 }
    return year
  }
}

/// Steps through the characters of a time.
private struct Scanner {
  var rest: ArraySlice<UInt8>

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// A number of exactly so many digits.
  mutating func number(_ digits: Int) -> Int? {
    guard rest.count >= digits else { return nil }
    var value = 0
    for byte in rest.prefix(digits) {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte) - 48
    }
    rest.removeFirst(digits)
    return value
  }

  /// Seconds of `17:14`, `17:14:46` or `17:14:46.030`.
  mutating func timeOfDay() -> Double? {
    guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60 else {
      return nil
    }
    guard skip(":") else { return Double(hour * 3600 + minute * 60) }
    guard let second = number(2), second <= 60 else { return nil }
    var fraction = 0.0
    if skip(".") {
      var scale = 1.0
      guard let first = rest.first, (48...57).contains(first) else { return nil }
      while let byte = rest.first, (48...57).contains(byte) {
        scale *= 10
        fraction = fraction * 10 + Double(byte) - 48
        rest.removeFirst()
      }
      fraction /= scale
    }
    return Double(hour * 3600 + minute * 60 + second) + fraction
  }
}
