import DataFiles
import TestSupport
import Testing

@Suite struct NamePatternTests {
  /// The names of which an expression describes a part.
  private func found(_ pattern: String, in names: [String]) throws -> [String] {
    try names.filter(NamePattern(pattern).matches)
  }

  private let names = [
    "relevance@10", "creator_exposure_gini", "post_exposure_gini", "gini", "looks", "age_p50_s",
  ]

  @Test(
    arguments: [
      ("gini", ["creator_exposure_gini", "post_exposure_gini", "gini"]),
      ("^gini", ["gini"]),
      ("^(gini|looks)$", ["gini", "looks"]),
      ("exposure|@", ["relevance@10", "creator_exposure_gini", "post_exposure_gini"]),
      ("p\\d+_s$", ["age_p50_s"]),
      ("^[a-n]+$", ["gini"]),
      ("^[^_@]*$", ["gini", "looks"]),
      ("^\\w+$", ["creator_exposure_gini", "post_exposure_gini", "gini", "looks", "age_p50_s"]),
      ("lo?oks|l.oks", ["looks"]),
      ("(o|s|t)+_e", ["post_exposure_gini"]),
      ("\\.", []),
      (
        "",
        [
          "relevance@10", "creator_exposure_gini", "post_exposure_gini", "gini", "looks",
          "age_p50_s",
        ]
      ),
    ] as [(String, [String])])
  func `an expression selects the names of which it describes a part`(
    _ pattern: String, _ expected: [String]
  ) throws {
    try expectEqual(found(pattern, in: names), expected)
  }

  @Test(
    arguments: [
      ("(a", "character 1: ')' is missing for the '('"),
      ("a)", "character 2: ')' has no '(' before it"),
      ("*a", "character 1: '*' has no part before it to repeat"),
      ("a|+", "character 3: '+' has no part before it to repeat"),
      ("[a-", "character 1: ']' is missing for the '['"),
      ("[]", "character 1: ']' is missing for the '['"),
      ("[z-a]", "character 3: 'z-a' is no range"),
      ("a\\", "character 3: a character is missing after '\\'"),
      ("\\b", "character 2: '\\b' is not known; '\\d' and '\\w' are"),
      ("a{2}", "character 2: '{' is not supported; write the repeated part out"),
      (String(repeating: "(", count: 51), "character 52: more than 50 parentheses are open"),
      (String(repeating: "a", count: 1001), "it has 1,001 characters; at most 1,000 are read"),
    ] as [(String, String)])
  func `a text that is no expression has a fault`(_ pattern: String, _ message: String) {
    let fault = #expect(throws: NamePattern.Fault.self) { try NamePattern(pattern) }
    expectEqual(fault?.description, message)
  }

  /// A random expression of few letters, so that many names match.
  private func expression(_ depth: Int, _ random: inout SeededGenerator) -> String {
    func one(of texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    func part() -> String {
      switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
      case 0, 1: one(of: ["a", "b", "_"])
      case 2: one(of: [".", "\\w", "[ab]", "[^a]", "[a-b_]"])
      case 3: one(of: ["a", "^", "$", "b"])
      default: "(\(expression(depth - 1, &random)))"
      }
    }
    func repeated() -> String {
      let part = part()
      return part == "^" || part == "$" ? part : part + one(of: ["", "", "*", "+", "?"])
    }
    let branches = Int.random(in: 1...3, using: &random)
    return (0..<branches).map { _ in
      (0..<Int.random(in: 0...3, using: &random)).map { _ in repeated() }.joined()
    }.joined(separator: "|")
  }

  @Test func `a pattern finds what the standard library's expressions find`() throws {
    var random = SeededGenerator(seed: 20)
    var matches = 0
    for _ in 0..<2000 {
      let text = expression(2, &random)
      let (pattern, expected) = (try NamePattern(text), try Regex(text))
      for _ in 0..<5 {
        let letters = Int.random(in: 0...6, using: &random)
        let name = String((0..<letters).map { _ in "ab_".randomElement(using: &random) ?? "a" })
        expectEqual(pattern.matches(name), name.contains(expected), "\(text) in '\(name)'")
        matches += pattern.matches(name) ? 1 : 0
      }
    }
    // Neither all nor none, so that both answers are tried.
    #expect((1000..<9900).contains(matches))
  }

  /// By going back and trying again, this would take 2 to the power of 60 steps.
  @Test func `an expression of repeated repetitions ends`() throws {
    let name = String(repeating: "a", count: 60)
    #expect(try !NamePattern("^(([a-z_0-9])+)+!$").matches(name))
    #expect(try !NamePattern("^(a|a|(a*)*)*b$").matches(name))
  }
}
