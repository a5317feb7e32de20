internal import DataFiles

/// Reads answers of HTTP/1 out of bytes that come in pieces, in one buffer that is used again.
///
/// Source: RFC 9112.
struct HTTPReader {
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  /// How many bytes have come.
  private var count = 0
  /// The longest body.
  private var limit = 0
  private var head: Head?
  /// Whether the connection may have another request after the answer.
  private(set) var staysOpen = false

  /// The longest head of an answer.
  private static let longestHead = 1 << 15

  /// The head of an answer, and how long the body is.
  private struct Head {
    let status: Int
    let reason: String
    let headers: [String: String]
    /// Where the body begins.
    let end: Int
    let body: Length
    let staysOpen: Bool
  }

  private enum Length {
    case bytes(Int)
    case chunks
    /// Until the connection is closed.
    case toEnd
  }

  /// Whether nothing has come of an answer.
  var isEmpty: Bool { count == 0 }

  /// Awaits an answer.
  ///
  /// - Parameter limit: How long its body may be.
  mutating func begin(limit: Int) {
    (count, head, self.limit, staysOpen) = (0, nil, limit, false)
  }

  /// Takes in bytes.
  ///
  /// - Parameter read: Writes to the start of the room, and returns how many bytes it wrote.
  mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    if count == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
    let start = count
    let come = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe read(UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
    }
    if come > 0 { count += come }
    return come
  }

  /// The answer; `nil` until it is there as a whole.
  mutating func answer() throws(HTTPFault) -> HTTPAnswer? {
    while true {
      if head == nil { head = try readHead() }
      guard let head else { return nil }
      // Such as `100 Continue`: the answer follows.
      guard head.status >= 200 else {
        buffer.removeSubrange(0..<head.end)
        buffer += [UInt8](repeating: 0, count: head.end)
        count -= head.end
        self.head = nil
        continue
      }
      return try answer(head)
    }
  }

  private mutating func answer(_ head: Head) throws(HTTPFault) -> HTTPAnswer? {
    switch head.body {
    case .bytes(let length):
      guard length <= limit else { throw .longBody(limit) }
      let end = head.end + length
      guard count >= end else { return nil }
      staysOpen = head.staysOpen && count == end
      return answer(head, Array(buffer[head.end..<end]))
    case .chunks:
      guard let (body, end) = try chunks(from: head.end) else { return nil }
      staysOpen = head.staysOpen && count == end
      return answer(head, body)
    case .toEnd:
      guard count - head.end <= limit else { throw .longBody(limit) }
      return nil
    }
  }

  /// The answer once the connection is closed; `nil` where it is not whole.
  mutating func answerAtEnd() throws(HTTPFault) -> HTTPAnswer? {
    guard let head, case .toEnd = head.body else { return nil }
    return answer(head, Array(buffer[head.end..<count]))
  }

  private func answer(_ head: Head, _ body: [UInt8]) -> HTTPAnswer {
    HTTPAnswer(status: head.status, reason: head.reason, headers: head.headers, body: body)
  }
}

// MARK: - The head

extension HTTPReader {
  private func readHead() throws(HTTPFault) -> Head? {
    let start = Array("HTTP/1.".utf8)
    guard buffer[..<min(count, start.count)].elementsEqual(start.prefix(count)) else {
      throw .noHTTP(String(decoding: buffer[..<min(count, 240)], as: UTF8.self))
    }
    guard let end = headEnd else {
      guard count <= Self.longestHead else { throw .longHead(Self.longestHead) }
      return nil
    }
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
    let options = headers["connection"]?.lowercased() ?? ""
    return Head(
      status: status, reason: words.count > 2 ? String(words[2]) : "", headers: headers, end: end,
      body: try Self.length(headers, status: status, text),
      staysOpen: words[0] == "HTTP/1.1"
        ? !options.contains("close") : options.contains("keep-alive"))
  }

  /// Where the body begins, behind a blank line.
  private var headEnd: Int? {
    let newline = UInt8(ascii: "\n")
    for index in 1..<max(1, min(count, Self.longestHead)) where buffer[index] == newline {
      if buffer[index - 1] == newline { return index + 1 }
      if buffer[index - 1] == UInt8(ascii: "\r"), index >= 2, buffer[index - 2] == newline {
        return index + 1
      }
    }
    return nil
  }

  private static func length(
    _ headers: [String: String], status: Int, _ text: String
  ) throws(HTTPFault) -> Length {
    if [204, 304].contains(status) || status < 200 { return .bytes(0) }
    if let coding = headers["transfer-encoding"] {
      guard coding.lowercased() == "chunked" else { throw .noHTTP(text) }
      return .chunks
    }
    guard let length = headers["content-length"] else { return .toEnd }
    guard let bytes = UInt32(length) else { throw .noHTTP(text) }
    return .bytes(Int(bytes))
  }
}

// MARK: - Chunks

extension HTTPReader {
  /// The body in chunks and where it ends; `nil` until it is there as a whole.
  private func chunks(from start: Int) throws(HTTPFault) -> (body: [UInt8], end: Int)? {
    var body: [UInt8] = []
    var at = start
    while let line = line(from: at) {
      let digits = line.text.prefix { $0 != ";" && !$0.isWhitespace }
      guard let size = UInt32(digits, radix: 16) else { throw .noHTTP(line.text) }
      guard body.count + Int(size) <= limit else { throw .longBody(limit) }
      if size == 0 {
        guard count - line.end <= Self.longestHead else { throw .longHead(Self.longestHead) }
        return trailerEnd(from: line.end).map { (body, $0) }
      }
      let end = line.end + Int(size)
      guard end <= count else { return nil }
      body += buffer[line.end..<end]
      guard let blank = self.line(from: end) else { return nil }
      guard blank.text.isEmpty else { throw .noHTTP(blank.text) }
      at = blank.end
    }
    guard count - at <= Self.longestHead else { throw .longHead(Self.longestHead) }
    return nil
  }

  /// Where the lines behind the last chunk end, of which the last is blank.
  private func trailerEnd(from start: Int) -> Int? {
    var at = start
    while let line = line(from: at) {
      at = line.end
      if line.text.isEmpty { return at }
    }
    return nil
  }

  /// A line without its end, and where the next one begins; `nil` until it is there as a whole.
  private func line(from start: Int) -> (text: String, end: Int)? {
    guard start < count,
      let newline = buffer[start..<min(count, start + Self.longestHead)].firstIndex(
        of: UInt8(ascii: "\n"))
    else { return nil }
    var text = buffer[start..<newline]
    if text.last == UInt8(ascii: "\r") { text.removeLast() }
    return (String(decoding: text, as: UTF8.self), newline + 1)
  }
}
