import SocialFeed
import TestSupport
import Testing

@Suite struct TieListsTests {
  @Test func `lists are newest first, by pages, without members blocked with the viewer`() throws {
    var community = Community(members: 9)
    for other in [3, 1, 7, 5, 8] {
      try community.follow(member(other), member(0), now: 0)
      try community.follow(member(0), member(other), now: 0)
      try community.befriend(member(0), member(other), now: 0)
    }
    try community.block(member(2), member(7))
    try community.block(member(4), member(0))
    let lists: [(MemberID?, MemberCursor?) throws -> MemberPage] = [
      { try community.followers(of: member(0), for: $0, after: $1, limit: 2) },
      { try community.following(of: member(0), for: $0, after: $1, limit: 2) },
      { try community.friends(of: member(0), for: $0, after: $1, limit: 2) },
    ]
    for list in lists {
      let first = try list(member(2), nil)
      expectEqual(first.members, [member(8), member(5)])
      let second = try list(member(2), first.next)
      #expect(second.members == [member(1), member(3)] && second.next == nil)
      try expectEqual(list(nil, list(nil, nil).next).members, [member(7), member(1)])
      try expectEqual(list(member(4), nil), MemberPage(members: []))
    }
  }

  @Test func `a word is looked for in both names, in any case`() throws {
    var community = Community(members: 1)
    let names = [("ann", "Große Anna"), ("bob", ""), ("x.bo", "ÉMILE Bobbin"), ("emil", "Joan")]
    for (username, displayName) in names {
      let other = try community.join(username: username, displayName: displayName, now: 0)
      try community.follow(other, member(0), now: 0)
    }
    func found(_ word: String) throws -> [Int] {
      try community.followers(of: member(0), for: nil, matching: word).members.map(\.index)
    }
    #expect(try found("BOB") == [3, 2] && found("émile") == [3] && found("GROSSE") == [1])
    #expect(try found("große a") == [1] && found("an") == [4, 1] && found("mil") == [4, 3])
    #expect(try found("") == [4, 3, 2, 1] && found("emile") == [] && found("member") == [])
  }

  @Test func `a member's own follows may go while the list is paged, those just shown first`()
    throws
  {
    var community = Community(members: 30)
    for other in 1..<30 { try community.follow(member(0), member(other), now: 0) }
    let first = try community.following(of: member(0), for: member(0), limit: 10)
    for other in first.members { try community.unfollow(member(0), other) }
    let second = try community.following(
      of: member(0), for: member(0), after: first.next, limit: 10)
    expectEqual(second.members, (10..<20).reversed().map { member($0) })
  }

  /// Pages are drawn while ties come and go at random. Whoever stays throughout is shown; nobody is
  /// shown twice, since fewer than eight are removed between two pages and nobody comes back.
  @Test func `changes between pages neither repeat nor leave out anybody who stays`() {
    var pages = 0
    forEachSeed(250) { seed, generator in
      var community = Community(members: 400)
      var fresh = (1..<400).shuffled(using: &generator).map { member($0) }
      func add() throws { try community.follow(fresh.removeLast(), member(0), now: 0) }
      for _ in 0..<Int.random(in: 0...120, using: &generator) { try add() }
      var staying = Set(try community.followers(of: member(0), for: nil, limit: 1000).members)
      var shown: [MemberID] = []
      var cursor: MemberCursor?
      let limit = Int.random(in: 1...25, using: &generator)
      repeat {
        let page = try community.followers(of: member(0), for: nil, after: cursor, limit: limit)
        shown += page.members
        cursor = page.next
        pages += 1
        for _ in 0..<Int.random(in: 0...7, using: &generator) {
          let all = try community.followers(of: member(0), for: nil, limit: 1000).members
          guard let other = all.randomElement(using: &generator) else { break }
          try community.unfollow(other, member(0))
          staying.remove(other)
        }
        for _ in 0..<Int.random(in: 0...2, using: &generator) where fresh.count > 1 { try add() }
      } while cursor != nil
      try agree(Set(shown).count, shown.count, "seed \(seed): shown once")
      try agree(staying.subtracting(shown).count, 0, "seed \(seed): left out")
    }
    #expect(pages > 50)
  }

  @Test func `with all landmarks gone nobody is left out, and few come again`() throws {
    var community = Community(members: 60)
    for other in 1..<60 { try community.follow(member(other), member(0), now: 0) }
    let first = try community.followers(of: member(0), for: nil, limit: 20)  // 59 down to 40
    // The four before the index, the four behind it, and three who are older still.
    for other in [43, 42, 41, 40, 39, 38, 37, 36, 3, 2, 1] {
      try community.unfollow(member(other), member(0))
    }
    let rest = try community.followers(of: member(0), for: nil, after: first.next, limit: 60)
    #expect(Set(rest.members).isSuperset(of: (4..<36).map { member($0) }))
    #expect(rest.members.count { $0.index >= 40 } <= 7)
  }
}
