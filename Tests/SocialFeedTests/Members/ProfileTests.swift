import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct ProfileTests {
  @Test func `a profile has bio, picture, kind of account and preferred setting`() throws {
    var community = Community(members: 1)
    let ann = try community.join(username: "ann", displayName: "Ann", now: 5)
    try community.setBio("Walks dogs 🐕", of: ann)
    try community.setPicture("ann/me.jpg", of: ann)
    try community.setAccountKind("Business", of: ann)
    try community.setPreferredSetting(["dark", "large"], of: ann)
    try community.follow(member(0), ann, now: 6)
    let profile = try #require(community.profile(of: ann))
    expectEqual(
      profile,
      MemberProfile(
        id: ann, username: "ann", displayName: "Ann", bio: "Walks dogs 🐕",
        picture: "ann/me.jpg", kind: "Business", preferredSetting: ["dark", "large"],
        joinedAt: 5, followers: 1))
    let json = try JSONEncoder().encode(profile)
    try expectEqual(JSONDecoder().decode(MemberProfile.self, from: json), profile)
    try community.setPicture(nil, of: ann)
    try community.setBio("", of: ann)
    #expect(community.picture(of: ann) == nil && community.bio(of: ann) == "")
    expectEqual(community.accountKind(of: member(0)), "")
    expectEqual(community.preferredSetting(of: ann), ["dark", "large"])
    let restored = try Community(snapshot: community.snapshot())
    expectEqual(restored.preferredSetting(of: ann), ["dark", "large"])
    expectEqual(community.preferredSetting(of: member(0)), [])
  }

  @Test func `what is too long is refused by its length`() {
    var community = Community(members: 1)
    func refuses(_ expected: MembershipError, _ call: (inout Community) throws -> Void) {
      #expect(throws: expected) { try call(&community) }
    }
    refuses(.bioLength(301)) { try $0.setBio(String(repeating: "é", count: 301), of: member(0)) }
    refuses(.pictureKeyLength(bytes: 0)) { try $0.setPicture("", of: member(0)) }
    refuses(.pictureKeyLength(bytes: 1026)) {
      try $0.setPicture(String(repeating: "é", count: 513), of: member(0))
    }
    refuses(.accountKindLength(bytes: 33)) {
      try $0.setAccountKind(String(repeating: "x", count: 33), of: member(0))
    }
    for (setting, error, sentence) in [
      (
        Array(repeating: "a", count: 33), MembershipError.preferredSettingCount(33),
        "the preferred setting has 33 words; it has at most 32"
      ),
      (
        ["dark", String(repeating: "x", count: 65)], .preferredSettingLength(bytes: 65),
        "a word of the preferred setting has 65 bytes; it has 1 to 64"
      ),
      (
        [""], .preferredSettingLength(bytes: 0),
        "a word of the preferred setting has 0 bytes; it has 1 to 64"
      ),
      // One character, whose second byte is the line feed.
      (
        ["\r\n"], .preferredSettingLineFeed, "a word of the preferred setting has a line feed"
      ),
    ] {
      refuses(error) { try $0.setPreferredSetting(setting, of: member(0)) }
      expectEqual("\(error)", sentence)
    }
    expectEqual(
      "\(MembershipError.bioLength(301))", "the bio has 301 characters; it has at most 300")
    expectEqual(
      "\(MembershipError.pictureKeyLength(bytes: 0))",
      "the key of the picture has 0 bytes; it has 1 to 1024")
    expectEqual(
      "\(MembershipError.accountKindLength(bytes: 33))",
      "the kind of account has 33 bytes; it has at most 32")
    expectEqual("\(MembershipError.full(members: 9))", "9 members have joined, and no more can")
  }
}
