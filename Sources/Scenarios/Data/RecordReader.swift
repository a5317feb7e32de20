/// Reads a table of text, record by record, without copying a field.
///
/// Fields are separated by the first of comma, semicolon and tab that the first record has outside
/// quotes, otherwise by runs of blanks. A field in double quotes may hold separators and line
/// breaks, and a doubled quote for one. Lines end with LF, CRLF or CR. Empty lines and lines that
/// begin with `#` are passed over, and so is a byte order mark.
///
/// Source: RFC 4180; SNAP's edge lists for the comments.
struct RecordReader {
  /// A field of the record: a range of bytes, quotes left out.
  struct Field {
    var start: Int
    var end: Int
    var isQuoted = false
  }

  /// What is wrong with the quotes of a record, and the byte where it is.
  struct QuoteFault {
    let message: String
    let offset: Int
  }

  let bytes: [UInt8]
  /// The fields of the last record read.
  private(set) var fields: [Field] = []
  private(set) var quoteFault: QuoteFault?
  /// Where the last record begins.
  private(set) var recordStart = 0
  /// The line of `recordStart`, from 1.
  private(set) var line = 1
  private var offset: Int
  private var nextLine = 1
  private var separator: UInt8?
  private var isSeparatorKnown = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let quote = UInt8(ascii: "\"")
  private static let tab = UInt8(ascii: "\t")
  private static let blank = UInt8(ascii: " ")
}

extension RecordReader {
  /// Reads the next record into ``fields``.
  ///
  /// - Returns: `false` at the end of the table.
  mutating func readNext() -> Bool {
    quoteFault = nil
    guard skipToRecord() else { return false }
    if !isSeparatorKnown {
      separator = firstSeparator()
      isSeparatorKnown = true
    }
    fields.removeAll(keepingCapacity: true)
    recordStart = offset
    line = nextLine
    if let separator { readSeparated(by: separator) } else { readBlankSeparated() }
    endLine()
    return true
  }

  /// Passes over empty lines and comments.
  private mutating func skipToRecord() -> Bool {
    while offset < bytes.count {
      var first = offset
      while first < bytes.count, isBlank(bytes[first]) { first += 1 }
      guard first < bytes.count else { return false }
      if bytes[first] == UInt8(ascii: "#") {
        offset = endOfLine(from: first)
        endLine()
      } else if isLineEnd(bytes[first]) {
        offset = first
        endLine()
      } else {
        return true
      }
    }
    return false
  }

  private func firstSeparator() -> UInt8? {
    var isInQuotes = false
    var hasSemicolon = false
    var hasTab = false
    for index in offset..<bytes.count {
      let byte = bytes[index]
      if byte == Self.quote { isInQuotes.toggle() }
      guard !isInQuotes else { continue }
      if byte == UInt8(ascii: ",") { return byte }
      if isLineEnd(byte) { break }
      hasSemicolon = hasSemicolon || byte == UInt8(ascii: ";")
      hasTab = hasTab || byte == Self.tab
    }
    return hasSemicolon ? UInt8(ascii: ";") : hasTab ? Self.tab : nil
  }

  private mutating func readSeparated(by separator: UInt8) {
    while true {
      if offset < bytes.count, bytes[offset] == Self.quote {
        readQuoted(by: separator)
      } else {
        let start = offset
        while offset < bytes.count, bytes[offset] != separator, !isLineEnd(bytes[offset]) {
          offset += 1
        }
        fields.append(Field(start: start, end: offset))
      }
      guard offset < bytes.count, bytes[offset] == separator else { return }
      offset += 1
    }
  }

  private mutating func readQuoted(by separator: UInt8) {
    let start = offset + 1
    offset = start
    while offset < bytes.count {
      if bytes[offset] == Self.quote {
        guard offset + 1 < bytes.count, bytes[offset + 1] == Self.quote else { break }
        offset += 1
      } else if isLineEnd(bytes[offset]) {
        countLineEnd()
      }
      offset += 1
    }
    fields.append(Field(start: start, end: offset, isQuoted: true))
    guard offset < bytes.count else {
      quoteFault = QuoteFault(message: "this quote is never closed", offset: start - 1)
      return
    }
    offset += 1
    guard offset < bytes.count, bytes[offset] != separator, !isLineEnd(bytes[offset]) else {
      return
    }
    quoteFault = QuoteFault(message: "there is text after the closing quote", offset: offset)
    while offset < bytes.count, bytes[offset] != separator, !isLineEnd(bytes[offset]) {
      offset += 1
    }
  }

  private mutating func readBlankSeparated() {
    while offset < bytes.count, !isLineEnd(bytes[offset]) {
      if isBlank(bytes[offset]) {
        offset += 1
        continue
      }
      let start = offset
      while offset < bytes.count, !isBlank(bytes[offset]), !isLineEnd(bytes[offset]) {
        offset += 1
      }
      fields.append(Field(start: start, end: offset))
    }
  }

  private func endOfLine(from start: Int) -> Int {
    var index = start
    while index < bytes.count, !isLineEnd(bytes[index]) { index += 1 }
    return index
  }

  /// Steps over the end of a line, if one is here.
  private mutating func endLine() {
    guard offset < bytes.count else { return }
    countLineEnd()
    offset += 1
  }

  /// Counts the end of a line, whose last byte is then here.
  private mutating func countLineEnd() {
    if bytes[offset] == Self.carriageReturn, offset + 1 < bytes.count,
      bytes[offset + 1] == Self.lineFeed
    {
      offset += 1
    }
    nextLine += 1
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == Self.blank || byte == Self.tab }

  private func isLineEnd(_ byte: UInt8) -> Bool {
    byte == Self.lineFeed || byte == Self.carriageReturn
  }
}

// MARK: - Fields

extension RecordReader {
  /// The text of a field, doubled quotes made single and blanks around it dropped.
  func text(of field: Field) -> String {
    let (start, end) = trimmed(field)
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return field.isQuoted ? text.replacing("\"\"", with: "\"") : text
  }

  /// The whole number that a field is, of at most 18 digits, or `nil`.
  func wholeNumber(of field: Field) -> Int? {
    let (start, end) = trimmed(field)
    guard start < end else { return nil }
    var value = 0
    for index in start..<end {
      let digit = Int(bytes[index]) - Int(UInt8(ascii: "0"))
      guard (0...9).contains(digit), value < 100_000_000_000_000_000 else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  private func trimmed(_ field: Field) -> (start: Int, end: Int) {
    var (start, end) = (field.start, field.end)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return (start, end)
  }

  /// The line and the column of a byte of the last record.
  func position(of offset: Int) -> TextPosition {
    position(of: offset, inRecordAt: recordStart, line: line)
  }

  /// The line and the column of a byte of a record, from 1; a column is a Unicode scalar.
  ///
  /// - Parameter line: Where the record begins.
  func position(of offset: Int, inRecordAt start: Int, line: Int) -> TextPosition {
    var position = TextPosition(line: line)
    let before = String(decoding: bytes[start..<offset], as: UTF8.self)
    for scalar in before.unicodeScalars { position.advance(over: scalar) }
    return position
  }
}
