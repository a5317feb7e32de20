import FeedMetrics
import SocialFeed
import TestSupport
import Testing
import Traces

/// Which posts pages may show, by a log of four users that was worked out by hand.
@Suite struct PostAccessTests {
  private static let files = [
    "run.json": #"{"duration_s": 10000, "window_from_s": 0}"#,
    "users.csv": "user_id,group,joined_at\n0,g,-1\n1,g,-1\n2,g,-1\n3,g,-1\n",
    // The account of user 0 is private; user 3 has the pet, and user 1 looks after it from 50 to 250.
    "posts.csv": """
    post_id,author_id,category,created_at,quality,contest_id,privacy,pet_id,deleted_at
    10,0,0,0,1,,public,,
    11,0,0,0,1,,friends_only,,
    12,0,0,0,1,,private,5,
    13,1,0,0,1,,public,,300
    14,2,0,0,1,,public,,

    """,
    "accounts.csv": "time,user_id,private\n0,0,1\n400,0,0\n500,0,1\n",
    "pets.csv": "pet_id,owner_id\n5,3\n",
    "requests.csv": """
    time,kind,step,from,to,pet_id
    40,guardian,sent,3,1,5
    50,guardian,accepted,3,1,5
    60,guardian,sent,3,2,5
    70,guardian,declined,3,2,5
    250,guardian,ended,3,1,5

    """,
    "ties.csv": """
    time,kind,from,to
    20,follow,1,0
    100,friend,2,0
    200,unfollow,1,0
    200,block,2,1
    210,unfriend,0,2

    """,
    "interactions.csv": "time,user_id,post_id,kind,request_id\n",
  ]

  /// A page on a line: when, to whom, and its posts, each with what is wrong with it.
  private static let pages = """
    10 1 | 10 private-accounts
    20 1 | 10
    100 2 | 10, 11
    100 1 | 11 friends-only, 12
    100 3 | 12, 13
    101 2 | 12 private-posts
    200 1 | 10, 14
    201 1 | 10 private-accounts, 14 blocks
    201 2 | 13 blocks
    210 2 | 11
    211 2 | 11 friends-only, 10 private-accounts
    250 1 | 12
    251 1 | 12 private-posts
    300 3 | 13
    301 3 | 13 deletions
    301 1 | 13 deletions
    301 0 | 10, 11, 12
    399 3 | 10 private-accounts
    400 3 | 10
    450 3 | 10, 11 friends-only
    500 3 | 10
    501 3 | 10 private-accounts
    """

  private static let messages = [
    "deletions": "no page shows a post after its deletion",
    "blocks": "no page shows a post across a block between its author and its viewer",
    "private-accounts": "posts of a private account are shown to its followers and friends only",
    "friends-only": "posts for friends are shown to friends of their author only",
    "private-posts": "private posts are shown to those only whose posts they are",
  ]

  /// Rows of the pages, and the faults that they have: the line, the rule, and who was shown which post.
  private static let (rows, faults): (String, [(rule: String, line: Int, shown: String)]) = {
    var rows = "time,request_id,user_id,surface,ranker,position,post_id,examined,relevance\n"
    var (faults, line): ([(String, Int, String)], Int) = ([], 1)
    for (request, page) in pages.split(separator: "\n").enumerated() {
      let parts = page.split(separator: "|")
      let head = parts[0].split(separator: " ")
      for (index, post) in parts[1].split(separator: ",").enumerated() {
        let words = post.split(separator: " ")
        line += 1
        rows += "\(head[0]),\(request),\(head[1]),latest,x,\(index + 1),\(words[0]),0,0.5\n"
        if words.count > 1 {
          faults.append((String(words[1]), line, "user \(head[1]) was shown post \(words[0])"))
        }
      }
    }
    return (rows, faults)
  }()

  /// All that is found in the log without some of its tables.
  private func found(without tables: String..., posts: String? = nil) throws -> [String] {
    let folder = try TraceFolder()
    for (name, text) in Self.files where !tables.contains(name) {
      try folder.write(text, to: "t/\(name)")
    }
    try folder.write(Self.rows, to: "t/impressions.csv")
    if let posts { try folder.write(posts, to: "t/posts.csv") }
    let replay = try TraceReplay(path: folder.path("t"))
    let invariants = TraceInvariants()
    invariants.watch(replay)
    try replay.replay([invariants])
    return invariants.violations.map { $0.description.replacing(folder.path("t/"), with: "") }
  }

  private func expected(_ rules: String...) -> [String] {
    Self.faults.filter { rules.contains($0.rule) }.map {
      "impressions.csv:\($0.line):1: \(Self.messages[$0.rule]!), and \($0.shown)"
    }
  }

  @Test func `each row that a viewer may not see is reported, at its line`() throws {
    expectEqual(Self.faults.count, 14)
    try expectEqual(
      found(), expected("deletions", "blocks", "private-accounts", "friends-only", "private-posts"))
    try expectEqual(
      found().first,
      "impressions.csv:2:1: posts of a private account are shown to its followers and friends only, and user 1"
        + " was shown post 10")
  }

  @Test func `a log is held to nothing that it does not have`() throws {
    // Without ties nobody knows who may see what is for followers and friends.
    try expectEqual(found(without: "ties.csv"), expected("deletions", "private-posts"))
    try expectEqual(
      found(without: "accounts.csv"),
      expected("deletions", "blocks", "friends-only", "private-posts"))
    // A log of before there was a privacy.
    let posts = Self.files["posts.csv"]!.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).prefix(6).joined(separator: ",")
    }
    try expectEqual(
      found(
        without: "accounts.csv", "requests.csv", "pets.csv",
        posts: posts.joined(separator: "\n") + "\n"), expected("blocks"))
  }

  @Test func `in a run the subject is reported`() {
    let invariants = TraceInvariants()
    for member in 0..<2 {
      invariants.observe(
        MemberObservation(member: MemberID(member), group: 0, joinedAt: -1, taste: []))
    }
    invariants.observe(
      PostObservation(
        post: PostID(0), author: MemberID(0), category: CategoryID(0), createdAt: 0, quality: 1,
        visibility: .author))
    invariants.observe(
      PageObservation(
        time: 1, request: 7, viewer: MemberID(1), surface: .latest, ranker: 0, offset: 0,
        posts: [PostID(0)], examined: [true], relevance: [1]))
    expectEqual(
      invariants.violations.map(\.description),
      ["request 7, member 1, post 0: private posts are shown to those only whose posts they are"])
  }
}
