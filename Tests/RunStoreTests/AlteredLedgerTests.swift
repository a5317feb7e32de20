import DataFiles
import Experiments
import FeedMetrics
import Foundation
import GRDB
import RunStore
internal import SyntheticSociety
import TestSupport
import Testing

/// Ledgers that somebody changed: what does not agree is simulated again, or not reported, and nothing ends the program.
@Suite struct AlteredLedgerTests {
  private let folder: TestFolder
  private let results: ExperimentResults

  init() throws {
    folder = try TestFolder()
    results = try folder.run(try experiment()).results
  }

  /// What is done to the database, and why it is no ledger then.
  private static let refused = cases(
    """
    ALTER TABLE experiment DROP COLUMN version => its table experiment has no column version
    ALTER TABLE run RENAME COLUMN outcome TO income => its table run has no column outcome
    ALTER TABLE run ADD COLUMN note TEXT => its table run is not as FeedLab makes it
    DROP TABLE experiment_life => it has no table experiment_life
    ALTER TABLE run RENAME TO runs; CREATE VIEW run AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS life, i AS world FROM n =>
      its run is a view, not a table
    CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END => it has a trigger 't', and a ledger has none
    """)

  @Test(arguments: refused)
  func `a database whose tables are others is set aside`(sql: String, reason: String) throws {
    try change(sql)
    expectEqual(unreadable(), "\(reason); another run of the experiment sets it aside")
    let again = try folder.run(try experiment())
    expectEqual(
      again.problems,
      [
        "\(folder.ledger) is not a readable ledger (\(reason)); it was renamed to"
          + " ledger.sqlite.damaged-1, and a new ledger was begun"
      ])
    expectEqual(again.results, results)
    expectEqual(unreadable(), nil)
  }

  @Test func `views and indexes that somebody added are left alone`() throws {
    try change("CREATE VIEW mine AS SELECT * FROM value; CREATE INDEX i ON run (kept_at)")
    try expectEqual(folder.run(try experiment()).simulated, 0)
    expectEqual(unreadable(), nil)
  }

  /// What is done to the rows, and why the experiment cannot be read then.
  @Test(
    arguments: cases(
      """
      UPDATE experiment SET design = replace(design, '0.05', '0.5') => table experiment: the design does not match its checksum
      UPDATE experiment SET design = replace(design, '"worlds":3', '"worlds":2') =>
        table experiment: the design does not match its checksum
      UPDATE experiment_life SET place = 5 - place => table experiment: the design does not match its checksum
      UPDATE experiment SET digest = 'x' => table experiment: the design does not match its checksum
      UPDATE experiment SET digest = x'00ff' => its table experiment has a value of another kind in digest
      UPDATE experiment SET design = x'00ff' => its table experiment has a value of another kind in design
      UPDATE experiment SET version = x'00ff' => its table experiment has a value of another kind in version
      UPDATE experiment SET asked_at = x'00ff' => its table experiment has a value of another kind in asked_at
      UPDATE life SET digest = x'00ff' WHERE id = 1 => its table life has a value of another kind in digest
      UPDATE experiment SET realism = '{"statistics":[]}' => table experiment: the realism card does not match its checksum
      UPDATE run SET outcome = x'00ff' WHERE world = 0 => its table run has a value of another kind in outcome
      UPDATE run SET checksum = x'00ff' WHERE world = 0 => its table run has a value of another kind in checksum
      UPDATE run SET outcome = outcome || ' ' WHERE world = 1 => table run: arm 'newest' in world 1 does not match its checksum
      """))
  func `an experiment that does not agree is reported, and recorded anew`(
    sql: String, reason: String
  ) throws {
    try change(sql)
    expectEqual(unreadable(), "experiment 1: \(reason); run it again to record it anew")
    let again = try folder.run(try experiment())
    expectEqual(again.results, results)
    expectEqual(unreadable(), nil)
  }

  /// The rows of two experiments with one design: the series of the other one are those of another program.
  @Test func `an experiment with another checksum gets its own back, and stays one row`() throws {
    _ = try folder.run(try experiment(), build: "two")
    try change("UPDATE experiment SET digest = id || digest")
    try expectEqual(numbers(), [nil, nil])
    _ = try folder.run(try experiment())
    try expectEqual(numbers(), [1, nil])
    _ = try folder.run(try experiment(), build: "two")
    try expectEqual(numbers(), [1, 2])
    // A second row of the experiment, which programs made before.
    try change(
      """
      INSERT INTO experiment (digest, scenario, worlds, version, build, design, asked_at)
        SELECT 'x', scenario, worlds, version, build, design, asked_at FROM experiment WHERE id = 1;
      INSERT INTO experiment_life SELECT 3, place, life FROM experiment_life WHERE experiment = 1
      """)
    try expectEqual(numbers(), [1, 2, nil])
    try expectEqual(folder.run(try experiment()).results, results)
    try expectEqual(numbers(), [2, 3])
  }

