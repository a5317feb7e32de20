import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

@Suite struct LibraryRankerTests {
  /// The library of the tests, beside their program.
  private static let library =
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(component: "libTestRankers.so").path()

  @Test func `A library that is not there is refused`() {
    #expect(throws: RankerFailure("mine.so cannot be loaded: there is no such file")) {
      try LibraryRanker(path: "/nowhere/mine.so", name: "mine.so", parameters: [:])
    }
  }

  @Test func `The library of the tests is loaded`() throws {
    let ranker = try LibraryRanker(path: Self.library, name: "right.so", parameters: ["weight": 2])
    #expect(ranker.features == [.likes, .ageHours])
    let lane = try ranker.open(world: 3)
    var community = Community(categoryCount: 1, contestLength: 1e9)
    let ann = try community.join(now: 0)
    let ben = try community.join(now: 0)
    let first = try community.publish(author: ann, now: 0)
    let second = try community.publish(author: ann, now: 3600)
    try community.like(second, by: ben, now: 7200)
    let candidates = try #require(
      Candidates(
        [first, second], ranker.features,
        for: FeedRequest(viewer: ben, surface: .home, now: 7200), from: community))
    var scores = [0.0, 0.0]
    var span = scores.mutableSpan
    try lane.score(candidates, into: &span)
    #expect(scores == [2, 3])
  }
}
