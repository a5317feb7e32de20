import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// Rankers in other processes: what is between two processes cannot be looked at without them.
@Suite struct CommandRankerTests {
  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "../..").standardized.path()

  @Test func `the example in Python scores likes against age`() throws {
    let ranker = CommandRanker(
      .init(
        command: ["python3", "warm.py"], folder: Self.root + "/Examples/rankers/python",
        reads: [.ageHours, .likes], parameters: ["fade": 1]))
    let lane = try ranker.open(world: 3)
    #expect(try scores(lane, candidates(4, [.likes, .ageHours])) == [1, 1 / 3, 0.5, 0.2])
  }
}
