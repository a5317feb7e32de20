internal import DataFiles

/// Reads answers of HTTP/1 out of bytes that come in pieces, in one buffer that is used again.
///
/// Source: RFC 9112.
package struct HTTPReader {
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  /// How many bytes have come.
  private var count = 0
  /// The longest body.
  private var limit = 0
  private var head: Head?
  /// Whether the connection may have another request after the answer.
  package private(set) var staysOpen = false

  /// How far the end of the head was looked for.
  private var searched = 0
  /// The bytes of heads that were read, such as of `100 Continue`.
  private var headBytes = 0
  private var chunks = Chunks()

  /// The longest head of an answer, with those that came before it.
  private static let longestHead = 1 << 15
  /// The longest line with the length of a chunk.
  private static let longestLine = 1 << 12

  /// The head of an answer, and how long the body is.
  private struct Head {
    let status: Int
    let reason: String
    let headers: [String: String]
    let body: Length
    let staysOpen: Bool
  }

  private enum Length {
    case bytes(Int)
    case chunks
    /// Until the connection is closed.
    case toEnd
  }

  /// The read part of a body in chunks. The bytes of chunks leave the buffer, so that each is looked at once.
  private struct Chunks {
    var body: [UInt8] = []
    var next = Part.length
    var trailerBytes = 0

    enum Part {
      case length
      /// So many bytes of a chunk, which are still to come.
      case bytes(Int)
      /// The end of line behind a chunk.
      case end
      /// The lines behind the last chunk.
      case trailer
    }
  }

  package init() {}

  /// Whether no byte of an answer has come.
  package var isEmpty: Bool { count == 0 && headBytes == 0 }

  /// Awaits an answer.
  ///
  /// - Parameter limit: How long its body may be.
  package mutating func begin(limit: Int) {
    (count, head, self.limit, staysOpen) = (0, nil, limit, false)
    (searched, headBytes, chunks) = (0, 0, Chunks())
  }

  /// Takes in bytes.
  ///
  /// - Parameter read: Writes to the start of the room, and returns how many bytes it wrote.
  package mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    if count == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    let start = count
    let come = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe read(UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
    }
    if come > 0 { count += come }
    return come
  }

  /// The answer; `nil` until it is there as a whole.
  package mutating func answer() throws(ServiceFault) -> HTTPAnswer? {
    while true {
      if head == nil { head = try readHead() }
      guard let head else { return nil }
      // Such as `100 Continue`: the answer follows.
      guard head.status >= 200 else {
        self.head = nil
        continue
      }
      return try answer(head)
    }
  }

  /// Takes the first bytes out of the buffer.
  private mutating func drop(_ bytes: Int) {
    guard bytes > 0 else { return }
    for index in bytes..<count { buffer[index - bytes] = buffer[index] }
    count -= bytes
  }

  private mutating func answer(_ head: Head) throws(ServiceFault) -> HTTPAnswer? {
    switch head.body {
    case .bytes(let length):
      guard length <= limit else { throw .longBody(limit) }
      guard count >= length else { return nil }
      staysOpen = head.staysOpen && count == length
      return answer(head, Array(buffer[..<length]))
    case .chunks:
      guard try readChunks() else { return nil }
      staysOpen = head.staysOpen && count == 0
      return answer(head, chunks.body)
    case .toEnd:
      guard count <= limit else { throw .longBody(limit) }
      return nil
    }
  }

  /// The answer once the connection is closed; `nil` where it is not whole.
  package mutating func answerAtEnd() throws(ServiceFault) -> HTTPAnswer? {
    guard let head, case .toEnd = head.body else { return nil }
    return answer(head, Array(buffer[..<count]))
  }

  private func answer(_ head: Head, _ body: [UInt8]) -> HTTPAnswer {
    HTTPAnswer(status: head.status, reason: head.reason, headers: head.headers, body: body)
  }
}

// MARK: - The head

