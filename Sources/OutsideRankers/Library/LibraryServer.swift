internal import DataFiles
internal import Foundation
internal import SocialFeed
internal import Synchronization

/// A library's ranker in another process of this program: a second instance, whose variables no lane of the first
/// one has touched. It answers as any ranker in another process does.
///
/// A library that was loaded is not loaded again, and a copy of it would share what its own libraries remember.
package enum LibraryServer {
  /// The argument, before the path of a library, by which the program serves one.
  package static let argument = "--serve-library"

  private static let shared = Mutex<String?>(nil)

  /// The program that serves libraries when it is started so; `nil` for one that does not, such as one of tests.
  package static var program: String? {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  /// Answers the requests on standard input until it ends.
  ///
  /// - Parameters:
  ///   - path: The path of the library.
  ///   - output: The descriptor for answers.
  package static func serve(_ path: String, on output: Int32) {
    let answers = FileHandle(fileDescriptor: output)
    var conversation = LibraryConversation(path: path)
    while let head = bytes(MessageHeader.size), let header = MessageHeader(head[...]),
      let payload = bytes(Int(header.length))
    {
      guard let answer = conversation.answer(header, payload[...]) else { continue }
      guard (try? answers.write(contentsOf: answer)) != nil else { return }
    }
  }

  /// The next bytes of standard input; `nil` where it has ended.
  private static func bytes(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      // Empty at the end of the input.
      guard let data = try? FileHandle.standardInput.read(upToCount: count - bytes.count),
        !data.isEmpty
      else { return nil }
      bytes += data
    }
    return bytes
  }
}

/// The answers of a library's ranker to messages in binary frames.
package struct LibraryConversation {
  private let path: String
  private var reads: [RankerFeature] = []
  private var world: RankerWorld = 0
  private var lane: (any RankerLane)?

  package init(path: String) { self.path = path }

  /// The answer to a message; `nil` for one that has none.
  package mutating func answer(_ header: MessageHeader, _ payload: ArraySlice<UInt8>) -> [UInt8]? {
    do {
      switch header.kind {
      case .hello:
        reads = Self.names(try AnswerReader.members(of: payload)["reads"]).compactMap { name in
          RankerFeature.allCases.first { $0.name == name }
        }
        return Self.text(
          .hello, header,
          ["version": .number(Double(MessageHeader.version)), "stateless": .bool(true)])
      case .open:
        try open(try AnswerReader.members(of: payload))
        return nil
      case .score: return try scores(header, payload)
      case .close:
        lane = nil
        return nil
      default: return nil
      }
    } catch let failure as RankerFailure {
      return Self.text(.error, header, ["message": .string(failure.message)])
    } catch {
      return Self.text(.error, header, ["message": .string("a message cannot be read: \(error)")])
    }
  }

  private mutating func open(_ members: [String: JSONValue]) throws {
    var parameters: [String: Double] = [:]
    if case .object(let values)? = members["parameters"] {
      for (name, value) in values {
        switch value {
        case .number(let number): parameters[name] = number
        case .whole(let number): parameters[name] = Double(number)
        default: break
        }
      }
    }
    world = RankerWorld(
      number: members["world"].flatMap(AnswerReader.whole) ?? 0,
      seed: members["seed"].flatMap(AnswerReader.whole) ?? 0)
    lane = try LibraryRanker(path: path, name: path, parameters: parameters).open(world: world)
  }

  private func scores(_ header: MessageHeader, _ payload: ArraySlice<UInt8>) throws -> [UInt8] {
    guard let lane else { throw RankerFailure("a request came before its lane was opened") }
    let start = payload.startIndex
    let count = Int(payload.little(at: start + 16) as UInt32)
    func number(_ index: Int) -> Double {
      Double(bitPattern: payload.little(at: start + 24 + 8 * index))
    }
    var columns: [RankerFeature: [Double]] = [:]
    for (index, feature) in reads.enumerated() {
      columns[feature] = (0..<count).map { number(index * count + $0) }
    }
    let posts = (0..<count).map { index in
      PostID(rawValue: payload.little(at: start + 24 + 8 * reads.count * count + 4 * index))
    }
    // A library gets neither authors nor categories.
    let candidates = Candidates(
      FailedRequest(
        by: FailedRequest.AskedRanker(name: path, digest: "", parameters: [:]), world: world,
        viewer: MemberID(rawValue: payload.little(at: start)),
        refresh: payload.little(at: start + 4),
        now: Double(bitPattern: payload.little(at: start + 8)), posts: posts,
        authors: posts.map { _ in MemberID(0) }, categories: posts.map { _ in nil },
        columns: columns))
    var scores = [Double](repeating: 0, count: count)
    var span = scores.mutableSpan
    try lane.score(candidates, into: &span)
    var bytes: [UInt8] = []
    MessageHeader(
      .scores, lane: header.lane, sequence: header.sequence, length: UInt32(8 * count)
    ).append(to: &bytes)
    for score in scores { bytes.append(little: score.bitPattern) }
    return bytes
  }

  private static func names(_ value: JSONValue?) -> [String] {
    guard case .array(let names)? = value else { return [] }
    return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  /// A message of text, with blanks up to a multiple of 8 bytes.
  private static func text(
    _ kind: MessageKind, _ header: MessageHeader, _ members: [String: JSONValue]
  ) -> [UInt8] {
    var text = Array(JSONValue.object(members).canonical.utf8)
    while !text.count.isMultiple(of: 8) { text.append(UInt8(ascii: " ")) }
    var bytes: [UInt8] = []
    MessageHeader(
      kind, lane: header.lane, sequence: header.sequence, length: UInt32(text.count)
    ).append(to: &bytes)
    return bytes + text
  }
}
