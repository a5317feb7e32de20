import SocialFeed
import TestSupport
import Testing

@Suite struct ContestThemeTests {
  @Test func `the pool has more than 50 different themes, as many of each group`() {
    let pool = ContestTheme.pool
    #expect(pool.count == 55)
    #expect(Set(pool.map(\.name)).count == 55 && Set(pool.map(\.prompt)).count == 55)
    for group in ContestTheme.Group.allCases {
      #expect(pool.count { $0.group == group } == 11, "\(group)")
    }
    for theme in pool {
      #expect((1...30).contains(theme.name.count) && theme.prompt.hasSuffix("."), "\(theme.name)")
      #expect(!theme.prompt.contains("\n") && theme.prompt.count <= 60, "\(theme.name)")
    }
  }

  @Test func `without a choice contests take the pool in turn`() {
    var community = Community(members: 1)
    for number in 0..<120 {
      community.rotateContests(now: Double(number) * 7 * 86_400)
      let theme = community.contest(ContestID(number)).theme
      #expect(theme == ContestTheme.pool[number % 55])
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
        let theme = community.contest(ContestID(number)).theme
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

  @Test func `a choice that there is not is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var community = Community(members: 1)
      community.rotateContests(now: 0) { $0 }
    }
  }
}
