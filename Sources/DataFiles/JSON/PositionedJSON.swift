/// A JSON value of a file, and where in the file it begins.
///
/// Source: RFC 8259; a name that stands twice in an object is a fault.
package struct PositionedJSON: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    /// The digits in the text.
    case number(String)
    case string(String)
    case array([PositionedJSON])
    case object([String: PositionedJSON])
  }

  package let content: Content
  /// Bytes before it.
  package let offset: Int

  /// Its kind, for a message.
  package var summary: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text): text.excerpt
    case .string(let text): "the text '\(text.excerpt)'"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension PositionedJSON {
  /// Deeper values are refused, which no results of ours have.
  private static let deepest = 100

  /// Reads a text that is one JSON value.
  package init(_ bytes: [UInt8], file: String) throws(LocatedFault) {
    var reader = JSONBytes(bytes: bytes, file: file)
    self = try reader.value(depth: Self.deepest)
    reader.skipBlanks()
    guard reader.next == nil else { throw reader.fault("expected the end of the file") }
  }
}

private struct JSONBytes {
  let bytes: [UInt8]
  let file: String
  private var at = 0

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  func fault(_ message: String, at offset: Int? = nil) -> LocatedFault {
    LocatedFault(file: file, bytes: bytes, offset: offset ?? at, message: message)
  }

  mutating func skipBlanks() {
    while let next, [0x20, 0x09, 0x0A, 0x0D].contains(next) { at += 1 }
  }

  mutating func value(depth: Int) throws(LocatedFault) -> PositionedJSON {
    skipBlanks()
    let offset = at
    guard depth > 0 else { throw fault("values are too deep in each other") }
    let content: PositionedJSON.Content =
      switch next {
      case UInt8(ascii: "{"): .object(try object(depth: depth))
      case UInt8(ascii: "["): .array(try array(depth: depth))
      case UInt8(ascii: "\""): .string(try string())
      case UInt8(ascii: "t"): try word("true", .bool(true))
      case UInt8(ascii: "f"): try word("false", .bool(false))
      case UInt8(ascii: "n"): try word("null", .null)
      case nil: throw fault("the file ends where a value is expected")
      default: .number(try number())
      }
    return PositionedJSON(content: content, offset: offset)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard next == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(LocatedFault) {
    guard take(character) else {
      throw fault(
        next == nil ? "the file ends where '\(character)' is expected" : "expected '\(character)'")
    }
  }

  private mutating func object(depth: Int) throws(LocatedFault) -> [String: PositionedJSON] {
    try expect("{")
    var members: [String: PositionedJSON] = [:]
    if take("}") { return members }
    repeat {
      skipBlanks()
      let offset = at
      guard next == UInt8(ascii: "\"") else { throw fault("expected a name in quotes") }
      let name = try string()
      try expect(":")
      let value = try value(depth: depth - 1)
      guard members.updateValue(value, forKey: name) == nil else {
        throw fault("'\(name.excerpt)' is there twice", at: offset)
      }
    } while take(",")
    try expect("}")
    return members
  }

  private mutating func array(depth: Int) throws(LocatedFault) -> [PositionedJSON] {
    try expect("[")
    var elements: [PositionedJSON] = []
    if take("]") { return elements }
    repeat { elements.append(try value(depth: depth - 1)) } while take(",")
    try expect("]")
    return elements
  }

  private mutating func word(
    _ word: String, _ content: PositionedJSON.Content
  ) throws(LocatedFault) -> PositionedJSON.Content {
    guard bytes[at...].starts(with: word.utf8) else { throw fault("expected a value") }
    at += word.utf8.count
    return content
  }

  /// A sign, digits without a zero before others, a fraction and an exponent.
  private mutating func number() throws(LocatedFault) -> String {
    let start = at
    skip("-")
    let hasZero = next == UInt8(ascii: "0")
    let digits = skipDigits()
    var isNumber = digits == 1 || digits > 1 && !hasZero
    if skip(".") { isNumber = skipDigits() > 0 && isNumber }
    if skip("e") || skip("E") {
      if !skip("+") { skip("-") }
      isNumber = skipDigits() > 0 && isNumber
    }
    // Such as the second point of 1.2.3.
    if let next, "+-.eE".utf8.contains(next) { isNumber = false }
    guard isNumber else { throw fault("expected a value", at: start) }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  @discardableResult
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  /// - Returns: How many there were.
  private mutating func skipDigits() -> Int {
    let start = at
    while let next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= next { at += 1 }
    return at - start
  }

  private mutating func string() throws(LocatedFault) -> String {
    at += 1
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault("a text goes on past the end of its line") }
      at += 1
      if byte == UInt8(ascii: "\\") { text += try escaped() } else { text.append(byte) }
    }
    guard next != nil else { throw fault("the file ends inside a text") }
    at += 1
    guard let string = String(validating: text, as: UTF8.self) else {
      throw fault("this is not UTF-8 text")
    }
    return string
  }

  /// What follows a backslash, as UTF-8.
  private mutating func escaped() throws(LocatedFault) -> [UInt8] {
    guard let byte = next else { throw fault("the file ends inside a text") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      var unit = try codeUnit()
      var units = [unit]
      if UTF16.isLeadSurrogate(unit), bytes[at...].starts(with: "\\u".utf8) {
        at += 2
        unit = try codeUnit()
        units.append(unit)
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    default: throw fault("no text has '\\' before this", at: at - 1)
    }
  }

  private mutating func codeUnit() throws(LocatedFault) -> UInt16 {
    let digits = String(decoding: bytes[at...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let unit = UInt16(digits, radix: 16)
    else { throw fault("expected four hexadecimal digits") }
    at += 4
    return unit
  }
}

extension PositionedJSON {
  /// Without its positions.
  package var value: JSONValue {
    switch content {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let text): Self.number(text)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.mapValues(\.value))
    }
  }

  /// The value of a number's text, whole where a `Double` might not hold it; a text that is no number makes another
  /// text.
  private static func number(_ text: String) -> JSONValue {
    let number = Double(text).flatMap { $0.isFinite ? $0 : nil }
    if let number, number.shortest == text { return .number(number) }
    return UInt64(text).map(JSONValue.whole) ?? number.map(JSONValue.number) ?? .string(text)
  }
}

extension JSONValue {
  /// The same after it has been written and read.
  package var reread: JSONValue {
    guard let read = try? PositionedJSON(Array(canonical.utf8), file: "") else {
      preconditionFailure("no JSON: \(canonical)")
    }
    return read.value
  }
}