  /// The numbers of the experiments, in order, `nil` for those that cannot be read.
  private func numbers() throws -> [Int?] {
    try LedgerContents(path: folder.ledger).records.sorted { $0.number < $1.number }
      .map { try? $0.entry.get().number }
  }

  /// What is put in place of what in a design whose checksum fits, and what is wrong then.
  @Test(
    arguments: [
      (#""alpha":0.05"#, #""alpha":1"#, "alpha is 1.0"),
      (#""alpha":0.05"#, #""alpha":"nan""#, "alpha is nan"),
      (
        #"{"relative":{"_0":0.01}}}"#, #"{"relative":{"_0":-1}}}"#,
        "the margin of like_rate is -1.0"
      ),
      (#""members":60"#, #""members":-1"#, "the number of members is -1"),
      (#""days":1,"#, #""days":1e300,"#, "the number of days is 1e+300"),
      (#""warmUpDays":0.25"#, #""warmUpDays":1"#, "the number of days of the warm-up is 1.0"),
      (#""sampledMembers":"#, #""sampledMembers":-"#, "the number of sampled members is -"),
      (
        #""worlds":3"#, #""worlds":2"#,
        "the number of worlds is 2, but the first look has another"
      ),
      (
        #""plan":{"fixed":{"_0":3}}"#, #""plan":{"looks":{"first":3,"most":1000001}}"#,
        "the plan is of 3 to 1000001 worlds"
      ),
      (
        #""plan":{"fixed":{"_0":3}}"#,
        #""plan":{"precise":{"_0":{"first":3,"metric":"m","most":9,"size":0}}}"#,
        "the half-width of m is 0.0"
      ),
      (
        #""arms":["newest","affinity"]"#, #""arms":["newest","newest"]"#,
        "arm 'newest' is there twice"
      ),
      (#""arms":["newest","affinity"]"#, #""arms":["newest","x"]"#, "the scenario has no arm 'x'"),
      (#""arms":["newest","affinity"]"#, #""arms":[]"#, "it has no arm"),
      (
        #""baseline":"newest""#, #""baseline":"affinity""#,
        "the baseline 'affinity' is not the first arm"
      ),
      (#""resolvedScenario":""#, #""resolvedScenario":"x"#, "the scenario cannot be read"),
      (#""guardrails":[]"#, #""guardrails":["a","a"]"#, "metric 'a' is tested twice"),
      (#""activity":"#, #""activity":-"#, "the exogenous totals are "),
      (
        #"{"target":{"_0":1}}"#, #"{"target":{"_0":1e200}}"#,
        "the target of group_exposure_ratio is 1e+200"
      ),
      (
        #""id":"group_exposure_ratio""#, #""id":"creator_exposure_gini""#,
        "metric 'creator_exposure_gini' is there twice"
      ),
      (
        #""hasYardsticks":false"#, #""hasYardsticks":false,"lostWorlds":[1]"#, "worlds are excluded"
      ),
      (
        #""hasYardsticks":false"#,
        #""hasYardsticks":false,"liveDesign":{"switchback":{"every":0,"washout":0}}"#,
        "live tests switch every 0.0 seconds, with a washout of 0.0"
      ),
      (
        #""hasYardsticks":false"#,
        #""hasYardsticks":false,"liveDesign":{"userSplit":{"share":2}}"#,
        "the share of its live tests is 2.0"
      ),
    ])
  func `a design that no experiment has is reported, though its checksum fits`(
    old: String, new: String, problem: String
  ) throws {
    try changeDesign { design in
      #expect(design.contains(old), "\(old)")
      return design.replacing(old, with: new, maxReplacements: 1)
    }
    let reason = try #require(unreadable())
    #expect(reason.hasPrefix("experiment 1: table experiment: in the design \(problem)"))
    #expect(reason.hasSuffix("; run it again to record it anew"))
  }

  /// What is put in place of what in all outcomes, whose checksums fit.
  @Test(
    arguments: [
      (#""support":10,"#, #""support":-1,"#), (#""value":"#, #""value":1e300"#),
      (#""value":"#, #""value":5e-324"#),
      (#""like_rate""#, #""like_rates""#), (#""posts":0"#, #""posts":-1"#),
      (#""events":0"#, #""events":9000000000000000000"#), (#""arrivals":0"#, #""arrivals":"nan""#),
      (
        #""digest""#,
        #""curves":{"authors":0,"exposure":[1],"impressions":0,"posts":0,"published":[],"shown":[],"youngerThan":[]},"digest""#
      ),
      (
        #""digest""#,
        #""activity":{"follows":[0],"looks":[],"opens":[0],"posts":[0],"rhythm":[1]},"digest""#
      ),
      (
        #""digest""#,
        #""looks":[{"memberDays":1,"tables":[{"dimension":"look","levels":["a"],"sums":[]}]}],"digest""#
      ),
      (#""digest""#, #""groups":{"baseline":{},"candidate":{}},"digest""#),
      (
        #""scopes":[]"#,
        #""scopes":[{"scope":{"kind":"day","name":"0","place":0},"values":[1]}]"#
      ),
    ])
  func `outcomes that the design cannot have are simulated again, though their checksums fit`(
    old: String, new: String
  ) throws {
    let isValue = new.hasPrefix(old + "1e") || new.hasPrefix(old + "5e")
    try changeOutcomes { outcome in
      #expect(isValue || outcome.contains(old), "\(old)")
      return isValue
        ? outcome.replacing(/"value":-?[0-9.e+-]+/) { _ in new }
        : outcome.replacing(old, with: new)
    }
    expectEqual(
      unreadable(),
      "experiment 1: table run: arm 'newest' in world 0 does not match its checksum; run it again to record it anew"
    )
    let again = try folder.run(try experiment())
    expectEqual(again.simulated, 6)
    expectEqual(again.results, results)
    expectEqual(
      again.problems,
      [
        "6 runs in the ledger \(folder.ledger) did not match their checksums and were simulated again"
      ])
    expectEqual(unreadable(), nil)
  }

  @Test func `intercepts that do not agree are reported, and solved again without a run`() throws {
    let experiment = try experiment(worlds: 1)
    let folder = try TestFolder()
    let ledger = Ledger(folder: folder.path, experiment: experiment, build: "one")
    let results = try experiment.run(jobs: 2, store: ledger)
    ledger.close()
    let whole = StoredText(results.intercepts).text
    let (altered, other) = (
      "experiment 1: table life: the intercepts do not match their checksum; run it again to record it anew",
      "experiment 1: its table life has a value of another kind in intercepts; run it again to record it anew"
    )
    for (sql, text, reason) in [
      ("intercepts = x'00ff'", whole, other), ("intercepts = intercepts || ' '", whole, altered),
      ("checksum = NULL", whole, altered),
      (
        "intercepts = :text, checksum = :checksum",
        whole.replacing(#""likeRates":["#, with: #""likeRates":[-1,"#), altered
      ),
      (
        "intercepts = :text, checksum = :checksum",
        whole.replacing(#""usualUtility":"#, with: #""usualUtility":1e99,"x":"#), altered
      ),
    ] {
      let queue = try DatabaseQueue(path: folder.ledger)
      try queue.write { database in
        try database.execute(
          sql: "UPDATE life SET \(sql)",
          arguments: sql.contains(":text")
            ? ["text": text, "checksum": SHA256.hexDigest(of: Array(text.utf8))] : [])
      }
      try queue.close()
      expectEqual(unreadable(folder.ledger), reason)
      let again = Ledger(folder: folder.path, experiment: experiment, build: "one")
      expectEqual(again.intercepts, nil)
      expectEqual(again.knownWorlds, 1)
      again.keep(results.intercepts)
      again.close()
      expectEqual(unreadable(folder.ledger), nil)
    }
  }

  /// A ledger whose name leaves no room for the names of SQLite's further files, which is as if the folder could not be
  /// written to, also for the superuser.
  @Test func `a ledger is read where no file can be made beside it, if all of it is there`() throws
  {
    let path = "\(folder.path)/" + String(repeating: "l", count: 252)
    try FileManager.default.copyItem(atPath: folder.ledger, toPath: path)
    let entry = try #require(try LedgerContents(path: path).entries.first)
    expectEqual(entry.completeWorlds, 3)
    #expect(try LedgerContents(path: path).results(of: entry) != nil)
    try expectEqual(folder.entries.count, 2)
  }

  // MARK: -

  /// Why the results of the first experiment cannot be read.
  private func unreadable(_ path: String? = nil) -> String? {
    let path = path ?? folder.ledger
    do throws(UnreadableLedger) {
      let contents = try LedgerContents(path: path)
      for record in contents.records {
        _ = try contents.results(of: try record.entry.get())
      }
      return nil
    } catch {
      expectEqual(error.description, "cannot read the ledger \(path): \(error.reason)")
      return error.reason
    }
  }

  private func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: folder.ledger)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  private func changeDesign(_ change: (String) -> String) throws {
    let queue = try DatabaseQueue(path: folder.ledger)
    try queue.write { database in
      let old = try String.fetchOne(database, sql: "SELECT design FROM experiment") ?? ""
      let series = try String.fetchAll(
        database,
        sql: "SELECT digest FROM experiment_life JOIN life ON id = life ORDER BY place")
      let design = change(old)
      let checksum = SHA256.hexDigest(of: Array(([design] + series).joined(separator: "\n").utf8))
      try database.execute(
        sql: "UPDATE experiment SET design = ?, digest = ?", arguments: [design, checksum])
    }
    try queue.close()
  }

  private func changeOutcomes(_ change: (String) -> String) throws {
    let queue = try DatabaseQueue(path: folder.ledger)
    try queue.write { database in
      for row in try Row.fetchAll(database, sql: "SELECT rowid, outcome FROM run") {
        let text = change(row["outcome"])
        try database.execute(
          sql: "UPDATE run SET outcome = ?, checksum = ? WHERE rowid = ?",
          arguments: [text, SHA256.hexDigest(of: Array(text.utf8)), row["rowid"] as Int])
      }
    }
    try queue.close()
  }
}
