import SocialFeed
import TestSupport
import Testing

@Suite struct NamesTests {
  @Test func `a member without a name of one's own has the reserved one`() throws {
    var community = Community(members: 12)
    expectEqual(community.username(of: member(11)), "member11")
    expectEqual(community.displayName(of: member(11)), "member11")
    expectEqual(community.member(named: "member11"), member(11))
    for name in ["member12", "member011", "member", "member1x", "Member1", "member+1", ""] {
      expectEqual(community.member(named: name), nil, "\(name)")
    }
    try community.rename(member(11), to: "zoe")
    expectEqual(community.member(named: "member11"), nil)
    expectEqual(community.member(named: "zoe"), member(11))
  }

  @Test func `a member joins under a name and changes it`() throws {
    var community = Community(members: 1)
    let ann = try community.join(
      username: "ann.b-c_9", displayName: "Ann Ö", group: 2, isPrivate: true, now: 5)
    #expect(ann == member(1) && community.group(of: ann) == 2 && community.joinedAt(ann) == 5)
    #expect(community.username(of: ann) == "ann.b-c_9" && community.isPrivate(ann))
    expectEqual(community.displayName(of: ann), "Ann Ö")
    try community.rename(ann, to: "ann")
    try community.rename(ann, to: "ann")
    #expect(community.member(named: "ann") == ann && community.member(named: "ann.b-c_9") == nil)
    try community.setDisplayName("", of: ann)
    expectEqual(community.displayName(of: ann), "ann")
    let other = try community.join(username: "ann.b-c_9", now: 6)
    expectEqual(community.member(named: "ann.b-c_9"), other)
  }

  @Test(arguments: [
    ("", "the username '' has 0 characters; a username has 1 to 30"),
    (
      String(repeating: "a", count: 31),
      "the username 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' has 31 characters; a username has 1 to 30"
    ),
    (
      "an n",
      "the username 'an n' has ' ' in it; a username is made of a to z, 0 to 9, '.', '_' and '-'"
    ),
    (
      "Ann!",
      "the username 'Ann!' has '!' in it; a username is made of a to z, 0 to 9, '.', '_' and '-'"
    ),
    (
      "zoë",
      "the username 'zoë' has 'ë' in it; a username is made of a to z, 0 to 9, '.', '_' and '-'"
    ),
    ("AnN", "the username 'AnN' has capitals; in lower case it is 'ann'"),
    ("member007", "the username 'member007' is kept for members who have taken none"),
    ("taken", "the username 'taken' is taken"),
  ])
  func `a name that cannot be is refused and says why`(name: String, message: String) throws {
    var community = Community(members: 1)
    try community.join(username: "taken", now: 0)
    let errors: [MembershipError?] = [
      #expect(throws: MembershipError.self) { try community.join(username: name, now: 0) },
      #expect(throws: MembershipError.self) { try community.rename(member(0), to: name) },
    ]
    for error in errors { expectEqual(error.map { "\($0)" }, message) }
    #expect(community.memberCount == 2 && community.username(of: member(0)) == "member0")
  }

  @Test func `names of the greatest length are taken, and longer display names are not`() throws {
    var community = Community(members: 0)
    let name = String(repeating: "x", count: 30)
    let shown = String(repeating: "é", count: 60)
    let one = try community.join(username: name, displayName: shown, now: 0)
    #expect(community.username(of: one) == name && community.displayName(of: one) == shown)
    let error = #expect(throws: MembershipError.displayNameLength(61)) {
      try community.setDisplayName(shown + "é", of: one)
    }
    expectEqual("\(error!)", "the display name has 61 characters; it has at most 60")
    let unknown = #expect(throws: MembershipError.unknownMember(member(7))) {
      try community.rename(member(7), to: "b")
    }
    expectEqual("\(unknown!)", "there is no member 7")
    #expect(throws: MembershipError.unknownMember(member(7))) {
      try community.setPrivate(true, for: member(7), now: 0)
    }
  }

  @Test func `thousands of names are found again, in whatever order they came and went`() throws {
    var generator = SeededGenerator(seed: 5)
    var community = Community(members: 5000)
    var names = (0..<5000).map { "n\($0)" }.shuffled(using: &generator)
    for (index, name) in names.enumerated() { try community.rename(member(index), to: name) }
    for index in (0..<5000).shuffled(using: &generator).prefix(2500) {
      names[index] = "m\(index)"
      try community.rename(member(index), to: names[index])
    }
    for (index, name) in names.enumerated() {
      expectEqual(community.member(named: name), member(index))
    }
    let sorted = names.indices.sorted { names[$0] < names[$1] }.map { member($0) }
    try expectEqual(community.searchMembers(prefix: "", for: nil, limit: 5000), sorted)
  }

  @Test func `search agrees with looking at everybody`() {
    forEachSeed(100) { seed, generator in
      var community = Community(members: Int.random(in: 1...130, using: &generator))
      let members = (0..<community.memberCount).map { member($0) }
      for one in members where generator.unit() < 0.4 {
        let letters = (0..<3).map { _ in "abm".randomElement(using: &generator)! }
        try? community.rename(one, to: String(letters) + (generator.unit() < 0.5 ? "" : "\(one)"))
      }
      for _ in 0..<3 * members.count {
        let pair = [members, members].map { $0.randomElement(using: &generator)! }
        _ = try? community.follow(pair[0], pair[1], now: 0)
        if generator.unit() < 0.1 { try? community.block(pair[1], pair[0]) }
      }
      let viewer = members.randomElement(using: &generator)!
      for prefix in ["", "m", "A", "ab", "member", "MEMBER1", "member12", "member0", "x"] {
        for limit in [0, 1, 20, 1000] {
          let expected = members.filter {
            community.username(of: $0)!.hasPrefix(prefix.lowercased())
              && !community.isBlocked($0, viewer)
          }.sorted {
            let counts = (community.followerCount(of: $0)!, community.followerCount(of: $1)!)
            if counts.0 != counts.1 { return counts.0 > counts.1 }
            return community.username(of: $0)! < community.username(of: $1)!
          }.prefix(limit)
          let found = try community.searchMembers(prefix: prefix, for: viewer, limit: limit)
          try agree(found, Array(expected), "seed \(seed), '\(prefix)', \(limit)")
        }
      }
    }
  }
}
