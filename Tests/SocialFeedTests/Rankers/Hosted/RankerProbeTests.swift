import SocialFeed
import TestSupport
import Testing

/// Requests that are asked twice, the second time with the candidates in reverse order.
@Suite struct RankerProbeTests {
  /// Six posts, of which post *n* has *n* likes.
  private func community() throws -> Community {
    var community = Community(members: 7)
    for number in 0..<6 {
      try community.publish(author: member(6), category: category(0), now: Double(number))
      for liker in 0..<number {
        try community.like(PostID(number), by: member(liker), now: Double(number))
      }
    }
    return community
  }

  /// The first page of member 0 at 10 s.
  private let request = FeedRequest(member(0), .latest, now: 10)

  /// A ranker of which every request is asked twice.
  private func ranker(_ host: some RankerHost) -> HostedRanker {
    HostedRanker(host, world: 0, pool: 10, probe: RankerProbe(share: 1))
  }

  /// Why a ranker fails at its first request.
  private func failure(
    _ request: FeedRequest? = nil, of host: ProbedHost
  ) throws -> RankerFailure? {
    let ranker = ranker(host)
    let page = try community().page(request ?? self.request, by: ranker)
    if ranker.failure != nil { expectEqual(page.posts.first, PostID(5)) }
    return ranker.failure
  }

  @Test(arguments: [0.01, 0.25, 1])
  func `a share of the requests is taken`(share: Double) throws {
    let community = try community()
    let taken = (0..<20_000).count { number in
      let request = FeedRequest(member(0), .latest, now: Double(10 + number))
      let candidates = Candidates(
        posts(0, 3), [.likes], for: request, viewer: member(0), now: request.now, from: community)
      return RankerProbe(share: share).takes(candidates, ofWorld: 0)
    }
    // Five standard errors of a binomial share; of all, each.
    let error = (share * (1 - share) / 20_000).squareRoot()
    #expect(abs(Double(taken) / 20_000 - share) <= 5 * error)
  }

  @Test func `candidates in reverse order have their columns and their noise`() throws {
    let candidates = Candidates(
      posts(0, 3, 5), [.likes, .ageHours], for: request, viewer: member(0), now: 3605,
      from: try community())
    let reversed = candidates.reversed()
    #expect(reversed.posts == posts(5, 3, 0) && reversed.count == 3)
    expectEqual(reversed[.likes], [5, 3, 0])
    expectEqual(reversed[.ageHours], candidates[.ageHours].reversed())
    #expect(reversed.authors.count == 3 && reversed.categories.count == 3)
    #expect(reversed.viewer == candidates.viewer && reversed.now == candidates.now)
    for index in 0..<3 { expectEqual(reversed.noise(index), candidates.noise(2 - index)) }
  }

  @Test func `a score of the candidate alone passes, and so does one of all candidates as a set`()
    throws
  {
    let hosts = [
      ProbedHost { _ in 1 },
      ProbedHost { $0.likes },
      // A share of the sum, a distance from the mean, and a rank.
      ProbedHost { $0.likes / $0.all.reduce(0, +) },
      ProbedHost { abs($0.likes - $0.all.reduce(0, +) / Double($0.all.count)) },
      ProbedHost { own in Double(own.all.count { $0 < own.likes }) },
    ]
    for host in hosts {
      try expectEqual(failure(of: host), nil)
      expectEqual(host.requests, 2)
    }
  }

  @Test func `another last bit passes, since scores are rounded before they are compared`() throws {
    // Of two posts with one score each answer prefers another.
    let host = ProbedHost {
      let score = ($0.likes / 2).rounded(.down) / 3 + 1
      return (Int($0.likes) + $0.request).isMultiple(of: 2) ? score : score.nextUp
    }
    try expectEqual(failure(of: host), nil)
  }

  @Test func `a ranker that counts requests passes where the count leaves the order as it is`()
    throws
  {
    try expectEqual(failure(of: ProbedHost { $0.likes + Double($0.request) }), nil)
  }

  private static let reasons =
    "a post's score may depend on the request and on its candidates as a set, not on their order, on chance or on other"
    + " requests; look for random numbers that are not made of the lane's seed, the viewer, the refresh and the post,"
    + " for a score that depends on the position in the columns or on the candidates before, and for a state that is"
    + " kept between requests"

