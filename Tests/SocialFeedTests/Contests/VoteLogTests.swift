import SocialFeed
import TestSupport
import Testing

@Suite struct VoteLogTests {
  @Test func `gains since a moment agree with values worked by hand`() {
    var log = VoteLog(start: 10)
    #expect(log.moment == 10)
    for entry in [3, 0, 3] { log.gain(entry) }
    log.lose(3)
    log.gain(7)
    #expect(log.moment == 15 && log.events == [6, 0, 6, 7, 14])
    // Since the beginning entry 3 gained two and lost one; since the third vote it only lost one.
    for (moment, entries, gains) in [
      (0, [0, 3, 7], [1, 1, 1]), (10, [0, 3, 7], [1, 1, 1]), (11, [0, 3, 7], [1, 0, 1]),
      (13, [3, 7], [-1, 1]), (14, [7], [1]), (15, [], []), (99, [], []), (.max, [], []),
    ] {
      let since = log.gains(since: moment)
      #expect(since.entries == entries && entries.map { since[$0] } == gains, "since \(moment)")
      #expect(since.isEmpty == entries.isEmpty && since[5] == 0 && !since.contains(5))
      #expect(entries.allSatisfy(since.contains))
    }
  }

  @Test func `gains are those that counting gives, for thousands of random moments`() {
    forEachSeed(200) { _, generator in
      var (log, history) = (VoteLog(start: 5), [[Int]]())
      var votes = Array(repeating: 0, count: Int.random(in: 1...9, using: &generator))
      for _ in 0..<Int.random(in: 0...60, using: &generator) {
        history.append(votes)
        let entry = votes.indices.randomElement(using: &generator)!
        if votes[entry] > 0 && generator.unit() < 0.3 {
          votes[entry] -= 1
          log.lose(entry)
        } else {
          votes[entry] += 1
          log.gain(entry)
        }
      }
      for (moment, before) in history.enumerated() {
        let since = log.gains(since: 5 + moment)
        try agree(votes.indices.map { votes[$0] - since[$0] }, before, "votes at \(moment)")
      }
    }
  }
}
