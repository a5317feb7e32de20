import FeedMetrics
import SocialFeed
import Traces

/// Two days of three members, written by hand: a run with a row of everything.
enum HandMadeRun {
  static let facts = TraceFacts(
    version: "0.1.0", scenario: "by-hand", scenarioDigest: "ab12", arm: "newest", world: 3,
    seed: UInt64.max, metricOptions: MetricOptions(sampledMembers: 7, sampleSeed: 9))

  /// Tells a sink everything, as a run would.
  static func tell(_ sink: any ObservationSink) {
    sink.begin(
      RunObservation(
        duration: 172_800, windowStart: 86_400, categoryCount: 2, groupNames: ["young", "old"],
        rankerNames: ["recency", "one, \"two\""]))
    join(sink, 0, 0, at: -5.5, [0.25, 0.75])
    join(sink, 1, 1, at: -10, [])
    sink.observe(PetObservation(pet: PetID(0), owner: MemberID(0)))
    request(sink, .guardian, .accepted, 0, 1, at: -3.5, pet: 0)
    request(sink, .guardian, .sent, 0, 1, at: -4, pet: 0)
    tie(sink, .follow, 0, 1, at: -3)
    tie(sink, .follow, 1, 0, at: -7, isReturned: true)
    publish(sink, 0, by: 1, 1, at: -100, quality: 0.5, pet: PetID(0))
    sink.observe(ContestObservation(contest: ContestID(0), startsAt: 0, endsAt: 86_400))
    publish(sink, 1, by: 0, 0, at: 10, quality: 0.1)
    sink.observe(EntryObservation(contest: ContestID(0), post: PostID(1), submittedAt: 10.25))
    publish(sink, 2, by: 0, 0, at: 20, quality: 0.25, .friends)
    join(sink, 2, 0, at: 3600, [1, 0])
    sink.observe(AccountObservation(time: 3600, member: MemberID(2), isPrivate: true))
    request(sink, .follow, .sent, 1, 2, at: 4000)
    act(sink, .vote, 1, 1, at: 4000, nil)
    act(sink, .vote, 2, 1, at: 86_400, nil)
    show(
      sink, at: 86_400, ranker: 0, offset: 0, [0, 1], [true, false], [0.5, 0.1 + 0.2],
      pool: [CandidateObservation(post: PostID(1), relevance: 1)])
    show(sink, at: 86_400, ranker: 1, offset: 2, [], [], [], duplicates: 3, isShort: true)
    request(sink, .friend, .sent, 2, 0, at: 86_401)
    act(sink, .like, 2, 0, at: 86_401.5, 0)
    request(sink, .friend, .accepted, 2, 0, at: 86_402)
    tie(sink, .friend, 2, 0, at: 86_402)
    request(sink, .follow, .declined, 1, 2, at: 86_402.5)
    request(sink, .follow, .sent, 0, 2, at: 86_403)
    sink.observe(
      ButtonsObservation(time: 90_000, member: MemberID(2), device: 1, buttons: 4, stale: 1))
    sink.observe(
      StaleButtonObservation(
        member: MemberID(2), device: 1, post: PostID(0), isSaveButton: true, from: 89_000,
        until: 90_000.125))
    sink.observe(DeletionObservation(time: 90_000.5, post: PostID(1)))
    request(sink, .guardian, .ended, 0, 1, at: 90_000.5, pet: 0)
    request(sink, .follow, .withdrawn, 0, 2, at: 90_001)
    tie(sink, .block, 2, 0, at: 90_001)
    sink.observe(AccountObservation(time: 90_002, member: MemberID(2), isPrivate: false))
    sink.observe(DepartureObservation(time: 90_002.25, member: MemberID(0)))
  }

  private static func join(
    _ sink: any ObservationSink, _ member: Int, _ group: Int, at time: Double, _ taste: [Float]
  ) {
    sink.observe(
      MemberObservation(member: MemberID(member), group: group, joinedAt: time, taste: taste))
  }

  private static func publish(
    _ sink: any ObservationSink, _ post: Int, by author: Int, _ category: Int, at time: Double,
    quality: Double, _ visibility: PostVisibility = .everyone, pet: PetID? = nil
  ) {
    sink.observe(
      PostObservation(
        post: PostID(post), author: MemberID(author), category: CategoryID(category),
        createdAt: time, quality: quality, visibility: visibility, pet: pet))
  }

  private static func request(
    _ sink: any ObservationSink, _ kind: RequestKind, _ step: RequestStep, _ from: Int, _ to: Int,
    at time: Double, pet: Int? = nil
  ) {
    sink.observe(
      RequestObservation(
        time: time, kind: kind, step: step, from: MemberID(from), to: MemberID(to),
        pet: pet.map { PetID($0) }))
  }

