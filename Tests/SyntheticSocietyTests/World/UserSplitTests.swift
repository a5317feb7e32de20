import FeedMetrics
import SocialFeed
import SyntheticSociety
import Testing

@Suite struct UserSplitTests {
  private func pages(_ arm: Arm, _ split: UserSplit?) -> [PageObservation] {
    let sink = RecordingSink()
    let run = WorldRun(parameters: .small(), arm: arm, split: split, seed: 4, world: 1)
    #expect(run.live(sinks: [sink]) != nil)
    return sink.pages
  }

  private let newest = Arm.ordering(.home, by: "recency")
  private let chance = Arm.ordering(.home, by: "random")

  @Test func `a split of nobody is no split, and one of all is the other arm`() {
    let none = pages(newest, UserSplit(arm: chance, share: 0))
    #expect(none.map(\.posts) == pages(newest, nil).map(\.posts))
    #expect(none.allSatisfy { $0.ranker < Surface.allCases.count })
    let all = pages(newest, UserSplit(arm: chance, share: 1))
    #expect(all.map(\.posts) == pages(chance, nil).map(\.posts))
    #expect(all.allSatisfy { $0.ranker >= Surface.allCases.count })
  }

  @Test func `a ranker that orders several surfaces of a side has one number`() {
    for (arm, expected) in [
      (newest, [0: 0, 2: 0, 3: 0, 4: 0, 5: 0]), (chance, [0: 0, 2: 2, 3: 2]),
    ] {
      for (split, offset) in [(nil, 0), (UserSplit(arm: arm, share: 1), 6)] {
        for page in pages(arm, split) {
          guard let number = expected[Int(page.surface.rawValue)] else { continue }
          #expect(page.ranker == number + offset, "\(page.surface)")
        }
      }
    }
  }

  /// 150 members and who joined, half of them each way: 4.5 standard errors of 6.
  @Test func `members keep their side, whatever the arms`() {
    let one = sides(pages(newest, UserSplit(arm: chance, share: 0.5)))
    let other = sides(pages(chance, UserSplit(arm: newest, share: 0.5)))
    for (member, side) in one { #expect(other[member] ?? side == side, "member \(member)") }
    let split = one.values.count { $0 }
    #expect(abs(Double(split) - Double(one.count) / 2) < 27, "\(split) of \(one.count)")
  }

  /// Whether a member is served by the split; each by one side.
  private func sides(_ pages: [PageObservation]) -> [MemberID: Bool] {
    var sides: [MemberID: Bool] = [:]
    for page in pages {
      let isSplit = page.ranker >= Surface.allCases.count
      #expect(sides[page.viewer] ?? isSplit == isSplit, "member \(page.viewer)")
      sides[page.viewer] = isSplit
    }
    return sides
  }

  @Test func `a share that is none is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = UserSplit(arm: Arm(name: "a", choices: []), share: 1.5)
    }
  }
}
