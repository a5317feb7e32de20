import Foundation
import TestSupport
import Testing

@Suite struct SelftestCommandTests {
  private static let scenarios = URL(filePath: ShippedScenario.quickstart)
    .deletingLastPathComponent().path()

  @Test func `a self-test that finds all as it should be ends with 0 and a table`() throws {
    let folder = try ScratchFolder()
    let outcome = try feedlab("selftest", "K3", "F7", "S2", "--quick", in: folder)
    expectEqual(outcome.code, 0)
    expectEqual(outcome.error, "")
    #expect(outcome.output.hasSuffix("\nAll 9 results are reproduced.\n"))
    #expect(try folder.entries.isEmpty)
  }

  @Test func `the table is the same bytes whatever the number of jobs`() throws {
    let folder = try ScratchFolder()
    let arguments = ["selftest", "K1", "K2", "K3", "B2", "--quick", "--format", "json", "--jobs"]
    let one = try feedlab(arguments + ["1"], in: folder)
    let three = try feedlab(arguments + ["3"], in: folder)
    expectEqual(one.code, 0)
    expectEqual(one, three)
  }

  @Test func `another seed takes other samples, which reproduce the results too`() throws {
    let folder = try ScratchFolder()
    let arguments = ["selftest", "K1", "K3", "F7", "--quick"]
    let plain = try feedlab(arguments, in: folder)
    let zero = try feedlab(arguments + ["--seed", "0"], in: folder)
    let other = try feedlab(arguments + ["--seed", "7"], in: folder)
    expectEqual(plain, zero)
    #expect(other.code == 0 && other.output != plain.output)
  }

  @Test func `real data come from the scenarios' folder`() throws {
    let folder = try ScratchFolder()
    let missing = try feedlab("selftest", "R1", in: folder)
    expectEqual(missing.code, 65)
    expectEqual(missing.output, "")
    let found = try feedlab("selftest", "R1", "--scenarios", Self.scenarios, in: folder)
    expectEqual(found.code, 0)
    #expect(found.output.contains("47,135"))
  }

  @Test func `a scenario of one's own is tested against itself, whatever the number of jobs`()
    throws
  {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let arguments = ["selftest", "stats", "--scenario", "small.yml", "--pairs", "17", "--jobs"]
    let one = try feedlab(arguments + ["1"], in: folder)
    let three = try feedlab(arguments + ["3"], in: folder)
    expectEqual(one, three)
    // Of one false alarm in 2 tests nothing can be said: P(X ≥ 2) is 0.0025, more than 0.01 ÷ metrics.
    #expect(one.code == 0 && one.error == "")
    #expect(one.output.contains("engagement_rate: share of A/A tests that reject"))
    #expect(one.output.contains("engagement_rate: intervals that cover 0"))
    try expectEqual(folder.entries, ["small.yml"])
  }

  @Test func `a world is compared with published figures, and fails for them only when asked`()
    throws
  {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let arguments = ["selftest", "realism", "--scenario", "small.yml", "--quick"]
    let outcome = try feedlab(arguments + ["--jobs", "1"], in: folder)
    #expect(outcome.code == 0 && outcome.error == "")
    #expect(outcome.output.contains("\nsessions a member a day "))
    #expect(outcome.output.contains("\nsmall: "))
    #expect(outcome.output.contains(" figures that apply are inside their tolerance"))
    let strict = try feedlab(arguments + ["--strict", "--format", "csv"], in: folder)
    expectEqual(strict.code, 2)
    #expect(strict.error.hasPrefix("feedlab: small: "))
    #expect(strict.output.hasPrefix("world,id,figure,source,order,value,target,tolerance,"))
    try expectEqual(folder.entries, ["small.yml"])
  }

  @Test func `the help names the comparison with published figures`() throws {
    let outcome = try feedlab("selftest", "--help", in: ScratchFolder())
    #expect(outcome.output.contains("'selftest realism' compares worlds with published figures"))
    #expect(outcome.output.contains("--strict"))
  }

  @Test func `a process of another hash seed has the digest of all others`() throws {
    let folder = try ScratchFolder()
    let random = try feedlab("selftest-digest", in: folder)
    let fixed = try FeedLabProcess(
      ["selftest-digest"], in: folder, environment: ["SWIFT_DETERMINISTIC_HASHING": "1"]
    ).outcome()
    expectEqual(random, fixed)
    #expect(random.code == 0 && random.output.count > 16)
  }

  @Test(
    arguments: calls(
      """
      selftest kernal =>
        selftest 'kernal': there is no result or suite of this name; did you mean 'kernel'?
      selftest realism K4 => realism: expected no other name, and no --pairs
      selftest realism --pairs 9 => realism: expected no other name, and no --pairs
      selftest K4 --strict =>
        --strict: expected 'selftest realism' or 'selftest studies'; other results always decide
      selftest studies K4 => studies: expected no other name, no --pairs, and no --scenario
      selftest studies --scenario s.yml =>
        studies: expected no other name, no --pairs, and no --scenario
      selftest --jobs 0 => --jobs 0: expected a number of threads from 1 up
      selftest stats --scenario none.yml --pairs 7 =>
        --pairs 7: expected a number from 8 to 100,000
      selftest --scenario none.yml =>
        --scenario: expected 'selftest stats' with nothing else; --pairs sets how many worlds
      """))
  func `a call that cannot be right is refused in one line`(
    arguments: [String], message: String
  ) throws {
    try expectRefusal(arguments, message, in: ScratchFolder())
  }
}
