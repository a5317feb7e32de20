internal import DataFiles
internal import Foundation

/// The scores in the answer of a service: a JSON object with a list `scores`.
package enum ScoreAnswer {
  /// The longest score, with what is around it.
  private static let longestScore = 64

  /// How long the answer to a request of so many candidates may be.
  static func longest(of count: Int) -> Int { ServiceCall.longestText + longestScore * count }

  /// - Parameter scores: As many as there are candidates.
  package static func read(
    _ bytes: [UInt8], into scores: inout MutableSpan<Double>
  ) throws(AnswerFault) {
    // Ten times as fast as a reader of any JSON, which finds out what is wrong where this one gives up.
    var plain = PlainScores(bytes: bytes)
    if plain.read(into: &scores) { return }
    let members = try AnswerReader.members(of: bytes[...])
    if members["type"] == .string(MessageKind.error.name) { throw .reported(members["message"]) }
    try AnswerReader.read(members["scores"], into: &scores)
  }
}

/// Reads `{"scores":[1,2.5]}`, with blanks anywhere, and no other form.
private struct PlainScores {
  let bytes: [UInt8]
  private var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// - Returns: Whether these are as many numbers, each of which a `Double` can hold.
  mutating func read(into scores: inout MutableSpan<Double>) -> Bool {
    guard take("{"), take("\""), bytes[at...].starts(with: #"scores""#.utf8) else { return false }
    at += 7
    guard take(":"), take("[") else { return false }
    for index in scores.indices {
      if index > 0, !take(",") { return false }
      skipBlanks()
      guard let number = number() else { return false }
      scores[index] = number
    }
    guard take("]"), take("}") else { return false }
    skipBlanks()
    return at == bytes.count
  }

  private mutating func skipBlanks() {
    while at < bytes.count, bytes[at] <= 0x20, " \n\r\t".utf8.contains(bytes[at]) { at += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    return skip(character)
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// The powers of ten that a `Double` has exactly.
  private static let powers = (0...22).map { pow(10.0, Double($0)) }

  /// A number of JSON.
  private mutating func number() -> Double? {
    let start = at
    let isNegative = skip("-")
    var (digits, exponent) = (UInt64(0), 0)
    let hasZero = at < bytes.count && bytes[at] == UInt8(ascii: "0")
    let whole = takeDigits(&digits)
    guard whole == 1 || whole > 1 && !hasZero else { return nil }
    var count = whole
    if skip(".") {
      let fraction = takeDigits(&digits)
      guard fraction > 0 else { return nil }
      (exponent, count) = (-fraction, count + fraction)
    }
    let hasExponent = skip("e") || skip("E")
    if hasExponent {
      if !skip("+") { _ = skip("-") }
      var ignored = UInt64(0)
      guard takeDigits(&ignored) > 0 else { return nil }
    }
    // Both numbers are exact, and the quotient is rounded once (Clinger, 1990).
    if !hasExponent, count <= 19, digits <= 1 << 53, exponent >= -22 {
      let magnitude = Double(digits) / Self.powers[-exponent]
      return isNegative ? -magnitude : magnitude
    }
    let number = Double(String(decoding: bytes[start..<at], as: UTF8.self))
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// - Returns: How many there were; the number means something for 19 at most.
  private mutating func takeDigits(_ number: inout UInt64) -> Int {
    let start = at
    while at < bytes.count, case let digit = bytes[at] &- 0x30, digit < 10 {
      number = number &* 10 &+ UInt64(digit)
      at += 1
    }
    return at - start
  }
}
