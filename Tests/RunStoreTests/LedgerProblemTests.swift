import Experiments
import Foundation
import GRDB
import RunStore
import Synchronization
internal import SyntheticSociety
import TestSupport
import Testing

/// Ledgers that are broken, locked or somebody else's: the results are there all the same.
@Suite struct LedgerProblemTests {
  @Test func `a file of garbage is set aside under a free name`() throws {
    let folder = try TestFolder()
    let garbage = Data(String(repeating: "x", count: 5000).utf8)
    for number in 1...2 {
      try garbage.write(to: URL(filePath: folder.ledger))
      let outcome = try folder.run(try experiment())
      expectEqual(outcome.simulated, 6)
      expectEqual(
        outcome.problems,
        [
          "\(folder.ledger) is not a readable ledger (file is not a database); it was renamed to"
            + " ledger.sqlite.damaged-\(number), and a new ledger was begun"
        ])
      try expectEqual(
        Data(contentsOf: URL(filePath: folder.ledger + ".damaged-\(number)")), garbage)
      try expectEqual(folder.run(try experiment()).simulated, 0)
    }
  }

  @Test func `runs of a service without a version are not saved, which is said once`() throws {
    let folder = try TestFolder()
    let service = "mine: {home: {ranker: url, url: 'http://a/rank', reads: [likes]}}"
    for simulated in [6, 3] {
      let outcome = try folder.run(try experiment(arms: service))
      #expect(outcome.simulated == simulated && outcome.known == 0)
      expectEqual(
        outcome.problems,
        [
          "runs of arm 'mine' are not saved, and the next command simulates them again: the ranker http://a/rank has no"
            + " version; write 'version: 1' beside its url, and raise it whenever the service changes"
        ])
    }
    let named = service.replacing("reads:", with: "version: 1, reads:")
    for simulated in [3, 0] {
      let outcome = try folder.run(try experiment(arms: named))
      #expect(outcome.simulated == simulated && outcome.problems == [])
    }
  }

  @Test func `runs of a command whose code is in no file are not saved`() throws {
    let folder = try TestFolder()
    let command = "mine: {home: {ranker: command, command: [sh, -s], reads: [likes]}}"
    for simulated in [6, 3] {
      let outcome = try folder.run(try experiment(arms: command))
      #expect(outcome.simulated == simulated && outcome.known == 0)
      expectEqual(
        outcome.problems,
        [
          "runs of arm 'mine' are not saved, and the next command simulates them again: no file has the code of the ranker"
            + " sh -s, since a program outside of the scenario's folder may run any; write 'files: [mine.py]' beside its"
            + " command, with every file of it"
        ])
    }
    let text = command.replacing("-s", with: "-c, exit")
    for simulated in [3, 0] {
      let outcome = try folder.run(try experiment(arms: text))
      #expect(outcome.simulated == simulated && outcome.problems == [])
    }
  }

  @Test func `runs whose pages are replayed are known by their tapes`() throws {
    let folder = try TestFolder()
    let service = "mine: {home: {ranker: url, url: 'http://a/rank', reads: [likes]}}"
    var replayed = try experiment(arms: service)
    replayed.tapes = TapeUse(.replay, "\(folder.path)/tapes")
    try folder.write("one", to: "tapes/mine/home-0.tape")
    for simulated in [6, 0] {
      let outcome = try folder.run(replayed)
      #expect(outcome.simulated == simulated && outcome.problems == [])
    }
    // Another tape is of other pages, and so is one more.
    try folder.write("two", to: "tapes/mine/home-0.tape")
    for simulated in [3, 0] { try expectEqual(folder.run(replayed).simulated, simulated) }
    try folder.write("two", to: "tapes/mine/home-1.tape")
    for simulated in [3, 0] { try expectEqual(folder.run(replayed).simulated, simulated) }
    // Other files of the folder and tapes of other arms are nothing to it.
    try folder.write("two", to: "tapes/mine/notes.txt")
    try folder.write("two", to: "tapes/other/home-0.tape")
    try expectEqual(folder.run(replayed).simulated, 0)
    // With a version, pages are those of the ranker.
    var named = try experiment(arms: service.replacing("reads:", with: "version: 1, reads:"))
    named.tapes = replayed.tapes
    for simulated in [3, 0] { try expectEqual(folder.run(named).simulated, simulated) }
    named.tapes = nil
    try expectEqual(folder.run(named).simulated, 0)
  }

  @Test func `an empty file is a ledger that holds nothing yet`() throws {
    let folder = try TestFolder()
    try Data().write(to: URL(filePath: folder.ledger))
    let outcome = try folder.run(try experiment())
    expectEqual(outcome.problems, [])
    try expectEqual(folder.run(try experiment()).simulated, 0)
  }

  @Test func `a ledger of which the end is missing is set aside`() throws {
    let folder = try TestFolder()
    _ = try folder.run(try experiment(worlds: 20))
    let whole = try Data(contentsOf: URL(filePath: folder.ledger))
    // Whole pages, and a part of one.
    for length in [whole.count / 2, 4096 * 3, 5000, 50] {
      try whole.prefix(length).write(to: URL(filePath: folder.ledger))
      let outcome = try folder.run(try experiment(worlds: 20))
      expectEqual(outcome.simulated, 40, "\(length)")
      expectEqual(outcome.problems.count, 1, "\(length): \(outcome.problems)")
      #expect(outcome.problems[0].contains("; it was renamed to ledger.sqlite.damaged-"))
      expectEqual(outcome.results, (try results(of: try experiment(worlds: 20)).results))
    }
  }

