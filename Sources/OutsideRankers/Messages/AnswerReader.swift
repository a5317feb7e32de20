internal import DataFiles
package import SocialFeed

/// Reads the messages of a ranker out of bytes that come in pieces, in one buffer that is used again.
package struct AnswerReader {
  private let encoding: RankerEncoding
  /// The kind of the answers.
  private let kind: RankerKind
  private var buffer: [UInt8]
  /// The bytes that have come and are not read yet.
  private var unread = 0..<0
  /// How many of the first unread bytes end no line: a long line comes in many pieces, and is searched once.
  private var searched = 0

  /// The longest text of a message, which is no array of scores.
  private static let longestText = 1 << 20
  /// The longest score in a line of JSON, with blanks around it.
  private static let longestScore = 64
  /// The longest number of a post in a line of JSON, with blanks around it.
  private static let longestPost = 16

  package init(_ encoding: RankerEncoding, kind: RankerKind = .score) {
    self.encoding = encoding
    self.kind = kind
    buffer = [UInt8](repeating: 0, count: 1 << 16)
  }
}

/// What a ranker answers to `hello`.
package struct RankerHello: Hashable, Sendable {
  /// The name that it gives itself; `nil` for none.
  package var name: String?
  /// The features that it reads by their names; `nil` where it does not say.
  package var reads: [String]?
  /// How many requests a message to it has at most; 1 where it does not say.
  package var batch = 1
  /// The files of code that it has loaded and that were not installed; none where it does not say.
  package var modules: [RankerFile] = []
}

/// A message that answers a batch.
package enum BatchAnswer: Hashable, Sendable {
  /// The scores of all requests, the last message about the batch.
  case scores
  /// A request that the ranker refuses, whose scores are no scores.
  case refusal(lane: UInt32, sequence: UInt64, AnswerFault)
}

extension AnswerReader {
  /// Takes in bytes, at most as many as there is room for.
  ///
  /// - Parameter read: Writes to the start of the span, and returns how many bytes it wrote.
  package mutating func fill<Failure>(
    _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    if unread.isEmpty { unread = 0..<0 }
    if unread.upperBound == buffer.count {
      if unread.lowerBound > 0 {
        let rest = Array(buffer[unread])
        buffer.replaceSubrange(0..<rest.count, with: rest)
        unread = 0..<rest.count
      } else {
        buffer += [UInt8](repeating: 0, count: buffer.count)
      }
    }
    let start = unread.upperBound
    // The closure of the standard library's function throws any error.
    var outcome = Result<Int, Failure>.success(0)
    unsafe buffer.withUnsafeMutableBytes { bytes in
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      do throws(Failure) { outcome = .success(unsafe try read(room)) } catch {
        outcome = .failure(error)
      }
    }
    let count = try outcome.get()
    unread = unread.lowerBound..<start + count
    return count
  }

