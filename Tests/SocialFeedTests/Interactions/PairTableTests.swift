import SocialFeed
import TestSupport
import Testing

@Suite struct PairTableTests {
  private struct Pair: Hashable {
    let member: MemberID
    let post: PostID
  }

  @Test func `long random sequences agree with a dictionary`() {
    forEachSeed(testSize(debug: 30, release: 400)) { seed, generator in
      var table = PairTable()
      var dictionary: [Pair: Double] = [:]
      var pairs: [Pair] = []
      // Few members with many posts, many with few, and the greatest numbers there are.
      let members = [1, 30, 5000].randomElement(using: &generator)!
      let last = [0, Int(UInt32.max) - 1].randomElement(using: &generator)!
      let growth = [0.45, 0.5, 0.7].randomElement(using: &generator)!
      for step in 0..<2000 {
        let pair = Pair(
          member: MemberID(abs(last - Int.random(in: 0..<members, using: &generator))),
          post: PostID(abs(last - Int.random(in: 0..<2000, using: &generator))))
        if generator.unit() < growth && dictionary[pair] == nil {
          table.insert(pair.member, pair.post, time: Double(step))
          dictionary[pair] = Double(step)
          pairs.append(pair)
        } else if !pairs.isEmpty {
          let pair = pairs.remove(at: Int.random(in: 0..<pairs.count, using: &generator))
          table.remove(pair.member, pair.post)
          dictionary[pair] = nil
        }
        try compare(table, dictionary, pair)
        if step % 250 == 0 { for pair in pairs { try compare(table, dictionary, pair) } }
      }
      for pair in pairs { try compare(table, dictionary, pair) }
    }
  }

  private func compare(
    _ table: PairTable, _ dictionary: [Pair: Double], _ pair: Pair
  ) throws(Difference) {
    try agree(table.count, dictionary.count, "pairs")
    try agree(table.time(of: pair.member, pair.post), dictionary[pair], "time of \(pair)")
    try agree(
      table.contains(pair.member, pair.post), dictionary[pair] != nil, "presence of \(pair)")
  }

  @Test func `an empty table holds nothing, before and after it held something`() {
    var table = PairTable()
    #expect(!table.contains(member(0), PostID(0)) && table.time(of: member(0), PostID(0)) == nil)
    table.insert(member(0), PostID(0), time: 3)
    #expect(table.time(of: member(0), PostID(0)) == 3 && table.count == 1)
    table.remove(member(0), PostID(0))
    #expect(!table.contains(member(0), PostID(0)) && table.count == 0)
  }

  @Test func `a pair is not its mirror image`() {
    var table = PairTable()
    table.insert(member(1), PostID(2), time: 3)
    #expect(!table.contains(member(2), PostID(1)))
  }

  @Test func `removing what is not there is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var table = PairTable()
      table.insert(member(1), PostID(2), time: 3)
      table.remove(member(2), PostID(1))
    }
  }
}
