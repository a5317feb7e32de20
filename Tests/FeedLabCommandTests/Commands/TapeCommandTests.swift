import DataFiles
import Foundation
import TestSupport
import Testing

/// Pages of an external ranker that are recorded, and replayed where it is not. The ranker is a library, so that
/// no test starts a process.
@Suite struct TapeCommandTests {
  private let folder: ScratchFolder
  private var library: URL { folder.url.appending(component: "libmine.so") }

  init() throws {
    folder = try ScratchFolder(["small.yml": tapedScenarioText(library: "libmine.so")])
    try FileManager.default.copyItem(at: URL(filePath: testLibrary), to: library)
  }

  private func run(_ line: String) throws -> Outcome {
    try feedlab(line.split(separator: " ").map(String.init), in: folder)
  }

  private func expectSuccess(_ line: String) throws -> Outcome {
    let outcome = try run(line)
    expectEqual(outcome.code, 0, "\(outcome.error)")
    return outcome
  }

  /// The error of a command that ends with a code.
  private func error(_ line: String, code: Int32) throws -> String {
    let outcome = try run(line)
    expectEqual(outcome.code, code, "\(outcome.error)")
    return outcome.error
  }

  private static let remedy = "run the command with --record-tape where the ranker is"

  @Test(arguments: ["ab", "run"])
  func `results of tapes are those of the ranker, byte for byte, without the ranker`(
    command: String
  ) throws {
    let recorded = try expectSuccess(
      "\(command) small.yml --quiet --out recorded --record-tape tapes --jobs 2")
    try FileManager.default.removeItem(at: library)
    #expect(try error("\(command) small.yml --quiet --out none", code: 65).contains("libmine.so"))
    for jobs in [1, 2] {
      let replayed = try expectSuccess(
        "\(command) small.yml --quiet --fresh --out replayed --replay-tape tapes --jobs \(jobs)")
      expectEqual(replayed.output, recorded.output)
      for name in try folder.entries.filter({ $0.hasPrefix("recorded/") }) {
        guard !name.contains("ledger") else { continue }
        let other = name.replacing("recorded/", with: "replayed/")
        try expectEqual(
          Data(contentsOf: folder.url.appending(path: name)),
          Data(contentsOf: folder.url.appending(path: other)), "\(name)")
      }
    }
    // The outcomes in a ledger are known by the same keys.
    try expectEqual(
      expectSuccess("\(command) small.yml --quiet --out recorded --replay-tape tapes").output,
      recorded.output)
  }

  @Test func `a check by tapes finds the recorded baseline as it is, without the ranker`() throws {
    _ = try expectSuccess("baseline record small.yml --quiet --record-tape tapes")
    let checked = try expectSuccess("check small.yml --quiet")
    try FileManager.default.removeItem(at: library)
    let replayed = try expectSuccess("check small.yml --quiet --replay-tape tapes")
    expectEqual(replayed.output, checked.output)
    let baseline = try folder.read("baselines/small.json")
    _ = try expectSuccess("baseline record small.yml --quiet --replay-tape tapes")
    try expectEqual(folder.read("baselines/small.json"), baseline)
    #expect(folder.contains("tapes/mine/home-check-0.tape"))
    for option in ["--prove", "--rerun-baseline"] {
      try expectEqual(
        error("check small.yml --quiet --replay-tape tapes \(option)", code: 64),
        "feedlab: error: \(option) and --replay-tape: tapes record the current arm only\n")
    }
  }

  @Test func `tapes of several commands are in one folder, and a new arm replaces the old`() throws
  {
    _ = try expectSuccess("ab small.yml --quiet --out a --record-tape tapes")
    _ = try expectSuccess("baseline record small.yml --quiet --record-tape tapes")
    _ = try expectSuccess("ab small.yml --quiet --out b --replay-tape tapes")
    _ = try expectSuccess(
      "ab small.yml --quiet --out c --record-tape tapes --set arms.mine.home.parameters.weight=4")
    try expectEqual(
      error("ab small.yml --quiet --out d --replay-tape tapes", code: 65),
      "feedlab: error: --replay-tape: the tapes in tapes do not fit this run: they are of another arm"
        + " 'mine': home.parameters.weight is 3, and there 4; \(Self.remedy)\n")
  }