  /// Takes in bytes.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let piece = rest
      let count = unsafe fill { (room: UnsafeMutableRawBufferPointer) -> Int in
        let count = min(room.count, piece.count)
        unsafe room.copyBytes(from: piece.prefix(count))
        return count
      }
      rest = rest.dropFirst(count)
    }
  }

  /// The answer to `hello`; `nil` until it is there as a whole.
  ///
  /// - Parameter learns: Whether the ranker has to keep a state, which is made of events.
  package mutating func hello(learns: Bool = false) throws(AnswerFault) -> RankerHello? {
    guard let message = try message(scores: nil) else { return nil }
    guard message.kind == .hello, let members = message.members else {
      throw AnswerFault(
        "answered 'hello' with '\(message.kind.name)'; it has to answer with 'hello'")
    }
    let version = members["version"]
    guard version == .number(Double(MessageHeader.version)) else {
      throw .version(version?.canonical ?? "none")
    }
    if let other = members["kind"], other != .string(kind.rawValue) {
      throw .otherKind(other, than: kind)
    }
    switch (learns, members["stateless"] == .bool(false)) {
    case (false, true) where kind != .serve:
      throw AnswerFault(
        "keeps a state; say 'learns: true' in the scenario, so that it gets events, of which the state has to be made, "
          + "or score by what each request has and say \"stateless\": true")
    case (true, false):
      throw AnswerFault(
        "is stateless, but the scenario has 'learns: true'; remove it, or answer \"stateless\": false, "
          + "in Python by @ranker(learns=True)")
    default: break
    }
    var hello = RankerHello()
    if case .string(let name)? = members["name"] { hello.name = name }
    if case .array(let names)? = members["reads"] {
      hello.reads = names.map { if case .string(let name) = $0 { name } else { $0.canonical } }
    }
    if let batch = members["batch"] {
      hello.batch = Self.whole(batch) ?? 0
      guard hello.batch > 0 else {
        throw AnswerFault(
          "gives \(batch.canonical.excerpt) as its largest batch; expected a whole number from 1 up"
        )
      }
    }
    if let modules = members["modules"] { hello.modules = try Self.modules(modules) }
    return hello
  }

  /// The files of a list of pairs.
  private static func modules(_ value: JSONValue) throws(AnswerFault) -> [RankerFile] {
    guard case .array(let pairs) = value else { throw noModules(value) }
    var modules: [RankerFile] = []
    for pair in pairs {
      guard case .array(let parts) = pair, parts.count == 2, case .string(let name) = parts[0],
        case .string(let digest) = parts[1]
      else { throw noModules(pair) }
      modules.append(RankerFile(name: name, digest: digest))
    }
    return modules
  }

  private static func noModules(_ value: JSONValue) -> AnswerFault {
    AnswerFault(
      "gives \(value.canonical.excerpt) among its modules; expected pairs of a file and its SHA-256,"
        + " such as [[\"features.py\", \"9f2c…\"]]")
  }

  /// Writes the scores that answer a request.
  ///
  /// - Parameter scores: As many as there are candidates.
  /// - Returns: Whether the answer was there as a whole.
  package mutating func scores(
    lane: UInt32, sequence: UInt64, into scores: inout MutableSpan<Double>
  ) throws(AnswerFault) -> Bool {
    let count = scores.count
    guard let message = try message(scores: count) else { return false }
    try message.checkAnswers(.score, by: .scores, lane: lane, sequence: sequence)
    if let members = message.members {
      try Self.read(members["scores"], into: &scores)
    } else {
      let bytes = unsafe buffer.span.bytes.extracting(message.payload)
      for index in 0..<count {
        scores[index] = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 8 * index, as: Double.self)
      }
    }
    return true
  }

  /// Hands on the scores that answer a batch, or what answers one of its requests before.
  ///
  /// - Parameters:
  ///   - count: How many candidates all its requests have.
  ///   - sequence: The number of the batch, whose lane is 0.
  ///   - take: Gets the bytes of all scores.
  /// - Returns: `nil` until the message is there as a whole.
  package mutating func batch(
    of count: Int, sequence: UInt64, take: (RawSpan) -> Void
  ) throws(AnswerFault) -> BatchAnswer? {
    guard let message = try anyMessage(scores: count) else { return nil }
    if message.kind == .error {
      let fault = AnswerFault.reported(message.members?["message"])
      guard message.lane != 0 else { throw fault }
      return .refusal(lane: message.lane, sequence: message.sequence, fault)
    }
    try message.checkAnswers(.batch, by: .scores, lane: 0, sequence: sequence)
    unsafe take(buffer.span.bytes.extracting(message.payload))
    return .scores
  }

  /// The order that answers a request; `nil` until it is there as a whole.
  ///
  /// - Parameter count: How many candidates the request has.
  package mutating func order(
    of count: Int, lane: UInt32, sequence: UInt64
  ) throws(AnswerFault) -> [PostID]? {
    guard let message = try message(longest: Self.longestText + Self.longestPost * count) else {
      return nil
    }
    try message.checkAnswers(.order, by: .ordered, lane: lane, sequence: sequence)
    if let members = message.members { return try Self.posts(members["posts"], of: "an order") }
    let payload = buffer[message.payload]
    guard payload.count >= 8 else { throw .length(payload.count, of: "an order") }
    let posts = Int(payload.little(at: payload.startIndex) as UInt32)
    guard payload.count == (4 + 4 * posts + 7) / 8 * 8 else {
      throw .length(payload.count, of: "an order", posts)
    }
    return Self.posts(posts, in: payload, from: 4)
  }

  /// The page that answers a request; `nil` until it is there as a whole.
  package mutating func page(
    lane: UInt32, sequence: UInt64
  ) throws(AnswerFault) -> ServedPage? {
    guard let message = try message(scores: nil) else { return nil }
    try message.checkAnswers(.serve, by: .page, lane: lane, sequence: sequence)
    if let members = message.members {
      var page = ServedPage(try Self.posts(members["posts"], of: "a page"))
      switch members["cursor"] {
      case .string(let cursor)?: page.cursor = cursor
      case nil, .null?: break
      case let other?:
        throw AnswerFault(
          "ended a page with the cursor \(other.canonical.excerpt); a cursor is a text")
      }
      return page
    }
    let payload = buffer[message.payload]
    guard payload.count >= 8 else { throw .length(payload.count, of: "a page") }
    let posts = Int(payload.little(at: payload.startIndex) as UInt32)
    let cursor = payload.little(at: payload.startIndex + 4) as UInt32
    let length = cursor == .max ? 0 : Int(cursor)
    guard payload.count == (8 + 4 * posts + length + 7) / 8 * 8 else {
      throw .length(payload.count, of: "a page", posts, cursor: length)
    }
    var page = ServedPage(Self.posts(posts, in: payload, from: 8))
    if cursor != .max {
      let start = payload.startIndex + 8 + 4 * posts
      guard let text = String(validating: payload[start..<start + length], as: UTF8.self) else {
        throw AnswerFault("ended a page with a cursor that is no text in UTF-8")
      }
      page.cursor = text
    }
    return page
  }

  /// Drops blanks and empty lines, which have no meaning between messages of JSON.
  private mutating func skipBlanks() {
    guard encoding == .json else { return }
    let start = buffer[unread].firstIndex { !" \t\r\n".utf8.contains($0) }
    unread = (start ?? unread.upperBound)..<unread.upperBound
  }

  /// The text that has come and begins no message; `nil` where all that has come may begin one.
  private var strayText: String? {
    guard !unread.isEmpty, !isPlausible else { return nil }
    return String(decoding: buffer[unread].prefix(240), as: UTF8.self)
  }
}

