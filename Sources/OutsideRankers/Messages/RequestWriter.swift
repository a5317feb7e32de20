internal import DataFiles
package import SocialFeed

/// Writes the messages to a ranker, in one buffer that is used again.
package struct RequestWriter {
  private let encoding: RankerEncoding
  /// The columns of a request, in this order.
  private let reads: [RankerFeature]
  /// What is requested.
  private let kind: RankerKind
  /// The message, or several.
  package internal(set) var bytes: [UInt8] = []

  package init(
    _ encoding: RankerEncoding, reads: [RankerFeature], kind: RankerKind = .score
  ) {
    self.encoding = encoding
    self.reads = reads
    self.kind = kind
  }

  /// Empties the buffer, and keeps its memory.
  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Begins the conversation.
  ///
  /// - Parameters:
  ///   - name: The ranker's name in messages.
  ///   - learns: Whether the ranker gets events.
  ///   - isSecond: Whether the process is a ``SecondInstance``.
  package mutating func hello(name: String, learns: Bool = false, isSecond: Bool = false) {
    let reads = JSONValue.array(reads.map { .string($0.name) })
    var members: [String: JSONValue] = [
      "versions": .array([.whole(UInt64(MessageHeader.version))]), "kind": .string(kind.rawValue),
      "name": .string(name), "reads": reads,
    ]
    if learns { members["learns"] = .bool(true) }
    if isSecond { members["second"] = .bool(true) }
    append(.hello, lane: 0, sequence: 0, members)
  }

  /// Begins the requests of a world.
  ///
  /// - Parameters:
  ///   - digest: The digest of the ranker and its parameters.
  ///   - parameters: The arm's parameters, each finite.
  package mutating func open(
    lane: UInt32, sequence: UInt64, world: RankerWorld, digest: String,
    parameters: [String: Double]
  ) {
    append(
      .open, lane: lane, sequence: sequence,
      [
        "world": .whole(UInt64(world.number)), "digest": .string(digest),
        "seed": .whole(world.seed),
        "parameters": .object(parameters.mapValues(JSONValue.number)),
      ])
  }

  /// Ends the requests of a world.
  package mutating func close(lane: UInt32, sequence: UInt64) {
    append(.close, lane: lane, sequence: sequence, [:])
  }

  /// Writes events, which have no answer.
  ///
  /// - Parameter events: At least one, in order.
  package mutating func events(_ events: [RankerEvent], lane: UInt32, sequence: UInt64) {
    switch encoding {
    case .binary:
      let length = 8 + EventRecord.size * events.count
      MessageHeader(.events, lane: lane, sequence: sequence, length: UInt32(length))
        .append(to: &bytes)
      bytes.append(little: UInt32(events.count))
      bytes.append(little: UInt32(0))
      for event in events { EventRecord(event).append(to: &bytes) }
    case .json:
      append(
        .events, lane: lane, sequence: sequence,
        ["events": .array(events.map { .object(EventRecord($0).members) })])
    }
  }

  /// Requests a score for each candidate.
  package mutating func score(_ candidates: borrowing Candidates, lane: UInt32, sequence: UInt64) {
    switch encoding {
    case .binary: appendFrame(.score, candidates, lane: lane, sequence: sequence)
    case .json: appendLine(.score, candidates, lane: lane, sequence: sequence)
    }
  }

  /// Requests the candidates in order.
  package mutating func order(_ candidates: borrowing Candidates, lane: UInt32, sequence: UInt64) {
    switch encoding {
    case .binary: appendFrame(.order, candidates, lane: lane, sequence: sequence)
    case .json: appendLine(.order, candidates, lane: lane, sequence: sequence)
    }
  }

  /// Requests a page.
  package mutating func serve(_ request: ServeRequest, lane: UInt32, sequence: UInt64) {
    switch encoding {
    case .binary: appendFrame(request, lane: lane, sequence: sequence)
    case .json:
      var members: [String: JSONValue] = [
        "viewer": .whole(UInt64(request.viewer.rawValue)),
        "surface": .string(request.surface.description), "limit": .whole(UInt64(request.limit)),
        "refresh": .whole(UInt64(request.refresh)), "now": .number(request.now),
      ]
      if let cursor = request.cursor { members["cursor"] = .string(cursor) }
      append(.serve, lane: lane, sequence: sequence, members)
    }
  }
}

extension RequestWriter {
  /// A message that is rare: JSON in both encodings, in a frame with blanks up to a multiple of 8 bytes.
  private mutating func append(
    _ kind: MessageKind, lane: UInt32, sequence: UInt64, _ members: [String: JSONValue]
  ) {
    var members = members
    members["type"] = .string(kind.name)
    if kind != .hello {
      members["lane"] = .whole(UInt64(lane))
      members["sequence"] = .whole(sequence)
    }
    var text = Array(JSONValue.object(members).canonical.utf8)
    switch encoding {
    case .json: bytes += text + [UInt8(ascii: "\n")]
    case .binary:
      while !text.count.isMultiple(of: 8) { text.append(UInt8(ascii: " ")) }
      MessageHeader(kind, lane: lane, sequence: sequence, length: UInt32(text.count))
        .append(to: &bytes)
      bytes += text
    }
  }

