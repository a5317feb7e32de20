import SocialFeed

/// Texts that random calls use: good ones, those at the limits, and those that are refused.
enum SampleText {
  static let letters = Array("aab1._-")
  static let badUsernames = [
    "", String(repeating: "a", count: 31), "Ab", "a b", "é", "member3", "member0017", "aB!",
  ]
  static let displayNames = [
    "", "", "Ann Lee", "BOB", "Émile", "a b 1", "Jose\u{301}", "Weiß",
    String(repeating: "ü", count: 60),
    String(repeating: "ü", count: 61),
  ]
  /// What lists are filtered by.
  static let words = ["", "a", "B", "1", "lee", "É", "josé", "WEISS", "member", "ber1", "zz"]
  static let prefixes = ["", "a", "A", "ab", "m", "member", "Member1", "member01", "-", "z", "é"]

  static let bios = ["", "walks dogs", String(repeating: "é", count: 300), long(301)]
  static let pictures: [String?] = [nil, "me.jpg", "", long(1024), long(1025)]
  static let accountKinds = ["", "User", "Business", long(32), long(33)]
  static let preferredSettings = [
    [], [long(64), "large\r", "dark"], Array(repeating: "é", count: 32), ["\n"], ["a\r\nb"],
    Array(repeating: "a", count: 33), Array(repeating: "", count: 34), [long(65)], ["dark", ""],
  ]

  static let petNames = ["Mo", "Rex", "Mo", String(repeating: "é", count: 40), "", long(41)]
  static let petTypes = ["cat", "dog", "fish", String(repeating: "é", count: 30), "", long(31)]

  static let captions = ["a walk", "é", "🐶🐱", long(2200), longEmoji, long(2201)]
  static let comments = ["nice", "é", "🐶", "nice", "so nice", "", long(2000), long(2001)]
  static let media: [[Media]] = [
    [Media(key: "a.jpg")], [Media(key: "b/c d.mp4", kind: .video), Media(key: "é")],
    [Media(key: "é")], [Media(key: "")], (0..<10).map { Media(key: "\($0)") },
    (0..<11).map { Media(key: "\($0)") },
  ]

  private static let longEmoji = String(repeating: "🐶", count: 600)
  private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }
}
