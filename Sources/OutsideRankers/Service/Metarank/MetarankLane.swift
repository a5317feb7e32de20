internal import DataFiles
package import SocialFeed

/// The requests of a world to a Metarank of its own.
final class MetarankLane: RankerLane, @unchecked Sendable {
  private let call: ServiceCall
  private let feedback: String
  private var writer: MetarankWriter

  init(_ call: ServiceCall) {
    self.call = call
    feedback = MetarankWriter.feedbackPath(besides: call.settings.address.path) ?? "/feedback"
    writer = MetarankWriter(reads: call.settings.reads)
  }

  /// How many events a request has at most.
  private static let mostEvents = 1000

  func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    let answer = try call.post(
      writer.request(candidates), limit: MetarankAnswer.longest(of: candidates.count))
    do throws(AnswerFault) {
      try MetarankAnswer.read(answer, of: candidates.posts, into: &scores)
    } catch {
      throw call.failure(error.predicate)
    }
  }

  func learn(_ events: [RankerEvent]) throws(RankerFailure) {
    var texts = writer.texts(of: events)[...]
    while !texts.isEmpty {
      let piece = texts.prefix(Self.mostEvents)
      texts = texts.dropFirst(piece.count)
      let body = Array(piece.joined(separator: "\n").utf8)
      let answer = try call.post(body, at: feedback, .teaches, limit: ServiceCall.longestText)
      do throws(AnswerFault) { try MetarankAnswer.check(answer, of: piece.count) } catch {
        throw call.failure(error.predicate)
      }
    }
  }
}

/// Reads what Metarank answers.
package enum MetarankAnswer {
  /// The longest item with its score.
  private static let longestItem = 128

  /// How long the answer to a request of so many items may be.
  static func longest(of count: Int) -> Int { ServiceCall.longestText + longestItem * count }

  /// Reads a score for each post.
  package static func read(
    _ bytes: [UInt8], of posts: [PostID], into scores: inout MutableSpan<Double>
  ) throws(AnswerFault) {
    let members = try AnswerReader.members(of: bytes[...])
    guard case .array(let items)? = members["items"] else {
      throw AnswerFault("answered without a list \"items\"")
    }
    let all = Set(posts)
    var indices: [PostID: Int] = [:]
    for (index, post) in posts.enumerated() { indices[post] = index }
    for (position, item) in items.enumerated() {
      guard case .object(let item) = item, case .string(let id)? = item["item"],
        let number = UInt32(id), all.contains(PostID(Int(number)))
      else {
        throw AnswerFault(
          "has \(item.canonical.excerpt) at index \(position), which is no item of the request with a score"
        )
      }
      let post = PostID(Int(number))
      guard let index = indices.removeValue(forKey: post) else {
        throw AnswerFault("scores post \(post) twice")
      }
      switch item["score"] {
      case .number(let score)?: scores[index] = score
      case .whole(let score)?: scores[index] = Double(score)
      case let other:
        throw AnswerFault(
          "gave post \(post) the score \(other?.canonical.excerpt ?? "null"); a score is a finite number"
        )
      }
    }
    guard indices.isEmpty else { throw .wrongCount(items.count, of: posts.count) }
  }

  /// Checks that so many events were taken in.
  package static func check(_ bytes: [UInt8], of count: Int) throws(AnswerFault) {
    let members = try AnswerReader.members(of: bytes[...])
    if let status = members["status"], status != .string("ok") {
      throw AnswerFault("answered events with the status \(status.canonical.excerpt)")
    }
    if let accepted = members["accepted"], accepted != .number(Double(count)) {
      throw AnswerFault("took in \(accepted.canonical.excerpt) of \(count) events")
    }
  }
}
