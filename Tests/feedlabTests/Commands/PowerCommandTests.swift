import Foundation
import Testing

/// `feedlab power`.
@Suite struct PowerCommandTests {
  private static let small = [
    "power", "small.yml", "--metric", "relevance_at_k", "-n", "3", "--candidate", "affinity",
  ]

  @Test func `any number of threads gives the same bytes, and nothing else is written`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let goal = ["--effect", "1%"]
    let one = try feedlab(Self.small + goal + ["--out", "a", "--jobs", "1"], in: folder)
    let two = try feedlab(Self.small + goal + ["--out", "b", "--jobs", "3"], in: folder)
    #expect(one.code == 0, "\(one.error)")
    #expect(one.output == two.output)
    let files = ["power.csv", "power.json", "power.md"]
    for file in files { #expect(try folder.read("a/\(file)") == folder.read("b/\(file)")) }
    #expect(
      try folder.entries
        == ["a"] + files.map { "a/\($0)" } + ["b"] + files.map { "b/\($0)" } + ["small.yml"])
  }

  @Test(arguments: [
    ("text", "small: 40 members"), ("markdown", "<!-- feedlab:power scenario=small -->"),
    ("json", "{\n  \"alpha\": 0.05"), ("csv", "candidate,metric,pairing,"),
    ("tsv", "candidate\tmetric\tpairing"),
  ])
  func `prints what is asked for`(format: String, start: String) throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      Self.small + ["--half-width", "0.02", "--format", format, "--quiet"], in: folder)
    #expect(outcome.code == 0 && outcome.error == "")
    #expect(outcome.output.hasPrefix(start))
    let files = ["json": "json", "csv": "csv", "markdown": "md"]
    if let file = files[format] {
      #expect(try folder.read("reports/small/power.\(file)") == outcome.output)
    }
  }

  @Test func `a table says what is found with pairing and without`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      Self.small + ["--effect", "0.02", "--power", "0.9", "--alpha", "0.1"], in: folder)
    #expect(outcome.output.contains("affinity against newest in relevance_at_k: "))
    #expect(outcome.output.contains("worlds for an effect of 0.0200 with power 90%"))
    #expect(outcome.output.contains("Effects are found at alpha 0.1, two-sided, in a number of"))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix("paired  unpaired") })
  }

  @Test(arguments: [
    (
      ["--effect", "1%", "--half-width", "1%"], "--effect and --half-width: give one of them"
    ),
    (
      ["--effect", "0"],
      "--effect '0': expected a number above 0 in the metric's unit, such as 0.01, or a percentage"
        + " of the baseline, such as 1%"
    ),
    (
      ["--half-width", "much"],
      "--half-width 'much': expected a number above 0 in the metric's unit, such as 0.01, or a"
        + " percentage of the baseline, such as 1%"
    ),
    (["--power", "1"], "--power 1.0: expected a number from 0.5 up to, but not, 1"),
    (["--alpha", "0"], "--alpha 0.0: expected a number from 0.0001 up to, but not, 0.5"),
    (["-n", "1"], "-n 1: one world has no spread to plan by"),
    (
      ["--metric", "gini"],
      "--metric 'gini': there is no metric of this name; 'feedlab describe metrics' lists them"
    ),
  ])
  func `a call that cannot be right is refused in one line`(
    arguments: [String], message: String
  ) throws {
    try expectRefusal(
      Self.small + arguments, message, in: ScratchFolder(["small.yml": smallScenario]))
  }
}
