internal import Scenarios
internal import SocialFeed
internal import SyntheticSociety
import TestSupport
import Testing

@Suite struct YAMLTests {
  // MARK: - What is read

  @Test func `JSON is read like YAML`() throws {
    let json =
      #"{"feedlab": 1, "arms": {"a": {"home": {"ranker": "affinity", "half-life": "2d"}}}}"#
    let yaml = "feedlab: 1\narms:\n  a:\n    home:\n      ranker: affinity\n      half-life: 2d\n"
    try expectEqual(scenario(json).resolved, scenario(yaml).resolved)
    let tabbed = json.replacing(", ", with: ",\n\t").replacing("{", with: "{\n\t\t")
    try expectEqual(scenario(tabbed).resolved, scenario(yaml).resolved)
  }

  @Test func `a byte order mark and any line ends change nothing, not even locations`() throws {
    let text = least + "world:\n  days: 9\n"
    let expected = try scenario(text).digest
    try expectEqual(scenario("\u{FEFF}" + text).digest, expected)
    try expectEqual(scenario(text.replacing("\n", with: "\r\n")).digest, expected)
    let wrong = "feedlab: 1\narms: {a: {home: recncy}}\n"
    let places = faults(wrong)
    expectEqual(faults("\u{FEFF}" + wrong), places)
    expectEqual(faults(wrong.replacing("\n", with: "\r\n")), places)
    expectEqual(
      faults("\u{FEFF}wrong: 1\r\nfeedlab: 1\r\n").first?.hasPrefix("town.yml:1:1: wrong:"), true)
  }

  @Test func `anchors, aliases and merge keys are read`() throws {
    let text = """
      feedlab: 1
      arms:
        week: {home: &liked {ranker: affinity, half-life: 7d, weights: &weights {view: 2}}}
        day: {home: {<<: *liked, half-life: 1d}}
        both: {home: {<<: [{half-life: 2d}, *liked], weights: {<<: *weights, save: 9}}}
      """
    let rankers = try scenario(text).arms.map { $0.ranker(of: .home).values }
    // view, like, comment, save, half-life in seconds, threshold
    expectEqual(
      rankers,
      [
        [2, 3, 4, 5, 604_800, 0], [2, 3, 4, 5, 86_400, 0], [2, 3, 4, 9, 172_800, 0],
      ])
  }

  @Test func `a quoted text is text, whatever it looks like`() {
    expectEqual(
      faults(least + "world: {days: \"9\"}"),
      [
        "town.yml:4:15: world.days: expected a number from 0.01 to 3650 (days),"
          + " found the text '9'"
      ])
    expectEqual(faults(least + "world: {days: !!str 9}").count, 1)
  }

  // MARK: - What holds no scenario

  @Test(arguments: ["", "\n\n", "# nothing yet\n", "---\n", "null\n", "\u{FEFF}"])
  func `a file without content`(text: String) {
    expectEqual(
      faults(text),
      ["town.yml:1:1: this scenario is empty; it needs at least 'feedlab: 1' and one arm"])
  }

  @Test(arguments: [
    ("- feedlab: 1\n", "town.yml:1:1: expected a map of keys such as 'feedlab: 1', found a list"),
    ("\nhello\n", "town.yml:2:1: expected a map of keys such as 'feedlab: 1', found 'hello'"),
  ])
  func `a file of something else`(text: String, message: String) {
    expectEqual(faults(text), [message])
  }

  @Test func `text that is not UTF-8`() {
    let bytes = Array("feedlab: 1\nname: caf".utf8) + [0xE9, 0x0A]
    expectEqual(faults(bytes), ["town.yml:2:10: this is not UTF-8 text"])
  }

  @Test func `control characters`() {
    expectEqual(
      faults("feedlab: 1\nname: a\u{7}b\u{0}"),
      [
        "town.yml:2:8: U+0007 cannot stand in YAML", "town.yml:2:10: U+0000 cannot stand in YAML",
      ])
  }

  // MARK: - What does not parse