extension HTTPReader {
  private mutating func readHead() throws(ServiceFault) -> Head? {
    let start = Array("HTTP/1.".utf8)
    guard buffer[..<min(count, start.count)].elementsEqual(start.prefix(count)) else {
      throw .noHTTP(String(decoding: buffer[..<min(count, 240)], as: UTF8.self))
    }
    guard let end = findHeadEnd() else {
      guard headBytes + count <= Self.longestHead else { throw .longHead(Self.longestHead) }
      return nil
    }
    guard headBytes + end <= Self.longestHead else { throw .longHead(Self.longestHead) }
    let text = String(decoding: buffer[..<end], as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[1].utf8.count == 3, let status = Int(words[1]), status >= 100
    else { throw .noHTTP(text) }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
      headers[line[..<colon].lowercased()] = String(
        value.reversed().drop(while: \.isWhitespace).reversed())
    }
    drop(end)
    (searched, headBytes) = (0, headBytes + end)
    let options = headers["connection"]?.lowercased() ?? ""
    return Head(
      status: status, reason: words.count > 2 ? String(words[2]) : "", headers: headers,
      body: try Self.length(headers, status: status, text),
      staysOpen: words[0] == "HTTP/1.1"
        ? !options.contains("close") : options.contains("keep-alive"))
  }

  /// Where the body begins, behind a blank line.
  private mutating func findHeadEnd() -> Int? {
    let newline = UInt8(ascii: "\n")
    let start = max(1, searched)
    searched = min(count, Self.longestHead)
    for index in start..<max(start, searched) where buffer[index] == newline {
      if buffer[index - 1] == newline { return index + 1 }
      if buffer[index - 1] == UInt8(ascii: "\r"), index >= 2, buffer[index - 2] == newline {
        return index + 1
      }
    }
    return nil
  }

  private static func length(
    _ headers: [String: String], status: Int, _ text: String
  ) throws(ServiceFault) -> Length {
    if [204, 304].contains(status) || status < 200 { return .bytes(0) }
    if let coding = headers["transfer-encoding"] {
      guard coding.lowercased() == "chunked" else { throw .noHTTP(text) }
      return .chunks
    }
    guard let length = headers["content-length"] else { return .toEnd }
    guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .noHTTP(text)
    }
    // A number that is too large for any type is too long for any answer.
    return .bytes(Int(length) ?? .max)
  }
}

// MARK: - Chunks

extension HTTPReader {
  /// Reads what has come of a body in chunks.
  ///
  /// - Returns: Whether it is there as a whole.
  private mutating func readChunks() throws(ServiceFault) -> Bool {
    var at = 0
    defer { drop(at) }
    while true {
      switch chunks.next {
      case .length:
        guard let line = try line(from: at) else { return false }
        let digits = line.text.prefix { $0 != ";" && !$0.isWhitespace }
        guard !digits.hasPrefix("+"), let size = UInt32(digits, radix: 16) else {
          throw .noHTTP(line.text)
        }
        guard chunks.body.count + Int(size) <= limit else { throw .longBody(limit) }
        at = line.end
        chunks.next = size == 0 ? .trailer : .bytes(Int(size))
      case .bytes(let left):
        let come = min(left, count - at)
        chunks.body += buffer[at..<at + come]
        at += come
        guard come == left else {
          chunks.next = .bytes(left - come)
          return false
        }
        chunks.next = .end
      case .end:
        let end = Array("\r\n".utf8)
        let come = buffer[at..<min(count, at + end.count)]
        guard come.elementsEqual(end.prefix(come.count)) else {
          let line = buffer[at..<min(count, at + Self.longestLine)].prefix { $0 != 10 }
          throw .noHTTP(String(decoding: line, as: UTF8.self))
        }
        guard come.count == end.count else { return false }
        at += end.count
        chunks.next = .length
      case .trailer:
        guard let line = try line(from: at) else { return false }
        chunks.trailerBytes += line.end - at
        guard chunks.trailerBytes <= Self.longestHead else { throw .longHead(Self.longestHead) }
        at = line.end
        if line.text.isEmpty { return true }
      }
    }
  }

  /// A line without its end, and where the next one begins; `nil` until it is there as a whole.
  private func line(from start: Int) throws(ServiceFault) -> (text: String, end: Int)? {
    let come = buffer[start..<min(count, start + Self.longestLine)]
    guard let newline = come.firstIndex(of: UInt8(ascii: "\n")) else {
      guard come.count < Self.longestLine else {
        throw .noHTTP(String(decoding: come, as: UTF8.self))
      }
      return nil
    }
    var text = buffer[start..<newline]
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    return (String(decoding: text, as: UTF8.self), newline + 1)
  }
}