extension AnswerReader {
  /// - Parameter start: Where the numbers begin behind the start of the payload.
  private static func posts(_ count: Int, in payload: ArraySlice<UInt8>, from start: Int)
    -> [PostID]
  {
    (0..<count).map {
      PostID(rawValue: payload.little(at: payload.startIndex + start + 4 * $0))
    }
  }

  /// - Parameter noun: What has the posts, such as `an order`.
  private static func posts(
    _ value: JSONValue?, of noun: String
  ) throws(AnswerFault) -> [PostID] {
    guard case .array(let values)? = value else {
      throw AnswerFault("answered without a list \"posts\"")
    }
    var posts: [PostID] = []
    posts.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      let number: Double? =
        switch value {
        case .number(let number): number
        case .whole(let number): Double(number)
        default: nil
        }
      guard let number, number == number.rounded() else {
        throw AnswerFault(
          "put \(value.canonical.excerpt) at position \(index + 1); \(noun) has the numbers of posts"
        )
      }
      // No post has the largest number, nor one beyond it.
      posts.append(PostID(rawValue: UInt32(exactly: number) ?? .max))
    }
    return posts
  }
}

/// A message of a ranker.
private struct RankerMessage {
  var kind: MessageKind
  var lane: UInt32
  var sequence: UInt64
  /// Where the bytes of its arrays are.
  var payload = 0..<0
  /// The members of its text; `nil` for arrays.
  var members: [String: JSONValue]?

  /// Throws unless it is the answer to a request.
  func checkAnswers(
    _ request: MessageKind, by answer: MessageKind, lane: UInt32, sequence: UInt64
  ) throws(AnswerFault) {
    guard kind == answer else {
      throw AnswerFault(
        "answered '\(request.name)' with '\(kind.name)'; it has to answer with '\(answer.name)' or 'error'"
      )
    }
    guard self.lane == lane, self.sequence == sequence else {
      throw AnswerFault(
        "answered request \(self.sequence) of lane \(self.lane) instead of request \(sequence) of lane \(lane); "
          + "an answer has the lane and the sequence of its request")
    }
  }
}

extension AnswerReader {
  /// The next message, which is taken out of the buffer; `nil` until it is there as a whole. An error is thrown.
  ///
  /// - Parameters:
  ///   - count: How many scores are awaited; `nil` for none.
  ///   - longest: How many bytes another message has at most.
  private mutating func message(
    scores count: Int? = nil, longest: Int = Self.longestText
  ) throws(AnswerFault) -> RankerMessage? {
    let message = try anyMessage(scores: count, longest: longest)
    if let message, message.kind == .error { throw .reported(message.members?["message"]) }
    return message
  }

  /// The next message, which may be an error.
  private mutating func anyMessage(
    scores count: Int?, longest: Int = Self.longestText
  ) throws(AnswerFault) -> RankerMessage? {
    skipBlanks()
    if let text = strayText { throw .stray(text, as: encoding, beginning: buffer[unread]) }
    return switch encoding {
    case .binary: try frame(scores: count, longest: longest)
    case .json: try line(longest: longest + Self.longestScore * (count ?? 0))
    }
  }