  @Test(
    arguments: cases(
      #"""
      feedlab: 1\narms:\n  a: {home: recency\nseed: 1\n =>
        4:5: this is not YAML: a ',' or '}' was expected here (in the map in braces that begins in line 3)
      feedlab: 1\nab: {candidates: [a, b\nseed: 1\n =>
        3:5: this is not YAML: a ',' or ']' was expected here (in the list in brackets that begins in line 2)
      feedlab: 1\n  name: a\n =>
        2:7: this is not YAML: a ':' where no key can be; check the indentation, and quote a text that holds ': '
      feedlab: 1\nworld:\n  days: 3\n warm-up: 1\n =>
        4:2: this is not YAML: a key was expected here; check the indentation (in a map that begins in line 1)
      feedlab: 1\nworld:\n\tdays: 3\n =>
        3:1: this is not YAML: no value can begin with this character; quote it, and indent with blanks, not tabs
      feedlab: 1\nname: @home\n =>
        2:7: this is not YAML: no value can begin with this character; quote it, and indent with blanks, not tabs
      feedlab: 1\nname: 'home\n =>
        3:1: this is not YAML: the file ends before the closing quote (in the text in quotes that begins in line 2)
      feedlab: 1\nname: "\q"\n =>
        2:8: this is not YAML: no escape begins like this; use 'single quotes'
      feedlab: 1\nname: *home\n => 2:7: this is not YAML: no '&' anchor of this name stands above
      feedlab: 1\nname\nseed: 1\n =>
        3:1: this is not YAML: a ':' and a blank were expected after the key (in the key that begins in line 2)
      feedlab: 1\n---\nfeedlab: 1\n => 2:1: this is not YAML: a second document; a scenario is one
      feedlab: 1\nname: !kind a\n => 2:7: a scenario has no tags such as '!kind'
      feedlab: 1\n? [a, b]\n: 1\n => 2:3: a key is a name, not a map, a list or an alias
      feedlab: 1\nname: &n a\n*n : 1\n => 3:1: a key is a name, not a map, a list or an alias
      feedlab: 1\nname: &n [*n]\n => 2:11: this is not YAML: no '&' anchor of this name stands above
      feedlab: 1\nname: **bold**\n => 2:7: this is not YAML: '*' begins an alias; quote the value
      feedlab: 1\nname: &.a b\n => 2:8: this is not YAML: '&' begins an anchor; quote the value
      feedlab: 1\n<<: 5\n => 2:5: '<<' takes in a map or a list of maps, not 5
      """#))
  func `text with a fault of syntax`(text: String, message: String) {
    #expect(faults(text).contains("town.yml:" + message))
  }

  @Test func `keys that are there twice are all reported, and the rest is checked`() {
    let text = """
      feedlab: 1
      seed: 1
      arms:
        a: {home: recency, home: random, "home": ideal}
        b: {home: recncy}
        a: {home: recency}
      seed: 2
      world: {days: 9, members: 5, days: 8}
      """
    expectEqual(
      faults(text),
      [
        "town.yml:4:22: arms.a.home: this key is there already, in line 4",
        "town.yml:4:36: arms.a.home: this key is there already, in line 4",
        "town.yml:5:13: arms.b.home: there is no ranker 'recncy'; did you mean 'recency'?",
        "town.yml:6:3: arms.a: this key is there already, in line 4",
        "town.yml:7:1: seed: this key is there already, in line 2",
        "town.yml:8:30: world.days: this key is there already, in line 8",
      ])
  }

  @Test func `keys that are there twice and have no initial are reported too`() {
    let message = "a key is a name, not a map, a list or an alias"
    expectEqual(
      faults(least + "? [a]\n: 1\n? [a]\n: 2\n"),
      [
        "town.yml:4:3: \(message)", "town.yml:6:3: \(message)",
      ])
    expectEqual(
      faults("seed: 1\nname: a\nworld: {days: 3, days: 4}\nseed: 2\nx: {a\n"),
      [
        "town.yml:3:9: the key 'days' is here twice",
        "town.yml:6:1: this is not YAML: a ',' or '}' was expected here (in the map in braces that"
          + " begins in line 5)",
      ])
    #expect(
      faults(least + "world: {groups: {1a: 0.5, 1a: 0.5, '*': 1}}\n").contains(
        "town.yml:4:27: world.groups.1a: this key is there already, in line 4"))
  }

  @Test func `keys that are the same in quotes, behind anchors and in lists are found`() {
    let text = """
      - {"a, b": 1, 'a, b': 2}
      - &x a: 1
        &y a: 2
      - <<: {b: 1}
        <<: {c: 1}
      - ? a
        : 1
        ? a
        : 2
      """
    expectEqual(
      faults(text).filter { $0.contains("already") },
      [
        "town.yml:1:15: a, b: this key is there already, in line 1",
        "town.yml:3:3: a: this key is there already, in line 2",
        "town.yml:8:5: a: this key is there already, in line 6",
      ])
  }

  @Test func `what stands in place of keys and stars is put back`() throws {
    // The key `world`, which is there twice, makes all keys differ; the private character is the text's own.
    let text = """
      feedlab: 1
      arms: {a: {home: {ranker: formula, score: likes*likes * x, y*: 1, "\u{F0000}*": 2}}}
      world: {days: 9}
      world: {days: 8}
      """
    let parameters = "there is no parameter of formula"
    expectEqual(
      faults(text),
      [
        "town.yml:2:57: arms.a.home.score: there is no feature, weight or function 'x';"
          + " 'feedlab describe rankers formula' lists them",
        "town.yml:2:60: arms.a.home.y*: \(parameters) 'y*'; there are weights, pool, score and else",
        "town.yml:2:67: arms.a.home.\u{F0000}*: \(parameters) '\u{F0000}*';"
          + " there are weights, pool, score and else",
        "town.yml:4:1: world: this key is there already, in line 3",
      ])
    let town = try scenario(
      "feedlab: 1\narms: {a: {home: {ranker: formula, score: likes*likes * 2}}}\n")
    expectEqual(town.arms[0].ranker(of: .home).formula?.text, "likes*likes * 2")
  }

  // MARK: - What is made to be large

  @Test func `aliases that make a short text a huge tree are refused`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    expectEqual(faults(text), ["town.yml:1:1: aliases make more than 100000 values of this file"])
  }

  @Test func `aliases as keys are refused before they are what they stand for`() {
    var text = "a0: &a0 [x, x]\n"
    for level in 1...60 {
      text += "a\(level): &a\(level) {? [*a\(level - 1), *a\(level - 1)] : 1}\n"
    }
    #expect(
      faults(text).contains { $0.hasSuffix("a key is a name, not a map, a list or an alias") })
  }

  @Test func `a key that stands thousands of times is reported each time`() {
    let text = least + String(repeating: "k: 1\n", count: 4000)
    expectEqual(
      faults(text).filter { $0.hasSuffix("k: this key is there already, in line 4") }.count, 3999)
  }

  @Test func `a member's group takes a byte`() {
    func groups(_ count: Int) -> [String] {
      let shares = (0..<count).map { "g\($0): \($0 == 0 ? 1 : 0)" }.joined(separator: ", ")
      return faults(least + "world: {groups: {\(shares)}}")
    }
    expectEqual(groups(256), [])
    expectEqual(groups(257), ["town.yml:4:17: world.groups: 257 groups; there can be 256 at most"])
  }

  @Test func `a file beyond what people write is refused`() {
    let text = least + "# "
    let most = 1_000_000 - text.utf8.count
    #expect(faults(text + String(repeating: "x", count: most)).isEmpty)
    expectEqual(
      faults(text + String(repeating: "x", count: most + 1)),
      [
        "town.yml:1:1: this file has more than 1,000,000 bytes, and no more are read"
      ])
  }

  @Test(arguments: [0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF] as [UInt32])
  func `noncharacters are refused`(value: UInt32) {
    let text = least + "name: " + String(Unicode.Scalar(value)!)
    let digits = String(value, radix: 16, uppercase: true)
    expectEqual(faults(text), ["town.yml:4:7: U+\(digits) cannot stand in YAML"])
  }

  @Test func `deep nesting is refused`() {
    let text = "feedlab: " + String(repeating: "[", count: 100_000)
    expectEqual(
      faults(text).map { $0.split(separator: ": ").last },
      [
        "maps and lists are nested too deeply"
      ])
  }
}
