package import SocialFeed

/// What happens in a world as records of the AT Protocol, and which post a record is.
///
/// | in the world | record |
/// | --- | --- |
/// | a post that everyone may see | `app.bsky.feed.post`, deleted with the post |
/// | a comment | `app.bsky.feed.post` with `reply` |
/// | a like | `app.bsky.feed.like`, deleted when it is taken back |
/// | a follow | `app.bsky.graph.follow`, deleted with its end |
/// | a friendship | a follow in each direction |
/// | a block | `app.bsky.graph.block` |
///
/// Saves, votes and entries of contests have no record, and those who join have none before their first act. Other posts have
/// none either, nor what is done with them, since every record of the protocol is public.
package struct WorldRecords {
  private var accounts: WorldAccounts
  /// What each text ends with, with a blank before it.
  private let ending: String
  private var writer = CommitWriter()
  /// The newest key of each collection in each repository.
  private var newest: [Collection: [String: RecordKey]] = [:]
  /// By post; `nil` for one without a record.
  private var posts: [PostRecord?] = []
  private var postOfURI: [String: PostID] = [:]
  private var likes: [Like: RecordKey] = [:]
  private var follows: [Direction: Follow] = [:]
  private var comments = 0

  private struct PostRecord {
    let key: RecordKey
    let uri: String
    let id: ContentID
  }

  private struct Like: Hashable {
    let member: MemberID
    let post: PostID
  }

  private struct Direction: Hashable {
    let from: MemberID
    let to: MemberID
  }

  /// A record that is there as long as one of its reasons.
  private struct Follow {
    let key: RecordKey
    var isFollow = false
    var isFriendship = false
  }

  private enum Collection: String {
    case post = "app.bsky.feed.post"
    case like = "app.bsky.feed.like"
    case follow = "app.bsky.graph.follow"
    case block = "app.bsky.graph.block"
  }

  /// - Parameter phrase: The end of the text of each post; `nil` for none.
  package init(world: RankerWorld, phrase: String? = nil) {
    accounts = WorldAccounts(world: world)
    ending = phrase.map { " \($0)" } ?? ""
  }

  /// The number of the last event of the stream.
  package var sequence: UInt64 { writer.sequence }

  /// The DID of a member.
  package mutating func did(of member: MemberID) -> String { accounts.did(of: member) }

  /// The DID of the account that looks for the sentinel.
  package var observer: String { accounts.observer }

  /// The post of a URI; `nil` where no post has it.
  package func post(of uri: String) -> PostID? { postOfURI[uri] }

  /// The URI of a post; `nil` where it has no record.
  package func uri(of post: PostID) -> String? { record(of: post)?.uri }

  private func record(of post: PostID) -> PostRecord? {
    post.index < posts.count ? posts[post.index] : nil
  }
}

// MARK: - Events

extension WorldRecords {
  /// The events of the stream that something in the world brings, in order.
  ///
  /// - Precondition: Posts come in the order of their numbers.
  package mutating func messages(of event: RankerEvent) -> [[UInt8]] {
    switch event.content {
    case .join, .enter, .impression: []
    case .post(let post, let author, let category, let visibility):
      make(post, by: author, in: category, visibility, at: event.time).map { [$0] } ?? []
    case .delete(let post, let author):
      record(of: post).map {
        [delete(.post, $0.key, by: accounts.did(of: author), at: event.time)]
      } ?? []
    case .tie(let tie, let from, let to): messages(of: tie, from: from, to: to, at: event.time)
    case .interaction(let kind, let post, let member, _):
      message(of: kind, with: post, by: member, at: event.time).map { [$0] } ?? []
    }
  }

  private mutating func make(
    _ post: PostID, by author: MemberID, in category: CategoryID, _ visibility: PostVisibility,
    at time: Double
  ) -> [UInt8]? {
    precondition(post.index == posts.count, "post \(post) came behind \(posts.count) posts")
    guard visibility == .everyone else {
      posts.append(nil)
      return nil
    }
    let did = accounts.did(of: author)
    let (message, key, id) = make(
      .post, ["text": text(PostTexts.text(of: post, in: category)), "langs": Self.languages],
      by: did, at: time)
    let uri = Self.uri(of: key, by: did)
    posts.append(PostRecord(key: key, uri: uri, id: id))
    postOfURI[uri] = post
    return message
  }