  private static func tie(
    _ sink: any ObservationSink, _ kind: TieOutcome, _ from: Int, _ to: Int,
    at time: Double, isReturned: Bool = false
  ) {
    sink.observe(
      TieObservation(
        time: time, kind: kind, from: MemberID(from), to: MemberID(to), isReturned: isReturned))
  }

  private static func show(
    _ sink: any ObservationSink, at time: Double, ranker: Int, offset: Int, _ posts: [Int],
    _ examined: [Bool], _ relevance: [Double], pool: [CandidateObservation]? = nil,
    duplicates: Int = 0, isShort: Bool = false
  ) {
    sink.observe(
      PageObservation(
        time: time, request: 0, viewer: MemberID(2), surface: .home, ranker: ranker,
        offset: offset, posts: posts.map { PostID($0) }, examined: examined,
        relevance: relevance, pool: pool, duplicates: duplicates,
        isShort: isShort))
  }

  private static func act(
    _ sink: any ObservationSink, _ kind: InteractionKind, _ member: Int, _ post: Int,
    at time: Double, _ request: UInt32?
  ) {
    sink.observe(
      InteractionObservation(
        time: time, member: MemberID(member), post: PostID(post), kind: kind, request: request))
  }
}

extension HandMadeRun {
  /// Its trace, by file.
  static let files = [
    "run.json": """
    {
      "arm": "newest",
      "categories": 2,
      "digest": "d1",
      "duration_s": 172800,
      "feedlab": "0.1.0",
      "format": 2,
      "groups": [
        "young",
        "old"
      ],
      "rankers": [
        "recency",
        "one, \\"two\\""
      ],
      "sample_seed": 9,
      "sampled_members": 7,
      "scenario": "by-hand",
      "scenario_digest": "ab12",
      "seed": 18446744073709551615,
      "window_from_s": 86400,
      "world": 3
    }

    """,
    "users.csv": """
    user_id,group,joined_at,sampled,left_at
    1,old,-10,1,
    0,young,-5.5,1,90002.25
    2,young,3600,1,

    """,
    "user_prefs.csv": """
    user_id,category,weight
    0,0,0.25
    0,1,0.75
    2,0,1
    2,1,0

    """,
    "posts.csv": """
    post_id,author_id,category,created_at,quality,contest_id,privacy,pet_id,deleted_at
    0,1,1,-100,0.5,,public,0,
    1,0,0,10,0.1,0,public,,90000.5
    2,0,0,20,0.25,,friends_only,,

    """,
    "impressions.csv": """
    time,request_id,user_id,surface,ranker,position,post_id,examined,relevance,session_id,day
    86400,0,2,home,recency,1,0,1,0.5,0,1
    86400,0,2,home,recency,2,1,0,0.30000000000000004,0,1

    """,
    "candidates.csv": """
    request_id,post_id,relevance
    0,1,1

    """,
    "interactions.csv": """
    time,user_id,post_id,kind,request_id,session_id,day
    4000,1,1,vote,,,0
    86400,2,1,vote,,,1
    86401.5,2,0,like,0,0,1

    """,
    "contests.csv": """
    contest_id,starts_at,ends_at
    0,0,86400

    """,
    "contest_entries.csv": """
    contest_id,post_id,author_id,submitted_at,votes_final
    0,1,0,10.25,1

    """,
    "ties.csv": """
    time,kind,from,to
    -7,follow,1,0
    -3,follow,0,1
    86402,friend,2,0
    90001,block,2,0

    """,
    "accounts.csv": """
    time,user_id,private
    3600,2,1
    90002,2,0

    """,
    "requests.csv": """
    time,kind,step,from,to,pet_id
    -4,guardian,sent,0,1,0
    -3.5,guardian,accepted,0,1,0
    4000,follow,sent,1,2,
    86401,friend,sent,2,0,
    86402,friend,accepted,2,0,
    86402.5,follow,declined,1,2,
    86403,follow,sent,0,2,
    90000.5,guardian,ended,0,1,0
    90001,follow,withdrawn,0,2,

    """,
    "pets.csv": """
    pet_id,owner_id
    0,0

    """,
    "buttons.csv": """
    time,user_id,device,buttons,wrong
    90000,2,1,4,1

    """,
    "wrong_buttons.csv": """
    user_id,device,post_id,button,wrong_from,wrong_until
    2,1,0,save,89000,90000.125

    """,
    "duplicates.csv": #"""
    time,request_id,user_id,surface,ranker,offset,duplicates,short,session_id
    86400,0,2,home,"one, ""two""",2,3,1,0

    """#,
  ]
}