  /// 24 bytes about the request, the columns one after the other, and the posts; for an order their authors and
  /// categories too.
  private mutating func appendFrame(
    _ kind: MessageKind, _ candidates: borrowing Candidates, lane: UInt32, sequence: UInt64
  ) {
    let count = candidates.count
    let lists = kind == .order ? 3 : 1
    let length = 24 + 8 * count * reads.count + (4 * lists * count + 7) / 8 * 8
    MessageHeader(kind, lane: lane, sequence: sequence, length: UInt32(length))
      .append(to: &bytes)
    bytes.append(little: candidates.viewer.rawValue)
    bytes.append(little: candidates.refresh)
    bytes.append(little: candidates.now.bitPattern)
    bytes.append(little: UInt32(count))
    bytes.append(little: UInt32(reads.count))
    for feature in reads { bytes.append(bytesOf: candidates[feature]) }
    bytes.append(bytesOf: candidates.posts)
    if kind == .order {
      bytes.append(bytesOf: candidates.authors)
      for category in candidates.categories {
        bytes.append(little: category?.rawValue ?? Self.nothing)
      }
    }
    if !(lists * count).isMultiple(of: 2) { bytes.append(little: UInt32(0)) }
  }

  /// A number where none exists: the category of a post without one, the length of a cursor that is missing.
  private static let nothing = UInt32.max

  /// 32 bytes about the request, and the cursor.
  private mutating func appendFrame(_ request: ServeRequest, lane: UInt32, sequence: UInt64) {
    let cursor = request.cursor.map { Array($0.utf8) }
    let padded = ((cursor?.count ?? 0) + 7) / 8 * 8
    MessageHeader(.serve, lane: lane, sequence: sequence, length: UInt32(32 + padded))
      .append(to: &bytes)
    bytes.append(little: request.viewer.rawValue)
    bytes.append(little: request.refresh)
    bytes.append(little: request.now.bitPattern)
    bytes.append(little: UInt32(request.limit))
    bytes.append(little: UInt32(request.surface.rawValue))
    bytes.append(little: cursor.map { UInt32($0.count) } ?? Self.nothing)
    bytes.append(little: UInt32(0))
    if let cursor {
      bytes += cursor + [UInt8](repeating: 0, count: padded - cursor.count)
    }
  }

  private mutating func appendLine(
    _ kind: MessageKind, _ candidates: borrowing Candidates, lane: UInt32, sequence: UInt64
  ) {
    append(#"{"type":"\#(kind.name)","lane":\#(lane),"sequence":\#(sequence)"#)
    appendRequest(kind, candidates)
    append("}\n")
  }

  /// Requests a score for each candidate, of a service: a JSON object, which stands for itself.
  ///
  /// - Parameter context: The description of the lane by ``context(world:digest:parameters:)``.
  mutating func score(_ candidates: borrowing Candidates, context: String) {
    append(#"{"type":"score""#)
    append(context)
    appendRequest(.score, candidates)
    append("}")
  }

  /// The members of `open` that a request to a service has.
  static func context(
    world: RankerWorld, digest: String, parameters: [String: Double]
  ) -> String {
    let parameters = JSONValue.object(parameters.mapValues(JSONValue.number)).canonical
    return
      #","world":\#(world.number),"digest":"\#(digest)","seed":\#(world.seed),"parameters":\#(parameters)"#
  }

  /// The members about a request.
  private mutating func appendRequest(_ kind: MessageKind, _ candidates: borrowing Candidates) {
    append(#","viewer":\#(candidates.viewer),"refresh":\#(candidates.refresh)"#)
    append(#","now":\#(candidates.now.shortest),"posts":"#)
    appendList(candidates.posts) { $0.description }
    if kind == .order {
      append(#","authors":"#)
      appendList(candidates.authors) { $0.description }
      append(#","categories":"#)
      appendList(candidates.categories) { $0?.description ?? "null" }
    }
    append(#","columns":{"#)
    for (index, feature) in reads.enumerated() {
      append(#"\#(index > 0 ? "," : "")"\#(feature.name)":"#)
      appendList(candidates[feature]) { $0.shortest }
    }
    append("}")
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  private mutating func appendList<Element>(_ list: [Element], _ text: (Element) -> String) {
    append("[")
    for (index, element) in list.enumerated() {
      if index > 0 { append(",") }
      append(text(element))
    }
    append("]")
  }
}
