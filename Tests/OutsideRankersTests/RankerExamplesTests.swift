import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// The examples that come with FeedLab, asked as a scenario asks them.
@Suite struct RankerExamplesTests {
  private static let examples = JSONSchema.repository + "Examples/rankers"

  /// Whether a program ends with 0.
  private static func succeeds(_ command: [String]) -> Bool {
    (try? ChildProcess(command, in: "/"))?.awaitEnd(seconds: 60) == .exit(0)
  }

  private static let hasNumPy = succeeds(["python3", "-c", "import numpy"])
  private static let hasNode = succeeds(["node", "-e", "0"])
  private static let hasR = succeeds(["Rscript", "-e", "0"])

  /// (1 + likes) ÷ (1 + hours ÷ fade) of four posts of 1 to 4 hours, the first and third of which are liked once.
  private func expectWarmScores(
    _ command: [String], in folder: String, encoding: RankerEncoding
  ) throws {
    let ranker = CommandRanker(
      .init(
        command: command, folder: "\(Self.examples)/\(folder)", reads: [.ageHours, .likes],
        parameters: ["fade": 1], encoding: encoding))
    for world in 0..<2 {
      let lane = try ranker.open(world: .init(number: world, seed: 0))
      for _ in 0..<2 {
        try expectEqual(scores(lane, candidates(4, [.likes, .ageHours])), [1, 1 / 3, 0.5, 0.2])
      }
    }
  }

  @Test(.enabled(if: hasNumPy, "NumPy is not installed"))
  func `the example in Python scores likes against age in binary frames`() throws {
    try expectWarmScores(["python3", "warm.py"], in: "python", encoding: .binary)
  }

  @Test(.enabled(if: hasNumPy, "NumPy is not installed"))
  func `the example in Python scores likes against age in lines of JSON`() throws {
    try expectWarmScores(["python3", "warm.py"], in: "python", encoding: .json)
  }

  @Test(.enabled(if: hasNode, "Node.js is not installed"))
  func `the example in JavaScript scores likes against age`() throws {
    try expectWarmScores(["node", "warm.mjs"], in: "node", encoding: .json)
  }

  @Test(
    .enabled(if: hasNumPy && hasNode, "NumPy or Node.js is not installed"),
    arguments: [("python3", "python/warm.py"), ("node", "node/warm.mjs")])
  func `the schema of the reference describes what the examples answer`(
    program: String, script: String
  ) throws {
    let schema = try JSONSchema(named: "ranker-protocol.schema.json")
    var writer = RequestWriter(.json, reads: [.likes, .ageHours])
    writer.hello(name: "warm")
    writer.open(lane: 1, sequence: 1, world: 0, digest: "", parameters: [:])
    writer.score(try candidates(3, [.likes, .ageHours]), lane: 1, sequence: 2)
    // A request without a column that the example needs, which it refuses.
    var incomplete = RequestWriter(.json, reads: [.likes])
    incomplete.score(try candidates(3, [.likes]), lane: 1, sequence: 3)
    let process = try ChildProcess([program, script], in: Self.examples)
    let deadline = Deadline(seconds: 60)
    try process.write(writer.bytes + incomplete.bytes, until: deadline)
    var (text, piece) = ("", [UInt8](repeating: 0, count: 4096))
    while text.count(where: \.isNewline) < 3 {
      let count = unsafe try piece.withUnsafeMutableBytes { bytes in
        unsafe try process.read(into: bytes, until: deadline)
      }
      text += String(decoding: piece[..<count], as: UTF8.self)
    }
    let lines = text.split(separator: "\n")
    for line in lines { try expectEqual(schema.faults(in: line), []) }
    for (line, kind) in zip(lines, [MessageKind.hello, .scores, .error]) {
      #expect(line.replacing(" ", with: "").contains("\"type\":\"\(kind.name)\""))
    }
  }

  @Test(.enabled(if: hasR, "R is not installed"))
  func `the example in R scores likes against age`() throws {
    try expectWarmScores(["Rscript", "warm.R"], in: "r", encoding: .json)
  }
}