  @Test func `a score that depends on the position is found`() throws {
    let failure = try failure(of: ProbedHost { Double($0.index) })
    expectEqual(
      failure?.message,
      "the ranker 'mine.py' gave two orders for one request, by member 0 at 10s in refresh 0, that was asked again with its"
        + " 6 candidates in reverse order: from position 1 on, the first order has post 0 (5, then 0), post 1"
        + " (4, then 1) and post 2 (3, then 2), and the second one has post 5 (0, then 5), post 4 (1, then 4) and"
        + " post 3 (2, then 3); \(Self.reasons)")
    expectEqual(failure?.isUnrepeatable, true)
  }

  @Test func `a state that is kept between requests is found where the order first differs`() throws
  {
    // The second answer turns the two posts with the fewest likes around.
    let host = ProbedHost { $0.likes < 2 && $0.request > 1 ? 0.3 - $0.likes / 5 : $0.likes }
    let later = FeedRequest(viewer: member(3), surface: .latest, now: 475_203.9, refresh: 4)
    let failure = try failure(later, of: host)
    expectEqual(
      failure?.message,
      "the ranker 'mine.py' gave two orders for one request, by member 3 at 5d12h3s in refresh 4, that was asked again with its"
        + " 6 candidates in reverse order: from position 5 on, the first order has post 1 (1, then 0.1) and post 0"
        + " (0, then 0.3), and the second one has post 0 (0, then 0.3) and post 1 (1, then 0.1); \(Self.reasons)"
    )
  }

