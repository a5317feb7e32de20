internal import DataFiles
package import SocialFeed

/// Writes the messages to a ranker, in one buffer that is used again.
package struct RequestWriter {
  private let encoding: RankerEncoding
  /// The columns of a request, in this order.
  private let reads: [RankerFeature]
  /// The message, or several.
  package private(set) var bytes: [UInt8] = []

  package init(_ encoding: RankerEncoding, reads: [RankerFeature]) {
    self.encoding = encoding
    self.reads = reads
  }

  /// Empties the buffer, and keeps its memory.
  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Begins the conversation.
  ///
  /// - Parameter name: The ranker's name in messages.
  package mutating func hello(name: String) {
    let reads = JSONValue.array(reads.map { .string($0.name) })
    append(
      .hello, lane: 0, sequence: 0,
      [
        "versions": .array([.whole(UInt64(MessageHeader.version))]), "kind": .string("score"),
        "name": .string(name), "reads": reads,
      ])
  }

  /// Begins the requests of a world.
  ///
  /// - Parameters:
  ///   - digest: That of the ranker and its parameters.
  ///   - parameters: Those of the arm, each finite.
  ///   - seed: For the ranker's own randomness; below 2⁵³, so that every language has it exactly.
  package mutating func open(
    lane: UInt32, sequence: UInt64, world: Int, digest: String, parameters: [String: Double],
    seed: UInt64
  ) {
    append(
      .open, lane: lane, sequence: sequence,
      [
        "world": .number(Double(world)), "digest": .string(digest), "seed": .whole(seed),
        "parameters": .object(parameters.mapValues(JSONValue.number)),
      ])
  }

  /// Ends the requests of a world.
  package mutating func close(lane: UInt32, sequence: UInt64) {
    append(.close, lane: lane, sequence: sequence, [:])
  }

  /// Requests a score for each candidate.
  package mutating func score(_ candidates: borrowing Candidates, lane: UInt32, sequence: UInt64) {
    switch encoding {
    case .binary: appendFrame(candidates, lane: lane, sequence: sequence)
    case .json: appendLine(candidates, lane: lane, sequence: sequence)
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

  /// 24 bytes about the request, the columns one after the other, and the posts.
  private mutating func appendFrame(
    _ candidates: borrowing Candidates, lane: UInt32, sequence: UInt64
  ) {
    let count = candidates.count
    let length = 24 + 8 * count * reads.count + (4 * count + 7) / 8 * 8
    MessageHeader(.score, lane: lane, sequence: sequence, length: UInt32(length))
      .append(to: &bytes)
    bytes.append(little: candidates.viewer.rawValue)
    bytes.append(little: candidates.refresh)
    bytes.append(little: candidates.now.bitPattern)
    bytes.append(little: UInt32(count))
    bytes.append(little: UInt32(reads.count))
    for feature in reads { bytes.append(bytesOf: candidates[feature]) }
    bytes.append(bytesOf: candidates.posts)
    if !count.isMultiple(of: 2) { bytes.append(little: UInt32(0)) }
  }

  private mutating func appendLine(
    _ candidates: borrowing Candidates, lane: UInt32, sequence: UInt64
  ) {
    append(
      #"{"type":"score","lane":\#(lane),"sequence":\#(sequence),"viewer":\#(candidates.viewer)"#)
    append(#","refresh":\#(candidates.refresh),"now":\#(candidates.now.shortest),"posts":"#)
    appendList(candidates.posts) { $0.description }
    append(#","columns":{"#)
    for (index, feature) in reads.enumerated() {
      append(#"\#(index > 0 ? "," : "")"\#(feature.name)":"#)
      appendList(candidates[feature]) { $0.shortest }
    }
    append("}}\n")
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