  /// Whether what is there may begin a message.
  private var isPlausible: Bool {
    let start = unread.lowerBound
    guard encoding == .binary else { return buffer[start] == UInt8(ascii: "{") }
    // Kinds are below 256, and so are the versions of the next centuries.
    guard let kind = MessageKind(rawValue: UInt16(buffer[start])) else { return false }
    // A line that is printed may begin with the byte of a page.
    if kind == .page && self.kind != .serve { return false }
    return (unread.count < 2 || buffer[start + 1] == 0)
      && (unread.count < 4 || buffer[start + 3] == 0)
  }

  private mutating func frame(
    scores count: Int?, longest: Int
  ) throws(AnswerFault) -> RankerMessage? {
    guard unread.count >= MessageHeader.size, let header = MessageHeader(buffer[unread]) else {
      return nil
    }
    guard header.version == MessageHeader.version else { throw .version("\(header.version)") }
    let length = Int(header.length)
    if header.kind == .scores, let count {
      guard length == 8 * count else { throw .wrongCount(bytes: length, of: count) }
    } else if length > longest {
      throw AnswerFault(
        "began a message of \(length.grouped) bytes; a text has at most \(longest.grouped)"
      )
    }
    let payload =
      unread.lowerBound + MessageHeader.size..<unread.lowerBound + MessageHeader.size + length
    guard payload.upperBound <= unread.upperBound else { return nil }
    var message = RankerMessage(
      kind: header.kind, lane: header.lane, sequence: header.sequence, payload: payload)
    if ![.scores, .ordered, .page].contains(header.kind) {
      message.members = try Self.members(of: buffer[payload])
    }
    unread = payload.upperBound..<unread.upperBound
    return message
  }

  private mutating func line(longest: Int) throws(AnswerFault) -> RankerMessage? {
    let end = buffer[unread].dropFirst(searched).firstIndex(of: UInt8(ascii: "\n"))
    searched = end == nil ? unread.count : 0
    guard let end else {
      guard unread.count <= longest else {
        throw AnswerFault(
          "began a line of more than \(longest.grouped) bytes; a message is one line")
      }
      return nil
    }
    let members = try Self.members(of: buffer[unread.lowerBound..<end])
    guard case .string(let type)? = members["type"], let kind = MessageKind(name: type) else {
      throw AnswerFault(
        "wrote a message of the type \((members["type"] ?? .null).canonical.excerpt); a ranker writes \"hello\", "
          + "\"\(kind.answer.name)\" and \"error\"")
    }
    unread = end + 1..<unread.upperBound
    return RankerMessage(
      kind: kind, lane: try Self.whole("lane", members),
      sequence: try Self.whole("sequence", members), members: members)
  }

  static func members(
    of bytes: ArraySlice<UInt8>
  ) throws(AnswerFault) -> [String: JSONValue] {
    let bytes = Array(bytes)
    do {
      guard case .object(let members) = try PositionedJSON(bytes, file: "").value else {
        throw AnswerFault("wrote a message that is no JSON object")
      }
      return members
    } catch let fault as LocatedFault {
      throw .noJSON(fault, in: bytes)
    } catch let fault as AnswerFault {
      throw fault
    } catch {
      preconditionFailure("reading JSON failed by \(error)")
    }
  }

  static func whole<Number: FixedWidthInteger>(_ value: JSONValue) -> Number? {
    switch value {
    case .number(let number): Number(exactly: number)
    case .whole(let number): Number(exactly: number)
    default: nil
    }
  }

  /// A member of a message that is a whole number; 0 where it is missing, as in messages that answer no request.
  private static func whole<Number: FixedWidthInteger>(
    _ name: String, _ members: [String: JSONValue]
  ) throws(AnswerFault) -> Number {
    guard let value = members[name] else { return 0 }
    guard let number: Number = whole(value) else {
      throw AnswerFault(
        "wrote the \(name) \(value.canonical.excerpt), which is no whole number from 0 to \(Number.max); "
          + "an answer has the lane and the sequence of its request")
    }
    return number
  }

  static func read(
    _ value: JSONValue?, into scores: inout MutableSpan<Double>
  ) throws(AnswerFault) {
    guard case .array(let values)? = value else {
      throw AnswerFault("answered without a list \"scores\"")
    }
    guard values.count == scores.count else { throw .wrongCount(values.count, of: scores.count) }
    for (index, value) in values.enumerated() {
      switch value {
      case .number(let number): scores[index] = number
      case .whole(let number): scores[index] = Double(number)
      default:
        throw AnswerFault(
          "gave the score \(value.canonical.excerpt) at index \(index); a score is a finite number")
      }
    }
  }
}

extension RankerKind {
  /// The message that answers a request of this kind.
  fileprivate var answer: MessageKind {
    switch self {
    case .score: .scores
    case .order: .ordered
    case .serve: .page
    }
  }
}