  @Test func `another program's database is set aside`() throws {
    let folder = try TestFolder()
    let other = try DatabaseQueue(path: folder.ledger)
    try other.write { try $0.execute(sql: "CREATE TABLE mine (x)") }
    try other.close()
    let outcome = try folder.run(try experiment())
    expectEqual(
      outcome.problems,
      [
        "\(folder.ledger) is not a readable ledger (it is another program's database); it was"
          + " renamed to ledger.sqlite.damaged-1, and a new ledger was begun"
      ])
  }

  @Test func `a newer ledger is left unchanged`() throws {
    let folder = try TestFolder()
    _ = try folder.run(try experiment())
    try change(folder, "PRAGMA user_version = 9")
    let before = try Data(contentsOf: URL(filePath: folder.ledger))
    let outcome = try folder.run(try experiment())
    expectEqual(outcome.simulated, 6)
    expectEqual(
      outcome.problems,
      [
        "a newer FeedLab wrote the ledger \(folder.ledger) (schema 9, this one reads 1); the ledger is"
          + " left unchanged, and no world is stored: use the newer FeedLab, or another folder with --out"
      ])
    try expectEqual(Data(contentsOf: URL(filePath: folder.ledger)), before)
  }

  @Test func `a run that does not match its checksum is simulated again and replaced`() throws {
    let folder = try TestFolder()
    let first = try folder.run(try experiment())
    try change(
      folder, "UPDATE run SET outcome = replace(outcome, '\"world\":1', '\"world\":2')")
    let outcome = try folder.run(try experiment())
    expectEqual(outcome.simulated, 2)
    expectEqual(outcome.results, first.results)
    expectEqual(
      outcome.problems,
      [
        "2 runs in the ledger \(folder.ledger) did not match their checksums and were simulated again"
      ])
    try expectEqual(folder.run(try experiment()).simulated, 0)
    try change(folder, "UPDATE run SET checksum = 'x' WHERE rowid = 1")
    try expectEqual(
      folder.run(try experiment()).problems,
      [
        "1 run in the ledger \(folder.ledger) did not match its checksum and was simulated again"
      ])
  }

  @Test func `results do not need a ledger that another process has locked`() throws {
    let folder = try TestFolder()
    let first = try folder.run(try experiment(worlds: 1))
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    let other = try DatabaseQueue(path: folder.ledger, configuration: configuration)
    try other.write { try $0.execute(sql: "CREATE TABLE mine (x)") }
    let outcome = try folder.run(try experiment(worlds: 1))
    expectEqual(outcome.simulated, 2)
    expectEqual(outcome.results, first.results)
    expectEqual(
      outcome.problems,
      [
        "cannot read the ledger \(folder.ledger) (database is locked); its worlds are simulated again",
        "could not store 2 runs in the ledger \(folder.ledger) (database is locked); the same"
          + " command would simulate them again",
      ])
    try other.close()
  }

  @Test func `runs that could not be stored for a while are stored later`() throws {
    let folder = try TestFolder()
    _ = try folder.run(try experiment(worlds: 1))
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.ledger, configuration: configuration)
    let writing = Mutex(try Writing(other))
    // Another program writes until the last world begins.
    let outcome = try folder.run(try experiment(worlds: 5)) { run in
      if run.world == 4 { writing.withLock { $0.end() } }
    }
    expectEqual(outcome.known, 1)
    expectEqual(outcome.simulated, 8)
    expectEqual(outcome.problems, [])
    try expectEqual(folder.run(try experiment(worlds: 5)).simulated, 0)
  }

  @Test func `results do not need a ledger that cannot be made`() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.ledger, withIntermediateDirectories: false)
    let outcome = try folder.run(try experiment(worlds: 1))
    expectEqual(outcome.simulated, 2)
    expectEqual(
      outcome.problems,
      [
        "cannot read the ledger \(folder.ledger) (unable to open database file); its worlds are"
          + " simulated again",
        "could not store 2 runs in the ledger \(folder.ledger) (unable to open database file); the"
          + " same command would simulate them again",
      ])
  }

  @Test func `one run that is not stored is reported in the singular`() {
    let problem = LedgerProblem.unkept(path: "l", runs: 1, reason: "database or disk is full")
    expectEqual(
      problem.description,
      "could not store 1 run in the ledger l (database or disk is full); the same command would"
        + " simulate it again")
  }

  private func change(_ folder: TestFolder, _ sql: String) throws {
    let queue = try DatabaseQueue(path: folder.ledger)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }
}

/// A transaction that is open until it is ended.
private struct Writing: ~Copyable {
  private let queue: DatabaseQueue
  private var isOpen = true

  init(_ queue: DatabaseQueue) throws {
    self.queue = queue
    try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
  }

  mutating func end() {
    guard isOpen else { return }
    isOpen = false
    try? queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
  }
}
