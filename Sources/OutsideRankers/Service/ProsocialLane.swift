internal import DataFiles
package import SocialFeed

/// The requests of a world to a service that speaks the dialect of the Prosocial Ranking Challenge.
final class ProsocialLane: RankerLane, @unchecked Sendable {
  private let call: ServiceCall
  private var request = ProsocialRequest()

  init(_ call: ServiceCall) { self.call = call }

  /// The longest identifier in an answer, with what is around it.
  private static let longestID = 64

  func order(_ candidates: borrowing Candidates) throws(RankerFailure) -> [PostID] {
    let answer = try call.post(
      request.body(candidates), limit: ServiceCall.longestText + Self.longestID * candidates.count)
    do throws(AnswerFault) {
      return try ProsocialAnswer.order(in: answer, of: candidates.posts)
    } catch {
      throw call.failure(error.predicate)
    }
  }
}

/// The order in an answer of the dialect of the Prosocial Ranking Challenge.
package enum ProsocialAnswer {
  /// - Parameter candidates: The posts of the request.
  package static func order(
    in answer: [UInt8], of candidates: [PostID]
  ) throws(AnswerFault) -> [PostID] {
    let members = try AnswerReader.members(of: answer[...])
    if case .array(let items)? = members["new_items"], !items.isEmpty {
      throw AnswerFault(
        "inserts new items, \(items.count.grouped) of them; these worlds have no posts from elsewhere, so that"
          + " \"new_items\" has to be empty")
    }
    guard case .array(let ids)? = members["ranked_ids"] else {
      throw AnswerFault("answered without a list \"ranked_ids\"")
    }
    let posts = Set(candidates)
    var (order, seen) = ([PostID](), Set<PostID>())
    for (index, id) in ids.enumerated() {
      guard case .string(let text) = id, let number = UInt32(text),
        posts.contains(PostID(Int(number)))
      else {
        throw AnswerFault(
          "ranks \(id.canonical.excerpt) at index \(index), which is the id of no item in the request"
        )
      }
      let post = PostID(Int(number))
      guard seen.insert(post).inserted else { throw AnswerFault("ranks post \(post) twice") }
      order.append(post)
    }
    return order
  }
}

/// Writes requests in the dialect of the Prosocial Ranking Challenge, as a browser that shows posts of `twitter` sends
/// them.
///
/// The clock begins on 1 January 2024 in UTC. A post has the likes and comments that it has here, no retweets and no
/// shares, and a sentence of ``ProsocialTexts`` as its text.
package struct ProsocialRequest {
  /// What a request has of each post.
  static let features: FeatureSet = [.ageHours, .likes, .comments]

  /// The hashes of members' names, by member.
  private var hashes: [MemberID: String] = [:]

  package init() {}

  /// The JSON of a request.
  package mutating func body(_ candidates: borrowing Candidates) -> [UInt8] {
    let viewer = candidates.viewer
    var text =
      #"{"session":{"session_id":"\#(viewer)-\#(candidates.refresh)","user_id":"\#(viewer)""#
    text += #","user_name_hash":"\#(hash(of: viewer))","cohort":"feedlab","platform":"twitter""#
    text += #","url":"http://feedlab.invalid/","current_time":"\#(Self.time(candidates.now))"}"#
    text += #","survey":null,"items":["#
    let (authors, categories) = (candidates.authors, candidates.categories)
    let (ages, likes) = (candidates[.ageHours], candidates[.likes])
    let comments = candidates[.comments]
    for (index, post) in candidates.posts.enumerated() {
      if index > 0 { text += "," }
      text += #"{"id":"\#(post)","post_id":null,"parent_id":null,"title":null,"text":""#
      text += ProsocialTexts.text(of: post, in: categories[index])
      text +=
        #"","author_name_hash":"\#(hash(of: authors[index]))","type":"post","embedded_urls":[]"#
      text += #","created_at":"\#(Self.time(candidates.now - 3600 * ages[index]))""#
      text += #","engagements":{"retweet":0,"like":\#(likes[index].shortest)"#
      text += #","comment":\#(comments[index].shortest),"share":0}}"#
    }
    return Array((text + "]}").utf8)
  }

  private mutating func hash(of member: MemberID) -> String {
    if let hash = hashes[member] { return hash }
    let hash = SHA256.hexDigest(of: "member \(member)")
    hashes[member] = hash
    return hash
  }

  /// The milliseconds of the years 1 to 9999, which have a date of four digits.
  private static let milliseconds = -738_885.0 * 86_400_000...2_913_174 * 86_400_000.0 - 1

  /// A moment in milliseconds, as `2024-01-01T00:00:00.000Z`. One outside of the years 1 to 9999, which a saved request may
  /// have, is the nearest that is in them.
  package static func time(_ seconds: Double) -> String {
    // Of a number and NaN, these give the number.
    let milliseconds = Int64(
      Double.minimum(
        Double.maximum((seconds * 1000).rounded(), Self.milliseconds.lowerBound),
        Self.milliseconds.upperBound))
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let (day, part) = rest < 0 ? (days - 1, rest + 86_400_000) : (days, rest)
    let (year, month, dayOfMonth) = date(ofDay: Int(day))
    let (hours, minutes) = (part / 3_600_000, part / 60_000 % 60)
    return
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T\(padded(Int(hours), 2)):"
      + "\(padded(Int(minutes), 2)):\(padded(Int(part / 1000 % 60), 2)).\(padded(Int(part % 1000), 3))Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The date so many days after 1 January 2024, counted in cycles of 400 years that begin on 1 March 2000, so that a leap
  /// day is the last of its year.
  private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    // From 1 March 2000 to 1 January 2024.
    let count = day + 8706
    let cycle = count >= 0 ? count / 146_097 : (count - 146_096) / 146_097
    let dayOfCycle = count - 146_097 * cycle
    let year =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      2000 + 400 * cycle + year + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}
