internal import DataFiles
package import SocialFeed

/// The requests of a world to a service that speaks the dialect of the Prosocial Ranking Challenge.
final class ProsocialLane: RankerLane, @unchecked Sendable {
  private let call: ServiceCall
  private var request = ProsocialRequest()
  let second: SecondInstance?

  init(_ call: ServiceCall, _ second: SecondInstance?) {
    self.call = call
    self.second = second
  }

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
/// Times come from the ``WorldCalendar``. A post has the likes and comments that it has here, no retweets and no
/// shares, and a sentence of ``PostTexts`` as its text.
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
    text +=
      #","url":"http://feedlab.invalid/","current_time":"\#(WorldCalendar.text(of: candidates.now))"}"#
    text += #","survey":null,"items":["#
    let (authors, categories) = (candidates.authors, candidates.categories)
    let (ages, likes) = (candidates[.ageHours], candidates[.likes])
    let comments = candidates[.comments]
    for (index, post) in candidates.posts.enumerated() {
      if index > 0 { text += "," }
      text += #"{"id":"\#(post)","post_id":null,"parent_id":null,"title":null,"text":""#
      text += PostTexts.text(of: post, in: categories[index])
      text +=
        #"","author_name_hash":"\#(hash(of: authors[index]))","type":"post","embedded_urls":[]"#
      text += #","created_at":"\#(WorldCalendar.text(of: candidates.now - 3600 * ages[index]))""#
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
}
