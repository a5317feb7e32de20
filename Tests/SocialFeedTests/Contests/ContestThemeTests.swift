import SocialFeed
import TestSupport
import Testing

@Suite struct ContestThemeTests {
  @Test func `the pool has more than 50 different themes, as many of each group`() {
    let pool = ContestTheme.pool
    expectEqual(pool.count, 55)
    #expect(Set(pool.map(\.name)).count == 55 && Set(pool.map(\.prompt)).count == 55)
    for group in ContestTheme.Group.allCases {
      expectEqual(pool.count { $0.group == group }, 11, "\(group)")
    }
    for theme in pool {
      #expect((1...30).contains(theme.name.count) && theme.prompt.hasSuffix("."), "\(theme.name)")
      #expect(!theme.prompt.contains("\n") && theme.prompt.count <= 60, "\(theme.name)")
    }
  }

  @Test func `a host that always chooses the first takes the pool in turn`() {
    var community = Community(members: 1)
    for number in 0..<120 {
      community.rotateContests(now: Double(number) * 7 * 86_400) { _ in 0 }
      let theme = community.contest(ContestID(number))!.theme
      expectEqual(theme, ContestTheme.pool[number % 55])
    }
  }

  @Test func `none of the last ten comes again, whatever is chosen`() {
    forEachSeed(20) { seed, generator in
      var community = Community(members: 1)
      var themes: [ContestTheme] = []
      for number in 0..<200 {
        // The first and the last of the choice are the likeliest to be wrong.
        let choice = Int.random(in: 0..<3, using: &generator)
        let unit = generator.unit()
        var offered = 0
        community.rotateContests(now: Double(number) * 7 * 86_400) { count in
          offered = count
          return choice == 0 ? 0 : choice == 1 ? count - 1 : Int(unit * Double(count))
        }
        try agree(offered, 55 - min(number, 10), "themes offered")
        let theme = community.contest(ContestID(number))!.theme
        if themes.suffix(10).contains(theme) {
          throw Difference("\(theme.name) again at \(number)")
        }
        themes.append(theme)
      }
    }
  }

  @Test func `no winner is chosen while a contest runs`() {
    var community = Community(members: 1)
    community.rotateContests(now: 0)
    community.rotateContests(now: 3600) { _ in
      Issue.record("a choice")
      return 0
    }
  }

  @Test(arguments: [(55, 0), (-1, 54), (Int.max, 7), (Int.min, 47)])
  func `a choice that there is not is taken modulo the themes`(choice: Int, expected: Int) {
    // 2⁶³ − 1 = 55 · 167,697,673,397,359,560 + 7, so that −2⁶³ is 8 before a multiple: 47.
    var community = Community(members: 1)
    community.rotateContests(now: 0) { _ in choice }
    expectEqual(community.contest(ContestID(0))?.theme, ContestTheme.pool[expected])
  }

  @Test func `without a choice themes come as by chance, the same each time for a seed`() {
    func themes(run: UInt64 = 0, seed: UInt64? = nil) -> [String] {
      var community = Community(categoryCount: 1, contestLength: 1, run: run)
      for time in 0..<40 { community.rotateContests(now: Double(time), seed: seed) }
      return (0..<40).compactMap { community.contest(ContestID($0))?.theme.name }
    }
    let first = themes(seed: 1)
    #expect(first == themes(seed: 1) && first != themes(seed: 2))
    // The seed is the community's run where none is given.
    #expect(first == themes(run: 1) && themes(run: 1, seed: 2) == themes(seed: 2))
    #expect(first != ContestTheme.pool.prefix(40).map(\.name))
    for start in 0..<30 { expectEqual(Set(first[start..<start + 11]).count, 11) }
    // A seed's first theme is any of the 55: of 1,100 seeds about 20 have each. Poisson(20): below
    // 4 or above 45 for any of 55 has a chance of 2 · 10⁻⁴; seeds are fixed.
    var counts: [String: Int] = [:]
    for seed in 0..<UInt64(1100) {
      var community = Community(categoryCount: 1)
      community.rotateContests(now: 0, seed: seed)
      counts[community.contest(ContestID(0))!.theme.name, default: 0] += 1
    }
    #expect(counts.count == 55 && counts.values.allSatisfy { (4...45).contains($0) })
  }
}
