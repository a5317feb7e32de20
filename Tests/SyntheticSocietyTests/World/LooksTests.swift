import SocialFeed
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

@Suite struct LooksTests {
  @Test func `each member's looks at each post are kept for good, like a list of all looks`() {
    struct Pair: Hashable {
      let member: Int
      let post: PostID
    }
    var looks = Looks()
    for _ in 0..<3 { looks.addMember() }
    var times: [Pair: [Double]] = [:]
    var opened: Set<Pair> = []
    var found = 0
    let stream = KeyedStream(seed: 1, world: 0, name: StreamName("looks"))
    for number in 0..<20_000 as Range<UInt32> {
      let uniforms = stream.uniforms(number)
      // Half of the looks go to forty posts, the others to thousands.
      let pair = Pair(
        member: Int(uniforms[0] * 3),
        post: PostID(Int(uniforms[1] * (uniforms[2] < 0.5 ? 40 : 5000))))
      let time = Double(number) * 100
      let before = looks.look(of: MemberID(pair.member), at: pair.post, time: time)
      expectEqual(before.count, times[pair, default: []].count, "look \(number)")
      expectEqual(before.isOpened, opened.contains(pair), "look \(number)")
      if let last = times[pair]?.last {
        #expect(abs(before.elapsed - (time - last)) < Looks.timeStep, "look \(number)")
      }
      times[pair, default: []].append(time)
      if uniforms[3] < 0.2 {
        looks.open(pair.post, by: MemberID(pair.member))
        opened.insert(pair)
      }
      guard number % 500 == 0 else { continue }
      // Which of two thirds of 64 neighbours were looked at lately, one by one.
      let (base, span) = (Int(uniforms[1] * 5000), 10_000 * uniforms[2])
      for isOpened in [false, true] {
        var expected: UInt64 = 0
        for bit in 0..<64 where bit % 3 != 0 {
          let before = looks.looks(of: MemberID(pair.member), at: PostID(base + bit), time: time)
          if before.count > 0 && before.elapsed <= span && (before.isOpened || !isOpened) {
            expected |= 1 << UInt64(bit)
          }
        }
        let neighbours = (0..<64).reduce(UInt64(0)) { $1 % 3 == 0 ? $0 : $0 | 1 << UInt64($1) }
        let recent = looks.recent(
          of: MemberID(pair.member), among: neighbours, from: base, isOpened: isOpened, time: time,
          within: span)
        expectEqual(recent, expected, "look \(number)")
        found += recent.nonzeroBitCount
      }
    }
    #expect(found > 0)
  }

  @Test func `looks that are planned long after a world's end are in the last time step`() {
    var looks = Looks()
    looks.addMember()
    expectEqual(looks.look(of: MemberID(0), at: PostID(7), time: 0).count, 0)
    // 2²⁰ − 1 steps of 320 s.
    let before = looks.look(of: MemberID(0), at: PostID(7), time: 1e20)
    #expect(before.count == 1 && before.elapsed == 335_544_000)
    let same = looks.look(of: MemberID(0), at: PostID(7), time: .infinity)
    #expect(same.count == 2 && same.elapsed == 0)
    expectEqual(looks.looks(of: MemberID(0), at: PostID(8), time: 1e20).count, 0)
  }

  @Test func `looks are counted up to 2,047, and a look back in time is at no distance`() {
    var looks = Looks()
    looks.addMember()
    for number in 0..<3000 {
      let before = looks.look(of: MemberID(0), at: PostID(7), time: 0)
      expectEqual(before.count, min(number, 2047))
    }
    // Ten years: 3,650 days are 985,500 steps of 320 s.
    let last = 3650 * 86_400.0
    expectEqual(looks.look(of: MemberID(0), at: PostID(8), time: last).count, 0)
    expectEqual(looks.look(of: MemberID(0), at: PostID(8), time: 0).elapsed, 0)
    expectEqual(looks.look(of: MemberID(0), at: PostID(8), time: last).elapsed, 0)
    // What was not looked at cannot be opened.
    looks.open(PostID(9), by: MemberID(0))
    #expect(!looks.look(of: MemberID(0), at: PostID(9), time: 0).isOpened)
  }
}