  private mutating func message(
    of kind: InteractionKind, with post: PostID, by member: MemberID, at time: Double
  ) -> [UInt8]? {
    guard let record = record(of: post) else { return nil }
    let did = accounts.did(of: member)
    let like = Like(member: member, post: post)
    let subject = DagCBOR.map(["uri": .text(record.uri), "cid": .text(record.id.text)])
    switch kind {
    case .view, .save, .unsave, .vote: return nil
    case .like:
      // A button that shows the wrong state lets a member like a post again.
      guard likes[like] == nil else { return nil }
      let (message, key, _) = make(.like, ["subject": subject], by: did, at: time)
      likes[like] = key
      return message
    case .unlike:
      guard let key = likes.removeValue(forKey: like) else { return nil }
      return delete(.like, key, by: did, at: time)
    case .comment:
      comments += 1
      let members: [String: DagCBOR] = [
        "text": text(PostTexts.text(of: PostID(comments), in: nil)), "langs": Self.languages,
        "reply": .map(["root": subject, "parent": subject]),
      ]
      return make(.post, members, by: did, at: time).message
    }
  }

  private mutating func messages(
    of tie: TieOutcome, from: MemberID, to: MemberID, at time: Double
  ) -> [[UInt8]] {
    let there = Direction(from: from, to: to)
    let back = Direction(from: to, to: from)
    return switch tie {
    case .follow: [change(there, at: time) { $0.isFollow = true }].compactMap(\.self)
    case .unfollow: [change(there, at: time) { $0.isFollow = false }].compactMap(\.self)
    case .friend:
      [there, back].compactMap { change($0, at: time) { $0.isFriendship = true } }
    case .unfriend:
      [there, back].compactMap { change($0, at: time) { $0.isFriendship = false } }
    case .block:
      [
        make(
          .block, ["subject": .text(accounts.did(of: to))], by: accounts.did(of: from), at: time
        ).message
      ]
    }
  }

  /// The event of a follow that begins or ends with a change of its reasons.
  private mutating func change(
    _ direction: Direction, at time: Double, _ change: (inout Follow) -> Void
  ) -> [UInt8]? {
    let did = accounts.did(of: direction.from)
    if var follow = follows[direction] {
      change(&follow)
      let isNeeded = follow.isFollow || follow.isFriendship
      follows[direction] = isNeeded ? follow : nil
      return isNeeded ? nil : delete(.follow, follow.key, by: did, at: time)
    }
    var follow = Follow(key: RecordKey(at: time, after: newest[.follow]?[did]))
    change(&follow)
    guard follow.isFollow || follow.isFriendship else { return nil }
    follows[direction] = follow
    return make(.follow, ["subject": .text(accounts.did(of: direction.to))], by: did, at: time)
      .message
  }
}

// MARK: - The sentinel

extension WorldRecords {
  /// The observer's follow of the sentinel, so that a feed of those whom a viewer follows shows the sentinel too.
  package mutating func sentinelFollow(at time: Double) -> [UInt8] {
    make(.follow, ["subject": .text(accounts.sentinel)], by: accounts.observer, at: time).message
  }

  /// A post of the sentinel.
  package mutating func sentinel(
    _ text: String, at time: Double
  ) -> (message: [UInt8], key: RecordKey, uri: String) {
    let did = accounts.sentinel
    let (message, key, _) = make(
      .post, ["text": self.text(text), "langs": Self.languages], by: did, at: time)
    return (message, key, Self.uri(of: key, by: did))
  }

  /// The end of a post of the sentinel.
  package mutating func sentinelDeletion(_ key: RecordKey, at time: Double) -> [UInt8] {
    delete(.post, key, by: accounts.sentinel, at: time)
  }
}

// MARK: - Records

extension WorldRecords {
  private func text(_ sentence: String) -> DagCBOR { .text(sentence + ending) }

  private static let languages = DagCBOR.list([.text("en")])

  private static func uri(of key: RecordKey, by did: String) -> String {
    "at://\(did)/\(Collection.post.rawValue)/\(key.text)"
  }

  /// - Parameter members: The members of the record besides its type and its time.
  private mutating func make(
    _ collection: Collection, _ members: [String: DagCBOR], by did: String, at time: Double
  ) -> (message: [UInt8], key: RecordKey, id: ContentID) {
    let key = RecordKey(at: time, after: newest[collection]?[did])
    newest[collection, default: [:]][did] = key
    let record = DagCBOR.map(
      members.merging([
        "$type": .text(collection.rawValue), "createdAt": .text(WorldCalendar.text(of: time)),
      ]) { $1 })
    let (message, id) = writer.event(
      .create(collection: collection.rawValue, key: key, record: record), in: did, at: time)
    guard let id else { preconditionFailure("a record that was made has no identifier") }
    return (message, key, id)
  }

  private mutating func delete(
    _ collection: Collection, _ key: RecordKey, by did: String, at time: Double
  ) -> [UInt8] {
    writer.event(
      .delete(collection: collection.rawValue, key: key), in: did, at: time
    ).message
  }
}
