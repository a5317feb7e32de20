import SocialFeed
import TestSupport
import Testing

@Suite struct RunningContestTests {
  @Test func `the leaderboard is the ten best by votes, then submission, then identifier`() throws {
    // Posts 0…13 are entered at times 0, 0, 1, 1, …, each pair with the later post first.
    var community = Community(members: 20)
    for number in 0..<14 {
      try community.publish(author: member(number), category: category(0), now: 0)
    }
    community.rotateContests(now: 0)
    for number in 0..<14 {
      let post = PostID(number ^ 1)
      try community.enter(post, by: member(post.index), now: Double(number / 2))
    }
    for (post, votes) in [(13, 3), (12, 1), (2, 1), (9, 2), (8, 2)] {
      for voter in 0..<votes {
        try community.vote(for: PostID(post), by: member(15 + voter), now: 9)
      }
    }
    // 3 votes: 13. 2: 8 and 9 of one time. 1: 2 of time 1, 12 of time 6. None: from 0 on.
    let expected = posts(13, 8, 9, 2, 12, 0, 1, 3, 4, 5)
    expectEqual(community.leaderboard(of: ContestID(0))?.map(\.post), expected)
    community.rotateContests(now: 7 * 86_400)
    expectEqual(community.contest(ContestID(0))!.finalLeaderboard?.map(\.post), expected)
    expectEqual(community.leaderboard(of: ContestID(0))?.map(\.post), expected)
    expectEqual(community.leaderboard(of: ContestID(1))?.map(\.post), [])
  }

  @Test func `the order by votes is that of sorting after each of many entries and votes`() {
    // Without boost and noise the contest feed is the order by votes, then the newer post.
    let ranker = ContestScoreRanker(vote: 1, fresh: 0, decay: 0, noise: 0)
    forEachSeed(30) { _, generator in
      var community = Community(members: 400)
      community.rotateContests(now: 0)
      var voters: [Int] = []
      for step in 0..<400 {
        if voters.isEmpty || generator.unit() < 0.3 {
          let post = try community.publish(author: member(0), category: category(0), now: 0)
          try community.enter(post, by: member(0), now: Double(step / 5))
          voters.append(0)
        } else {
          // The favourites gain the most.
          let one = Int.random(in: 0..<voters.count, using: &generator)
          let other = Int.random(in: 0..<voters.count, using: &generator)
          let post = voters[one] > voters[other] ? one : other
          voters[post] += 1
          try community.vote(for: PostID(post), by: member(voters[post]), now: Double(step))
        }
        let expected = voters.indices.sorted { (voters[$0], $0) > (voters[$1], $1) }
        let request = FeedRequest(member(399), .contest, now: 500, pageSize: 400)
        try agree(
          community.page(request, by: ranker).posts, expected.map { PostID($0) }, "step \(step)")
      }
    }
  }
}
