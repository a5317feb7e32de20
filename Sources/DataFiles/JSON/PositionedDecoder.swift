/// Reads `Decodable` values from JSON; a value that does not fit is a ``LocatedFault`` at its location. Numbers with a
/// fraction are measured numbers: see ``MeasuredNumber``.
///
/// Keys of a dictionary are read in their order, so that the first fault is the same in every process.
package struct PositionedDecoder: Sendable {
  private let file: String
  private let bytes: [UInt8]
  /// The message on the file where a member is missing.
  private let otherwise: String

  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: Path by which faults name it.
  ///   - otherwise: Ends the message about a missing member, such as `this is no baseline of FeedLab`.
  package init(_ bytes: [UInt8], file: String, otherwise: String) {
    self.bytes = bytes
    self.file = file
    self.otherwise = otherwise
  }

  /// The value that the whole file is.
  ///
  /// - Throws: The first fault.
  package func decode<Value: Decodable>(
    _ type: Value.Type = Value.self
  ) throws(LocatedFault) -> Value {
    try decode(type, from: PositionedJSON(bytes, file: file))
  }

  /// The value that a part of the file is.
  package func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from json: PositionedJSON
  ) throws(LocatedFault) -> Value {
    do {
      return try PositionedValue(json: json, reader: self, codingPath: []).decode(type)
    } catch let misfit as Misfit {
      throw LocatedFault(
        file: file, bytes: bytes, offset: misfit.offset, message: misfit.message)
    } catch {
      preconditionFailure("decoding \(type) failed outside of the values: \(error)")
    }
  }

  fileprivate func missing(_ name: String) -> String { "'\(name)' is missing; \(otherwise)" }
}

/// What is wrong at a byte; the line and column are counted once, by the caller.
private struct Misfit: Error {
  let message: String
  let offset: Int
}

extension Decoder {
  /// The error of a value that has the right type but no meaning.
  package func misfit(_ message: String) -> any Error { positioned.misfit(message) }

  /// The error of a value that is not what it should be.
  package func expected(_ what: String) -> any Error { positioned.expected(what) }

  fileprivate var positioned: PositionedValue {
    guard let value = self as? PositionedValue else {
      preconditionFailure("a value of another decoder")
    }
    return value
  }
}

extension PositionedJSON: Decodable {
  /// The value itself, with its position.
  package init(from decoder: any Decoder) throws {
    self = decoder.positioned.json
  }
}

/// A value that is being decoded.
private struct PositionedValue: Decoder {
  let json: PositionedJSON
  let reader: PositionedDecoder
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  func misfit(_ message: String) -> Misfit { Misfit(message: message, offset: json.offset) }

  func expected(_ what: String) -> Misfit {
    let path = codingPath.map(\.stringValue.excerpt).joined(separator: ".")
    let key = path.isEmpty ? "" : "'\(path)': "
    return misfit("\(key)expected \(what), found \(json.summary)")
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = json.content else { throw expected("an object") }
    return KeyedDecodingContainer(Members(value: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json.content else { throw expected("a list") }
    return Elements(value: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Scalar(value: self) }
}

private struct Scalar: SingleValueDecodingContainer {
  let value: PositionedValue
  var codingPath: [any CodingKey] { value.codingPath }

  func decodeNil() -> Bool { if case .null = value.json.content { true } else { false } }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let isTrue) = value.json.content else {
      throw value.expected("true or false")
    }
    return isTrue
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let text) = value.json.content else { throw value.expected("a text") }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard case .number(let text) = value.json.content, let number = Double(text) else {
      throw value.expected("a number")
    }
    guard number.isMeasured else { throw value.expected(MeasuredNumber.description) }
    return number
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

  private func whole<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    guard case .number(let text) = value.json.content, let number = Number(text) else {
      throw value.expected("a whole number\(Number.isSigned ? "" : " from 0 up")")
    }
    return number
  }

  func decode(_ type: Int.Type) throws -> Int { try whole(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try whole(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value.decode(type) }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let value: PositionedValue
  let members: [String: PositionedJSON]
  var codingPath: [any CodingKey] { value.codingPath }
  var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func member(_ key: Key) throws -> PositionedValue {
    guard let json = members[key.stringValue] else {
      throw value.misfit(value.reader.missing(key.stringValue))
    }
    return PositionedValue(json: json, reader: value.reader, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try Scalar(value: member(key)).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { value }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct Elements: UnkeyedDecodingContainer {
  let value: PositionedValue
  let elements: [PositionedJSON]
  var currentIndex = 0
  var codingPath: [any CodingKey] { value.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  private mutating func next() throws -> PositionedValue {
    guard !isAtEnd else { throw value.expected("more than \(elements.count) elements") }
    defer { currentIndex += 1 }
    return PositionedValue(
      json: elements[currentIndex], reader: value.reader, codingPath: codingPath)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, case .null = elements[currentIndex].content else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().decode(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}
