import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct ChangeFeedTests {
  /// Random calls over all calls there are: one that recorded nothing, or that is made again in
  /// another way, leaves the second community behind.
  @Test func `a second community that applies every change has the same contents after each`()
    throws
  {
    for seed in 1...UInt64(8) {
      var life = RandomLife(seed: seed)
      life.twins.community.recordsChanges = true
      var second = try Community(snapshot: life.twins.community.snapshot())
      var first = life.twins.community
      for calls in 1...300 {
        let before = life.twins.community
        try life.live(upTo: calls)
        first = life.twins.community
        let events = life.twins.community.takeChanges()
        if events.isEmpty {
          expectEqual(first.digest, before.digest, "seed \(seed), call \(calls) changed something")
        }
        for event in events {
          var decoder = ChangeDecoder(event.bytes)
          let decoded = try #require(try decoder.next())
          expectEqual(decoded, event)
          try second.apply(decoded)
        }
        guard second.digest == first.digest, second.changeCount == first.changeCount else {
          Issue.record("seed \(seed), call \(calls): \(events)")
          return
        }
      }
      expectEqual(second.snapshot(), first.snapshot())
    }
  }

  @Test func `every change comes back from bytes and from JSON as it was`() throws {
    let kinds = Set(Self.samples.map { Mirror(reflecting: $0).children.first?.label ?? "" })
    expectEqual(kinds.count, 25)
    for (index, change) in Self.samples.enumerated() {
      let event = ChangeEvent(sequence: UInt64(index), time: 0.1 * Double(index), change: change)
      let line = try JSONEncoder().encode(event)
      try expectEqual(JSONDecoder().decode(ChangeEvent.self, from: line), event)
      var decoder = ChangeDecoder(event.bytes)
      try expectEqual(decoder.next(), event)
      try expectEqual(decoder.next(), nil)
    }
  }

  private static let samples: [Change] =
    [
      .join(member: MemberID(300), group: 7),
      .joinNamed(
        member: MemberID(1), username: "ann", displayName: "Ann É", group: 255, isPrivate: true),
      .rename(member: MemberID(1), username: "b"),
      .setDisplayName(member: MemberID(1), displayName: ""),
      .setPrivate(member: MemberID(1), isPrivate: false),
      .setBio(member: MemberID(1), bio: "🐶"),
      .setPicture(member: MemberID(1), key: nil), .setPicture(member: MemberID(1), key: "k"),
      .setAccountKind(member: MemberID(1), kind: "shop"),
      .setPreferredSetting(member: MemberID(1), setting: []),
      .setPreferredSetting(member: MemberID(1), setting: ["dark", "large"]),
      .deleteAccount(member: MemberID(1)),
      .readNotification(number: 70_000, member: MemberID(1)),
      .readAllNotifications(member: MemberID(1)),
      .addPet(
        Pet(id: PetID(0), owner: MemberID(1), name: "Mo", gender: .male, type: "cat", photo: "p")),
      .changePet(Pet(id: PetID(0), owner: MemberID(1), name: "Mo", age: 0, type: "cat")),
      .deletePet(pet: PetID(0), owner: MemberID(1)),
      .publish(
        post: PostID(9), author: MemberID(1), category: CategoryID(3), privacy: .onlyMe,
        caption: "a", media: [Media(key: "m", kind: .video), Media(key: "n")], pet: PetID(2)),
      .publish(
        post: PostID(9), author: MemberID(1), category: nil, privacy: .everyone,
        caption: "", media: [], pet: nil),
      .comment(comment: CommentID(1), text: "x", post: PostID(9), member: MemberID(1)),
      .setCaption(post: PostID(9), caption: "b", member: MemberID(1)),
      .setPrivacy(post: PostID(9), privacy: .friendsOnly, member: MemberID(1)),
      .deleteComment(comment: CommentID(1), member: MemberID(1)), .endContest,
      .rotateContests(opened: nil, theme: nil),
      .rotateContests(opened: ContestID(3), theme: "Golden Years"),
    ] + TieChange.allCases.map { .tie($0, one: MemberID(rawValue: .max), other: MemberID(0)) }
    + PostChange.allCases.map { .act($0, post: PostID(9), member: MemberID(1)) }
    + GuardianChange.allCases.map {
      .guardian($0, of: PetID(0), guardian: MemberID(1), by: MemberID(2))
    }

  @Test func `a line of JSON can be read by people`() throws {
    var community = Community(categoryCount: 1)
    community.recordsChanges = true
    let (one, other) = (try community.join(now: 1), try community.join(now: 2))
    try community.follow(one, other, now: 3)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let line = try encoder.encode(try #require(community.takeChanges().last))
    expectEqual(
      String(decoding: line, as: UTF8.self),
      #"{"change":{"tie":{"_0":"follow","one":0,"other":1}},"sequence":2,"time":3}"#)
  }

  @Test func `nothing is recorded unless asked, and all changes are counted`() throws {
    var community = Community(categoryCount: 1)
    try community.join(now: 1)
    expectEqual(community.takeChanges(), [])
    community.recordsChanges = true
    try community.join(now: 2)
    expectEqual(community.changeCount, 2)
    expectEqual(
      community.takeChanges(),
      [
        ChangeEvent(sequence: 1, time: 2, change: .join(member: MemberID(1), group: 0))
      ])
    expectEqual(community.takeChanges(), [])
  }

  // MARK: Bad input

  @Test func `a gap, a repetition and a change that is refused are errors that change nothing`()
    throws
  {
    var community = Community(categoryCount: 1)
    try community.join(now: 1)
    let digest = community.digest
    func apply(_ sequence: UInt64, _ change: Change) -> ChangeError? {
      #expect(throws: ChangeError.self) {
        try community.apply(ChangeEvent(sequence: sequence, time: 2, change: change))
      }
    }
    let join = Change.join(member: MemberID(1), group: 0)
    expectEqual(apply(3, join), .gap(expected: 1, found: 3))
    expectEqual(apply(0, join), .repeated(expected: 1, found: 0))
    expectEqual(
      apply(1, .join(member: MemberID(5), group: 0)),
      .otherIdentifier(sequence: 1, expected: 1, found: 5))
    expectEqual(
      apply(1, .tie(.follow, one: MemberID(0), other: MemberID(9))),
      .refused(sequence: 1, .tie(.unknownMember(MemberID(9)))))
    expectEqual(
      apply(1, .rotateContests(opened: ContestID(0), theme: "Nothing")), .otherContest(sequence: 1))
    expectEqual(apply(1, .rotateContests(opened: nil, theme: nil)), .otherContest(sequence: 1))
    #expect(community.digest == digest && community.changeCount == 1)
    try community.apply(ChangeEvent(sequence: 1, time: 2, change: join))
    expectEqual(community.memberCount, 2)
  }

  @Test func `an event cut short is distinguished from an altered one`() throws {
    let event = ChangeEvent(
      sequence: 300, time: 17.5,
      change: .comment(
        comment: CommentID(7), text: "nice", post: PostID(200), member: MemberID(1)))
    let bytes = event.bytes + event.bytes
    let length = event.bytes.count
    for count in 1..<length {
      var decoder = ChangeDecoder(Array(bytes[..<(length + count)]))
      try expectEqual(decoder.next(), event)
      #expect(throws: ChangeDecodingError.cutShort(at: length)) { try decoder.next() }
      expectEqual(decoder.offset, length)
    }
    for index in 0..<length {
      for bit in 0..<8 {
        var altered = bytes
        altered[index] ^= 1 << UInt8(bit)
        var decoder = ChangeDecoder(altered)
        #expect(throws: ChangeDecodingError.altered(at: 0), "byte \(index), bit \(bit)") {
          try decoder.next()
        }
      }
    }
  }

  @Test func `errors say what is wrong`() {
    expectEqual("\(ChangeError.gap(expected: 17, found: 19))", "expected change 17, got 19: a gap")
    expectEqual(
      "\(ChangeError.repeated(expected: 17, found: 3))",
      "expected change 17, got 3: it is applied already")
    expectEqual(
      "\(ChangeError.otherIdentifier(sequence: 17, expected: 4, found: 5))",
      "change 17 gives the identifier 5; here it would be 4")
    expectEqual(
      "\(ChangeError.otherContest(sequence: 17))",
      "change 17 opens a contest that cannot be opened here")
    expectEqual(
      "\(ChangeError.refused(sequence: 17, .tie(.oneself(MemberID(2)))))",
      "change 17 is refused: \(TieError.oneself(MemberID(2)))")
    expectEqual("\(ChangeDecodingError.cutShort(at: 9))", "the event at byte 9 is cut short")
    expectEqual("\(ChangeDecodingError.altered(at: 9))", "the event at byte 9 was altered")
    expectEqual(
      "\(ChangeDecodingError.newerVersion(2, readable: 1, at: 9))",
      "the event at byte 9 has version 2; versions up to 1 can be read")
    expectEqual("\(ChangeDecodingError.impossible(at: 9))", "the event at byte 9 cannot be")
  }
}
