import Foundation
import TestSupport
import Testing

/// What the commands of all studies have in common.
@Suite struct StudyCommandTests {
  @Test(arguments: StudyDrive.all)
  func `any number of threads gives the same bytes, and nothing else is written`(
    study: StudyDrive
  ) throws {
    let folder = try ScratchFolder(["small.yml": study.scenario])
    let one = try feedlab(study.arguments + ["--out", "a", "--jobs", "1"], in: folder)
    let two = try feedlab(study.arguments + ["--out", "b", "--jobs", "3"], in: folder)
    expectEqual(one.code, 0, "\(one.error)")
    expectEqual(one.output, two.output)
    let files = ["csv", "json", "md"].map { "\(study.files).\($0)" }
    for file in files { try expectEqual(folder.read("a/\(file)"), folder.read("b/\(file)")) }
    let written = (files + (study.keepsRuns ? ["ledger.sqlite"] : [])).sorted()
    try expectEqual(
      folder.entries,
      ["a"] + written.map { "a/\($0)" } + ["b"] + written.map { "b/\($0)" } + ["small.yml"])
  }

  @Test(arguments: StudyDrive.all)
  func `the budget is printed before, the folder after, and the answer too`(
    study: StudyDrive
  ) throws {
    let folder = try ScratchFolder(["small.yml": study.scenario])
    let outcome = try feedlab(study.arguments, in: folder)
    #expect(outcome.code == 0 && outcome.output.hasPrefix(study.text), "\(outcome.output)")
    #expect(outcome.error.hasPrefix(study.budget), "\(outcome.error)")
    let end = #/feedlab: done in [0-9.]+ s; files are in reports\/small\n/#
    #expect(outcome.error.dropFirst(study.budget.count).wholeMatch(of: end) != nil)
    let quiet = try feedlab(study.arguments + ["--quiet"], in: folder)
    expectEqual(quiet, .init(code: 0, output: outcome.output, error: ""))
  }

  @Test(arguments: StudyDrive.all, ["markdown", "json", "csv", "tsv"])
  func `prints what is selected, as the files have it`(
    study: StudyDrive, format: String
  ) throws {
    let folder = try ScratchFolder(["small.yml": study.scenario])
    let outcome = try feedlab(study.arguments + ["--format", format, "--quiet"], in: folder)
    #expect(outcome.code == 0 && outcome.error == "")
    let (start, file): (String, String?) =
      switch format {
      case "markdown": ("<!-- feedlab:\(study.files) scenario=small -->", "md")
      case "json": ("{\n  \"\(study.json)", "json")
      case "csv": (study.table, "csv")
      default: (study.table.replacing(",", with: "\t"), nil)
      }
    #expect(outcome.output.hasPrefix(start), "\(outcome.output)")
    if let file {
      try expectEqual(folder.read("reports/small/\(study.files).\(file)"), outcome.output)
    }
  }
}

/// `feedlab rank-overlap`.
@Suite struct RankOverlapCommandTests {
  @Test(
    arguments: calls(
      """
      -n 2..4 =>
        -n 2..4: 'rank-overlap' has no stopping rule; expected a number of worlds
      --candidate afinity =>
        --candidate 'afinity': there is no arm of this name; did you mean 'affinity'?
      --baseline newest --candidate newest => --candidate 'newest': this arm is the baseline
      --set 'arms.newest.home={ranker: affinity, weights: {like: 40}}' =>
        small.yml: arms 'newest' and 'affinity' learn affinities in different ways, and a community learns them in one
      """))
  func `a call that cannot be right is refused in one line`(
    arguments: [String], message: String
  ) throws {
    try expectRefusal(
      ["rank-overlap", "small.yml"] + arguments, message,
      in: ScratchFolder(["small.yml": smallScenario]))
  }
}