  @Test
  func `tapes of another seed, society, simulation or arm are refused before the first world`()
    throws
  {
    _ = try expectSuccess("ab small.yml --quiet --out a --record-tape tapes")
    let prefix = "feedlab: error: --replay-tape: the tapes in tapes do not fit this run: "
    for (change, reason) in [
      ("--seed 8", "they are of seed 7, and the scenario has 8"),
      (
        "--set world.members=81",
        "they are of the scenario 'small' with another world, behaviour or pool than now"
      ),
      (
        "--set arms.other.home.ranker=library --set arms.other.home.path=libmine.so",
        "they have no arm 'other', only 'mine'"
      ),
    ] {
      try expectEqual(
        error("ab small.yml --quiet --out b --replay-tape tapes \(change)", code: 65),
        "\(prefix)\(reason); \(Self.remedy)\n")
      #expect(!folder.contains("b"))
    }
    let index = try folder.read("tapes/tapes.json")
    try folder.write(
      index.replacing(#""simulation": "sim-"#, with: #""simulation": "sim-0"#),
      to: "tapes/tapes.json")
    let message = try error("ab small.yml --quiet --out b --replay-tape tapes", code: 65)
    #expect(message.hasPrefix("\(prefix)they were recorded by the simulation sim-0"), "\(message)")
  }

  @Test func `a library that is there and is not the recorded one is refused`() throws {
    _ = try expectSuccess("ab small.yml --quiet --out a --record-tape tapes")
    try FileManager.default.removeItem(at: library)
    try folder.write("other", to: "libmine.so")
    try expectEqual(
      error("ab small.yml --quiet --out b --replay-tape tapes", code: 65),
      "small.yml:8:35: arms.mine.home.path: the tapes in tapes are of other files: 'libmine.so' here is not the one"
        + " that was recorded; record this ranker with --record-tape\n")
  }

  @Test func `a world without a tape ends the command by name`() throws {
    _ = try expectSuccess("ab small.yml --quiet --out a --record-tape tapes")
    let message = try error("ab small.yml -n 3 --quiet --out b --replay-tape tapes", code: 1)
    #expect(
      message.hasPrefix(
        "feedlab: error: world 2 of arm 'mine': the tape tapes/mine/home-2.tape does not exist; \(Self.remedy),"
          + " which records what is missing"), "\(message)")
  }

  @Test(arguments: [
    (
      "ab small.yml --record-tape a --replay-tape b",
      "--record-tape and --replay-tape: pages are recorded or replayed, not both"
    ),
    ("run small.yml small.yml --record-tape a", "--record-tape: it is for one scenario, not for 2"),
    (
      "run small.yml --arm newest --record-tape a",
      "--record-tape: small.yml has no external ranker whose pages a tape would have"
    ),
  ])
  func `options that do not fit are refused`(line: String, message: String) throws {
    try expectEqual(error(line, code: 64), "feedlab: error: \(message)\n")
    #expect(!folder.contains("a"))
  }

  @Test(arguments: [
    (nil, "there is no such file"),
    (
      "{", "this is no index of tapes: tapes/tapes.json:1:2: expected a name in quotes"
    ),
    ("[]", "this is no index of tapes"),
    (#"{"tapes": 2}"#, "the tapes have the format 2, and this version reads 1"),
    (#"{"tapes": 1}"#, "this is no whole index of tapes"),
  ])
  func `an index that cannot be read is refused`(text: String?, reason: String) throws {
    if let text {
      try FileManager.default.createDirectory(
        at: folder.url.appending(component: "tapes"), withIntermediateDirectories: true)
      try folder.write(text, to: "tapes/tapes.json")
    }
    try expectEqual(
      error("ab small.yml --quiet --replay-tape tapes", code: 65),
      "feedlab: error: --replay-tape: tapes/tapes.json: \(reason)\n")
  }
}
