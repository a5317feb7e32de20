import Foundation
import TestSupport
import Testing

/// External rankers that are not there, in arms that are not simulated.
@Suite struct AbsentRankerTests {
  private static let scenario = """
    feedlab: 1
    name: small
    seed: 7
    world: {members: 80, days: 1, warm-up: 0.25}
    arms:
      newest: {home: recency}
      mine: {home: {ranker: library, path: libmine.so, parameters: {weight: 3}}}
      script: {home: {ranker: command, command: [python3, gone.py], reads: [likes], files: [gone.txt]}}
      program: {home: {ranker: command, command: [gone-program], reads: [likes]}}
      other: {home: {ranker: library, path: libother.so, parameters: {weight: {value: 3, tune: [0, 5]}}}}
    ab: {baseline: newest, candidates: [mine], primary: none, replications: 2}
    check:
      arm: newest
      replications: 2
      ranking-overlap: off
      rules: {relevance@10: {level: error, margin: 50%}}

    """

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder(["small.yml": Self.scenario])
    try FileManager.default.copyItem(
      at: URL(filePath: testLibrary), to: folder.url.appending(component: "libmine.so"))
  }

  private func run(_ line: String) throws -> Outcome {
    try feedlab(line.split(separator: " ").map(String.init), in: folder)
  }

  @Test(arguments: [
    "run small.yml --quiet -n 1 --arm newest", "rank small.yml --arm mine --viewer 3 --at 12h",
    "baseline record small.yml --quiet",
  ])
  func `they do not matter to a command that asks others`(line: String) throws {
    let outcome = try run(line)
    expectEqual(outcome.code, 0, "\(outcome.error)")
  }

  private static let script = """
    small.yml:8:55: arms.script.home.command: gone.py: there is no such file
    small.yml:8:89: arms.script.home.files: gone.txt: there is no such file

    """
  private static let program = """
    small.yml:9:47: arms.program.home.command: 'gone-program' is not on PATH; install it

    """
  private static let other = """
    small.yml:10:41: arms.other.home.path: libother.so: there is no such file

    """

  private static let all = [script, program, other]
  private static let refusals: [(line: String, faults: [String])] = [
    ("run small.yml --arm script --arm newest", [script]),
    ("run small.yml --arm program", [program]),
    ("ab small.yml --candidate other", [other]),
    ("ab small.yml --baseline script", [script]),
    ("rank small.yml --arm other --viewer 3 --at 12h", [other]),
    ("run small.yml", all),
    ("validate small.yml", all),
    ("plan small.yml --out small.jsonl", all),
    // Other faults are shown with them.
    ("run small.yml --arm newest --set seed=-1", all + ["--set seed=-1"]),
  ]

  @Test(arguments: refusals)
  func `they are refused where they are asked`(line: String, faults: [String]) throws {
    let outcome = try run(line)
    expectEqual(outcome.code, 65)
    #expect(outcome.error.hasPrefix(faults.joined()), "\(outcome.error)")
    #expect(!folder.contains("reports") && !folder.contains("small.jsonl"))
  }

  @Test func `tapes need those arms alone that are replayed`() throws {
    let recorded = try run("ab small.yml --quiet --out recorded --record-tape tapes")
    expectEqual(recorded.code, 0, "\(recorded.error)")
    try FileManager.default.removeItem(at: folder.url.appending(component: "libmine.so"))
    let replayed = try run("ab small.yml --quiet --out replayed --replay-tape tapes")
    expectEqual(replayed.code, 0, "\(replayed.error)")
    expectEqual(replayed.output, recorded.output)
    let other = try run("ab small.yml --quiet --out other --replay-tape tapes --candidate other")
    expectEqual(other.code, 65)
    expectEqual(
      other.error,
      "small.yml:10:41: arms.other.home.path: the tapes in tapes were recorded without a library; record this ranker"
        + " with --record-tape\n")
  }
}
