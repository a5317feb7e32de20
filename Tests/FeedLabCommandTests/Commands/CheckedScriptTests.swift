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
        "arms.arm.home.files: the recorded program is gone: no file has the content any more that 'likes.py' had\n"
      ), "\(rerun.error)")
    // Of a parameter that changed, both values are simulated with the script of today.
    try folder.write(Self.script, to: "likes.py")
    let other = try check("--rerun-baseline", "--set", "arms.mine.home.parameters.weight=-1")
    #expect(
      other.output.contains("the recorded arm was simulated again in today's worlds"),
      "\(other)")
    #expect(!other.output.contains("IDENTICAL"))
  }
}
