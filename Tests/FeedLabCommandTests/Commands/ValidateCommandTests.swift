import Foundation
import TestSupport
import Testing

/// The look at the trend of the measured window.
@Suite struct ValidateCommandTests {
  /// Two weeks after two days of warm-up.
  private let text = """
    feedlab: 1
    name: town
    seed: 7
    world: {members: 60, days: 16, warm-up: 2}
    arms:
      newest: {home: recency}
    pool: {of: everyone, without: nothing}
    behaviour: {off: [joining, following, returning]}

    """

  /// A fifth of the initial members joins each day: 1 + 0.2 · 5.5 = 2.1 times as many in the middle of the first
  /// week, and 1 + 0.2 · 12.5 = 3.5 in that of the second, two thirds more.
  private var growing: String {
    text.replacing(
      "{off: [joining, following, returning]}", with: "{joining: {share: 0.2}, off: [returning]}")
  }

  private func trend(_ text: String, _ options: String...) throws -> String {
    let folder = try ScratchFolder(["town.yml": text])
    let outcome = try feedlab(["validate", "town.yml"] + options, in: folder)
    #expect(outcome.code == 0 && outcome.error == "")
    #expect(outcome.output.hasPrefix("town.yml: scenario 'town' is valid\n  arms      newest\n"))
    let parts = outcome.output.split(separator: "\n  trend     ")
    return parts.count == 2 ? String(parts[1]) : ""
  }

  @Test func `a growing community is valid, with a warning`() throws {
    let trend = try trend(growing)
    #expect(
      trend.hasPrefix("! The measured window has a trend under newest: "), "\(trend)")
    #expect(trend.contains("looks a day"))
    try expectEqual(self.trend(growing, "--no-trend"), "")
  }

  @Test func `a level community is valid, without a warning`() throws {
    try expectEqual(trend(text), "")
  }

  @Test func `a large scenario is looked at on request`() throws {
    let options = ["--set", "world.members=2501"]
    try expectEqual(
      trend(text, options[0], options[1]), "not looked for in 40,016 member-days; --trend does\n")
  }

  /// The file is no library, so that a command that loads it cannot go on.
  @Test func `only commands that simulate load the libraries of a scenario`() throws {
    let folder = try ScratchFolder([
      "notes.txt": "no library\n",
      "town.yml": text.replacing(
        "  newest: {home: recency}\n",
        with: "  newest: {home: recency}\n  mine: {home: {ranker: library, path: notes.txt}}\n")
        + "check: {arm: mine, rules: {engagement_rate: error}}\n",
    ])
    let valid = try feedlab("validate", "town.yml", "--no-trend", in: folder)
    expectEqual(valid.code, 0, "\(valid.error)")
    #expect(
      valid.output.contains(
        "\n  not loaded  notes.txt; --load also loads it, which runs its code\n"),
      "\(valid.output)")
    let list = try feedlab("baseline", "list", "town.yml", in: folder)
    #expect(list.code == 0 && list.error == "", "\(list.error)")
    expectEqual(try feedlab("baseline", "show", "town.yml", in: folder).code, 5)
    for line in ["validate town.yml --load", "run town.yml -n 1", "check town.yml"] {
      let outcome = try feedlab(line.split(separator: " ").map(String.init), in: folder)
      expectEqual(outcome.code, 65, "\(line)")
      #expect(
        outcome.error.contains("arms.mine.home.path: notes.txt cannot be loaded"),
        "\(line): \(outcome.error)")
    }
  }

  @Test func `a window of a day has no trend`() throws {
    try expectEqual(trend(growing, "--trend", "--set", "world.days=3.5"), "")
  }

  /// Nobody votes, so that no contest's entries differ in votes; opens and likes are there.
  @Test func `a tested metric without a value is warned of`() throws {
    let tested = text.replacing(
      "arms:\n",
      with: """
        ab: {primary: open_rate, guardrails: [rank_quality_tau]}
        arms:
          liked: {home: affinity}

        """
    ).replacing("returning]", with: "returning, voting]")
    let folder = try ScratchFolder(["town.yml": tested])
    let outcome = try feedlab("validate", "town.yml", "--set", "ab.baseline=newest", in: folder)
    expectEqual(outcome.code, 0)
    let start = "\n  no value    ! Rank–quality agreement (τ) has no value in a world of"
    expectEqual(outcome.output.components(separatedBy: "  no value  ").count, 2)
    #expect(outcome.output.contains(start), "\(outcome.output)")
    #expect(outcome.output.contains("ab.guardrails"))
    let none = try feedlab(
      "validate", "town.yml", "--set", "ab.baseline=newest", "--no-trend", in: folder)
    #expect(!none.output.contains("no value"))
  }

  @Test func `a folder is the scenarios in it, by name`() throws {
    let folder = try ScratchFolder(["none.txt": text])
    for name in ["towns/inner", "empty"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    for name in ["b.yml", "a.yaml", "a.json", "inner/c.yml"] {
      try folder.write(text, to: "towns/\(name)")
    }
    for path in ["towns", "towns/"] {
      let outcome = try feedlab("validate", path, "none.txt", "--no-trend", in: folder)
      let named = outcome.output.matches(of: /(?m)^(\S+): scenario 'town' is valid$/).map { $0.1 }
      expectEqual(named, ["towns/a.yaml", "towns/b.yml", "none.txt"], "\(outcome)")
    }
    try expectRefusal(
      ["validate", "empty"], "'empty': this folder has no .yml or .yaml file", in: folder)
  }

  /// With a limit eight finalists: eight and the incumbent are compared, then eight, the incumbent, the baseline
  /// and a trial for the limit: 20 trials in 4 worlds. 280 worlds of 60 · 16 member-days take 13 s at 20,000 a
  /// second.
  @Test func `what tuning would do is shown`() throws {
    let tuned = text.replacing(
      "arms:\n",
      with: """
        tune:
          maximize: relevance@10
          subject-to: [creator_exposure_gini <= baseline + 0.02]
          budget: 200
          validate: 4
        arms:
          liked: {home: {ranker: affinity, weights: {like: {value: 3, tune: [0, 10]}}}}

        """)
    let folder = try ScratchFolder(["town.yml": tuned])
    let outcome = try feedlab(
      "validate", "town.yml", "--no-trend", "--set", "ab.baseline=newest", in: folder)
    #expect(
      outcome.output.contains(
        """
          tune      1 number of liked tuned by race to maximize relevance@10
          limits    creator_exposure_gini <= baseline + 0.02
          budget    200 worlds of the search and at most 80 fresh ones, 4 for each finalist; roughly 13 s on
                    one thread

        """), "\(outcome.output)")
    let few = try feedlab(
      "validate", "town.yml", "--no-trend", "--set", "tune.budget=47", in: folder)
    #expect(few.output.contains("\n  problem   a budget of 47 worlds: race needs 48 at least\n"))
  }
}
