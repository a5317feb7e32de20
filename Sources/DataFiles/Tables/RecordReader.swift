/// Reads a table of text, record by record, without copying a field, from memory or as it comes.
///
/// Fields are separated by the first of comma, semicolon and tab that the first record has outside
/// quotes, otherwise by runs of blanks. A field in double quotes may hold separators and line
/// breaks, and a doubled quote for one. Lines end with LF, CRLF or CR. Empty lines and lines that
/// begin with `#` are skipped, and so is a byte order mark. A quote that is never closed spoils only its line.
///
/// Memory holds two pieces of the source and the longest record, which
/// ``longestRecord`` limits.
///
/// Source: RFC 4180; SNAP's edge lists for the comments.
package struct RecordReader {
  /// A field of the record: a range of bytes, quotes left out.
  package struct Field {
    package var start: Int
    package var end: Int
    package var isQuoted = false
  }

  /// What is wrong with the quotes of a record, and the byte where it is.
  package struct QuoteFault {
    package let message: String
    package let offset: Int
  }

  /// Bytes that a record from a source can have.
  package static let longestRecord = 1 << 20

  /// What is in memory: the last record and what follows it.
  package private(set) var bytes: [UInt8]
  /// The fields of the last record read.
  package private(set) var fields: [Field] = []
  package private(set) var quoteFault: QuoteFault?
  /// Where the last record begins.
  package private(set) var recordStart = 0
  /// The line of `recordStart`, from 1.
  package private(set) var line = 1
  /// Why the source ended before its end; `nil` if it did not.
  package private(set) var failure: UnreadableFile?
  private let source: (any ByteSource)?
  /// Whether `bytes` holds all that is left of the table.
  private var hasAll: Bool
  /// Where the last line begins that was not wholly skipped, and its number.
  private var mark = (offset: 0, line: 1)
  private var offset = 0
  private var nextLine = 1
  private var separator: UInt8?
  private var isSeparatorKnown = false

  /// Reads a table that is in memory.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    source = nil
    hasAll = true
    skipByteOrderMark()
  }

  /// Reads a table piece by piece.
  package init(_ source: any ByteSource) {
    bytes = []
    self.source = source
    hasAll = false
    while bytes.count < 3, !hasAll { refill() }
    skipByteOrderMark()
  }

  private mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let quote = UInt8(ascii: "\"")
  private static let tab = UInt8(ascii: "\t")
  private static let blank = UInt8(ascii: " ")
}

/// A table's bytes, piece by piece.
package protocol ByteSource: AnyObject {
  /// The next bytes; none at the end.
  func next() throws(UnreadableFile) -> [UInt8]
}

extension RecordReader {
  /// Reads the next record into ``fields``.
  ///
  /// - Returns: `false` at the end of the table, or of what can be read of it: ``failure``.
  package mutating func readNext() -> Bool {
    while true {
      quoteFault = nil
      mark = (offset, nextLine)
      let isFound = readRecord()
      // A record that ends with the bytes may go on in the next piece.
      if offset < bytes.count || hasAll { return isFound }
      (offset, nextLine) = mark
      guard offset + Self.longestRecord > bytes.count else {
        failure = UnreadableFile(
          reason: "line \(nextLine) has more than \(Self.longestRecord.grouped) bytes")
        return false
      }
      refill()
    }
  }

  /// Drops what was read, and appends the next piece.
  private mutating func refill() {
    bytes.removeFirst(offset)
    offset = 0
    do throws(UnreadableFile) {
      let piece = try source?.next() ?? []
      hasAll = piece.isEmpty
      bytes += piece
    } catch {
      failure = error
      bytes.removeAll()
      hasAll = true
    }
  }

  private mutating func readRecord() -> Bool {
    guard skipToRecord() else { return false }
    if !isSeparatorKnown { separator = firstSeparator() }
    fields.removeAll(keepingCapacity: true)
    recordStart = offset
    line = nextLine
    if let separator { readSeparated(by: separator) } else { readBlankSeparated() }
    endLine()
    if offset < bytes.count || hasAll { isSeparatorKnown = true }
    return true
  }

  /// Skips empty lines and comments.
  private mutating func skipToRecord() -> Bool {
    while offset < bytes.count {
      mark = (offset, nextLine)
      var first = offset
      while first < bytes.count, isBlank(bytes[first]) { first += 1 }
      guard first < bytes.count else { break }
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
    offset = bytes.count
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
    let startLine = nextLine
    let limit = min(bytes.count, start + Self.longestRecord / 2)
    offset = start
    while offset < limit {
      if bytes[offset] == Self.quote {
        guard offset + 1 < bytes.count, bytes[offset + 1] == Self.quote else { break }
        offset += 1
      } else if isLineEnd(bytes[offset]) {
        countLineEnd()
      }
      offset += 1
    }
    fields.append(Field(start: start, end: offset, isQuoted: true))
    guard offset < limit else {
      // The next piece may close it.
      guard limit < bytes.count || hasAll else { return }
      quoteFault = QuoteFault(message: "this quote is never closed", offset: start - 1)
      offset = endOfLine(from: start)
      nextLine = startLine
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
  package func text(of field: Field) -> String {
    let (start, end) = trimmed(field)
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return field.isQuoted ? text.replacing("\"\"", with: "\"") : text
  }

  /// The whole number that a field is, of at most 18 digits, or `nil`.
  package func wholeNumber(of field: Field) -> Int? {
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

  /// The bytes of a field, blanks around it left out.
  package func trimmed(_ field: Field) -> (start: Int, end: Int) {
    var (start, end) = (field.start, field.end)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return (start, end)
  }

  /// The line and the column of a byte of the last record, from 1; a column is a Unicode scalar.
  package func position(of offset: Int) -> TextPosition {
    var position = TextPosition(line: line)
    guard offset > recordStart else { return position }
    let before = String(decoding: bytes[recordStart..<offset], as: UTF8.self)
    for scalar in before.unicodeScalars { position.advance(over: scalar) }
    return position
  }
}