  @Test func `scores that differ in the last bits of 32 have a remedy of their own`() throws {
    // 2⁻²² is two of the units that numbers from 1 to 2 have in 24 bits.
    let host = ProbedHost { 1 + Double($0.index) * 0x1p-22 }
    let message = try #require(try failure(of: host)?.message)
    #expect(
      message.hasSuffix(
        "on chance or on other requests; the scores differ in their last bits alone, as those of sums with 32 bits do:"
          + " use numbers of 64 bits (float64)"))
    #expect(message.contains("post 0 (1.0000012, then 1), post 1 (1.000001, then 1.0000002)"))
  }

  @Test func `what fails in the second answer fails the ranker as in the first`() throws {
    let ended = try failure(of: ProbedHost(failingRequest: 2) { $0.likes })
    expectEqual(ended, RankerFailure("mine.py ended at request 2"))
    let broken = try failure(of: ProbedHost { $0.request == 2 ? .nan : $0.likes })
    expectEqual(
      broken,
      RankerFailure(
        "the ranker 'mine.py' gave post 0 a score that is no number, candidate 1 of 6"))
    #expect(ended?.isUnrepeatable == false && broken?.isUnrepeatable == false)
  }

  @Test func `requests that share messages are asked again alone and with another one`() throws {
    let host = ProbedHost(repetitions: [.alone, .another]) { $0.likes }
    try expectEqual(failure(of: host), nil)
    expectEqual(host.requests, 3)
  }

  @Test(arguments: [
    (RequestCompany.alone, "alone, with its 6 candidates in reverse order"),
    (.another, "in one batch with another request, with its 6 candidates in reverse order"),
  ])
  func `a score that depends on the company of its request is found`(
    company: RequestCompany, phrase: String
  ) throws {
    let host = ProbedHost(repetitions: [.alone, .another]) {
      $0.company == company && $0.likes < 2 ? 0.3 - $0.likes / 5 : $0.likes
    }
    let message = try failure(of: host)?.message
    expectEqual(
      message,
      "the ranker 'mine.py' gave two orders for one request, by member 0 at 10s in refresh 0, that was asked again"
        + " \(phrase): from position 5 on, the first order has post 1 (1, then 0.1) and post 0 (0, then 0.3), and the"
        + " second one has post 0 (0, then 0.3) and post 1 (1, then 0.1); a post's score may depend on the request and on"
        + " its candidates as a set, not on their order, on chance or on other requests; look for random numbers that are"
        + " not made of the lane's seed, the viewer, the refresh and the post, for a score that depends on the position in"
        + " the columns or on the candidates before, for a number that is made of a whole batch, such as a mean, and for"
        + " a state that is kept between requests")
    // A request that was saved is asked as the run asked it.
    let asked = ranker(host)
    _ = try community().page(self.request, by: asked)
    let request = try #require(asked.failure?.request)
    let repeated = HostedRanker.ask(host, again: request)
    expectEqual(repeated.failure?.message, message)
    expectEqual(repeated.answers, request.answers)
  }

  @Test func `every page is the same whether requests are asked twice or not`() throws {
    let community = try community()
    let (twice, once) = (
      ranker(ProbedHost { ($0.likes - 2) * ($0.likes - 2) }),
      HostedRanker(
        ProbedHost { ($0.likes - 2) * ($0.likes - 2) }, world: 0, pool: 10, probe: .none)
    )
    for viewer in 0..<7 {
      for refresh in UInt32(0)..<5 {
        var request = FeedRequest(
          viewer: member(viewer), surface: .latest, now: Double(10 + refresh), refresh: refresh)
        request.pageSize = 4
        let (first, expected) = (
          community.page(request, by: twice), community.page(request, by: once)
        )
        expectEqual(first.posts, expected.posts)
        request.cursor = expected.next
        expectEqual(
          community.page(request, by: twice).posts, community.page(request, by: once).posts)
      }
    }
    #expect(twice.fingerprint == once.fingerprint && twice.failure == nil)
  }

  @Test func `a request of one candidate is not asked twice`() throws {
    var community = Community(members: 2)
    try community.publish(author: member(1), now: 0)
    let host = ProbedHost { $0.likes }
    _ = community.page(request, by: ranker(host))
    expectEqual(host.requests, 1)
  }

  /// Of 20,000 requests 200 are expected, with a standard deviation of 14.1: beyond 4.5 of them, one false alarm in
  /// 30,000 such tests with five arguments, if hashes were drawn anew.
  @Test(arguments: ["seed", "world", "viewer", "refresh", "clock"])
  func `one request in a hundred is asked twice, whatever makes it another request`(
    varied: String
  ) throws {
    var community = Community(members: 20_000)
    for _ in 0..<2 { try community.publish(author: member(1), now: 0) }
    let asked = (0..<20_000).count { number in
      let world = RankerWorld(
        number: varied == "world" ? number : 0, seed: varied == "seed" ? UInt64(number) : 0)
      let candidates = Candidates(
        posts(1, 0), [.likes],
        for: FeedRequest(
          viewer: member(0), surface: .latest, now: 10,
          refresh: varied == "refresh" ? UInt32(number) : 0),
        viewer: member(varied == "viewer" ? number : 0),
        now: varied == "clock" ? 10 + Double(number) / 8 : 10, from: community)
      return RankerProbe.usual.takes(candidates, ofWorld: world)
    }
    #expect((137...263).contains(asked), "\(asked)")
  }

  @Test func `the first request of a world is asked twice whatever the share`() throws {
    let host = ProbedHost { $0.likes }
    let community = try community()
    for world in 0..<3 {
      let ranker = HostedRanker(
        host, world: RankerWorld(number: world, seed: 0), pool: 10, probe: RankerProbe(share: 1e-18)
      )
      for refresh in UInt32(0)..<2 {
        _ = community.page(
          FeedRequest(viewer: member(0), surface: .latest, now: 10, refresh: refresh), by: ranker)
      }
    }
    expectEqual(host.requests, 9)
  }

  @Test func `which requests are asked twice depends on no other request`() throws {
    let community = try community()
    func askedTwice(_ order: some Sequence<Int>) -> Set<Int> {
      let host = ProbedHost { $0.likes }
      let ranker = HostedRanker(host, world: 3, pool: 10)
      // The first one is, in any case.
      _ = community.page(FeedRequest(member(1), .latest, now: 10), by: ranker)
      var asked: Set<Int> = []
      for number in order {
        let before = host.requests
        _ = community.page(FeedRequest(member(0), .latest, now: Double(10 + number)), by: ranker)
        if host.requests == before + 2 { asked.insert(number) }
      }
      return asked
    }
    let forwards = askedTwice(0..<1000)
    #expect(forwards == askedTwice((0..<1000).reversed()) && !forwards.isEmpty)
  }
}
