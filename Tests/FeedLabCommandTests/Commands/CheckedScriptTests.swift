import Foundation
import TestSupport
import Testing

/// A baseline of a ranker in a script. The script runs, since a command does not say what its files do.
@Suite struct CheckedScriptTests {
  private static let scenario = """
    feedlab: 1
    name: small
    seed: 7
    world: {members: 40, days: 1, warm-up: 0.25}
    arms:
      mine:
        home: {ranker: command, command: [python3, likes.py], reads: [likes], parameters: {weight: 3}}
    check:
      arm: mine
      replications: 2
      ranking-overlap: off
      rules: {relevance@10: {level: error, margin: 50%}}

    """
  private static let script = """
    from feedlab_ranker import ranker


    @ranker(reads=["likes"])
    def score(candidates, parameters):
        return [parameters["weight"] * likes for likes in candidates["likes"]]

    """

  @Test func `a script that changed is checked, and the recorded one is gone`() throws {
    let folder = try ScratchFolder(["small.yml": Self.scenario, "likes.py": Self.script])
    // It writes the module for Python.
    try expectEqual(feedlab("init", "ranker", "mine.yml", in: folder).code, 0)
    func check(_ options: String...) throws -> Outcome {
      try feedlab(["check", "small.yml", "--quiet"] + options, in: folder)
    }
    let recorded = try feedlab("baseline", "record", "small.yml", "--quiet", in: folder)
    expectEqual(recorded.code, 0, "\(recorded.error)")
    let baseline = try folder.read("baselines/small.json")
    #expect(baseline.contains("\n    \"ranker_seeds\": \"scenario\",\n"))
    try folder.write(Self.script + "# The same scores.\n", to: "likes.py")
    let changed = try check()
    #expect(changed.code == 0 && changed.output.hasPrefix("small: IDENTICAL"), "\(changed)")
    let rerun = try check("--rerun-baseline")
    expectEqual(rerun.code, 6)
    #expect(
      rerun.error.contains(
        "arms.arm.home.files: the recorded program is gone: no program that the scenario names has the file 'likes.py' with that content\n"
      ), "\(rerun.error)")
    // Of a parameter that changed, both values are simulated with the script of today.
    try folder.write(Self.script, to: "likes.py")
    let other = try check("--rerun-baseline", "--set", "arms.mine.home.parameters.weight=-1")
    #expect(
      other.output.contains("the recorded arm was simulated again in today's worlds"),
      "\(other)")
    #expect(!other.output.contains("IDENTICAL"))
  }

  @Test func `a baseline starts no command that the scenario does not name`() throws {
    let folder = try ScratchFolder(["small.yml": Self.scenario, "likes.py": Self.script])
    try expectEqual(feedlab("init", "ranker", "mine.yml", in: folder).code, 0)
    let code = "open('ran', 'w'); import runpy; runpy.run_path('likes.py', run_name='__main__')"
    let recorded = try feedlab(
      "baseline", "record", "small.yml", "--quiet", "--set",
      "arms.mine.home.command=[python3, -c, \"\(code)\"]", in: folder)
    expectEqual(recorded.code, 0, "\(recorded.error)")
    try FileManager.default.removeItem(at: folder.url.appending(component: "ran"))
    let check = try feedlab(
      "check", "small.yml", "--quiet", "--rerun-baseline", "--set", "seed=8", "--set",
      "arms.mine.home=recency", in: folder)
    expectEqual(check.code, 6, "\(check.error)")
    #expect(
      check.error.contains(
        "arms.arm.home.files: the recorded program is gone: no program that the scenario names has the file"
          + " 'feedlab_ranker.py' with that content"), "\(check.error)")
    #expect(!folder.contains("ran"))
  }
}
