import SocialFeed
import TestSupport
import Testing

@Suite struct VoteLogTests {
  @Test func `gains since a moment agree with values worked by hand`() {
    var log = VoteLog(start: 10)
    expectEqual(log.moment, 10)
    for entry in [3, 0, 3] { log.gain(entry) }
    log.lose(3)
    log.gain(7)
    #expect(log.moment == 15 && log.events == [6, 0, 6, 7, 14])
    // Since the beginning entry 3 gained two and lost one; since the third vote it only lost one.
    for (moment, entries, gains) in [
      (0, [0, 3, 7], [1, 1, 1]), (10, [0, 3, 7], [1, 1, 1]), (11, [0, 7], [1, 1]),
      (13, [3, 7], [-1, 1]), (14, [7], [1]), (15, [], []), (99, [], []), (.max, [], []),
    ] {
      let since = log.gains(since: moment)
      #expect(since.entries == entries && entries.map { since[$0] } == gains, "since \(moment)")
      #expect(since.isEmpty == entries.isEmpty && since[5] == 0 && !since.contains(5))
      #expect(entries.allSatisfy(since.contains))
    }
  }

  @Test func `a contest begins with the votes of the one before, and of none before that`() {
    var log = VoteLog()
    log.beginContest()
    for entry in [0, 1, 0] { log.gain(entry) }
    #expect(log.start == 0 && log.contestStart == 0)
    log.beginContest()
    #expect(log.start == 0 && log.contestStart == 3 && log.events == [0, 2, 0])
    log.gain(2)
    log.lose(0)
    log.beginContest()
    #expect(log.start == 3 && log.contestStart == 5 && log.moment == 5 && log.events == [4, 1])
    // Of the first three votes nothing is known any more.
    for moment in 0...3 {
      let since = log.gains(since: moment)
      #expect(since.entries == [0, 2] && since[0] == -1 && since[2] == 1)
    }
    #expect(log.gains(since: 4).entries == [0] && log.gains(since: 5).isEmpty)
    log.beginContest()
    #expect(log.start == 5 && log.moment == 5 && log.events.isEmpty)
  }

  @Test func `many votes of few entries and few of far ones are counted alike`() {
    for distance in [1, 2, 1000] {
      var log = VoteLog()
      for entry in [7, 5, 6, 5] { log.gain(entry * distance) }
      for entry in [6, 7] { log.lose(entry * distance) }
      log.gain(7 * distance)
      let since = log.gains(since: 0)
      expectEqual(since.entries, [5 * distance, 7 * distance])
      #expect(since[5 * distance] == 2 && since[7 * distance] == 1 && since[6 * distance] == 0)
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
