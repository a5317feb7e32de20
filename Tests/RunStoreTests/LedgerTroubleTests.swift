import Experiments
import Foundation
import GRDB
import RunStore
import Synchronization
internal import SyntheticSociety
import Testing

/// Ledgers that are broken, locked or somebody else's: the results are there all the same.
@Suite struct LedgerTroubleTests {
  @Test func `a file of garbage is set aside under a free name`() throws {
    let folder = try ScratchFolder()
    let garbage = Data(String(repeating: "x", count: 5000).utf8)
    for number in 1...2 {
      try garbage.write(to: URL(filePath: folder.ledger))
      let outcome = try folder.live(try experiment())
      #expect(outcome.lived == 6)
      #expect(
        outcome.said == [
          "\(folder.ledger) is no ledger that can be read (file is not a database); it is called"
            + " ledger.sqlite.damaged-\(number) now, and a new ledger is begun"
        ])
      #expect(
        try Data(contentsOf: URL(filePath: folder.ledger + ".damaged-\(number)")) == garbage)
      #expect(try folder.live(try experiment()).lived == 0)
    }
  }

  @Test func `an empty file is a ledger that holds nothing yet`() throws {
    let folder = try ScratchFolder()
    try Data().write(to: URL(filePath: folder.ledger))
    let outcome = try folder.live(try experiment())
    #expect(outcome.said == [])
    #expect(try folder.live(try experiment()).lived == 0)
  }

  @Test func `a ledger of which the end is missing is set aside`() throws {
    let folder = try ScratchFolder()
    _ = try folder.live(try experiment(worlds: 20))
    let whole = try Data(contentsOf: URL(filePath: folder.ledger))
    // Whole pages, and a part of one.
    for length in [whole.count / 2, 4096 * 3, 5000, 50] {
      try whole.prefix(length).write(to: URL(filePath: folder.ledger))
      let outcome = try folder.live(try experiment(worlds: 20))
      #expect(outcome.lived == 40, "\(length)")
      #expect(outcome.said.count == 1, "\(length): \(outcome.said)")
      #expect(outcome.said[0].contains("; it is called ledger.sqlite.damaged-"))
      #expect(outcome.results == (try results(of: try experiment(worlds: 20)).results))
    }
  }

  @Test func `another program's database is set aside`() throws {
    let folder = try ScratchFolder()
    let other = try DatabaseQueue(path: folder.ledger)
    try other.write { try $0.execute(sql: "CREATE TABLE mine (x)") }
    try other.close()
    let outcome = try folder.live(try experiment())
    #expect(
      outcome.said == [
        "\(folder.ledger) is no ledger that can be read (it is another program's database); it is"
          + " called ledger.sqlite.damaged-1 now, and a new ledger is begun"
      ])
  }

  @Test func `a newer ledger is left as it is`() throws {
    let folder = try ScratchFolder()
    _ = try folder.live(try experiment())
    try change(folder, "PRAGMA user_version = 9")
    let before = try Data(contentsOf: URL(filePath: folder.ledger))
    let outcome = try folder.live(try experiment())
    #expect(outcome.lived == 6)
    #expect(
      outcome.said == [
        "\(folder.ledger) is the ledger of a newer FeedLab (schema 9, this one has 1); it is left as"
          + " it is, and no world is kept: use that FeedLab, or another folder with --out"
      ])
    #expect(try Data(contentsOf: URL(filePath: folder.ledger)) == before)
  }

  @Test func `a run that is not what was kept lives again and is replaced`() throws {
    let folder = try ScratchFolder()
    let first = try folder.live(try experiment())
    try change(
      folder, "UPDATE run SET outcome = replace(outcome, '\"world\":1', '\"world\":2')")
    let outcome = try folder.live(try experiment())
    #expect(outcome.lived == 2)
    #expect(outcome.results == first.results)
    #expect(
      outcome.said == [
        "the ledger \(folder.ledger) held 2 runs that did not agree with their checksums and were"
          + " lived through again"
      ])
    #expect(try folder.live(try experiment()).lived == 0)
    try change(folder, "UPDATE run SET checksum = 'x' WHERE rowid = 1")
    #expect(
      try folder.live(try experiment()).said == [
        "the ledger \(folder.ledger) held 1 run that did not agree with its checksum and was lived"
          + " through again"
      ])
  }

  @Test func `a ledger that somebody else has for himself is done without`() throws {
    let folder = try ScratchFolder()
    let first = try folder.live(try experiment(worlds: 1))
    var configuration = Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    let other = try DatabaseQueue(path: folder.ledger, configuration: configuration)
    try other.write { try $0.execute(sql: "CREATE TABLE mine (x)") }
    let outcome = try folder.live(try experiment(worlds: 1))
    #expect(outcome.lived == 2)
    #expect(outcome.results == first.results)
    #expect(
      outcome.said == [
        "the ledger \(folder.ledger) cannot be read now (database is locked); worlds that it holds"
          + " are lived through again",
        "the ledger \(folder.ledger) could not keep 2 runs (database is locked); what came of them"
          + " is in the results, and the same command would live through them again",
      ])
    try other.close()
  }

  @Test func `what could not be kept for a while is kept later`() throws {
    let folder = try ScratchFolder()
    _ = try folder.live(try experiment(worlds: 1))
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.ledger, configuration: configuration)
    let writing = Mutex(try Writing(other))
    // Another program writes until the last world begins.
    let outcome = try folder.live(try experiment(worlds: 5)) { run in
      if run.world == 4 { writing.withLock { $0.end() } }
    }
    #expect(outcome.known == 1)
    #expect(outcome.lived == 8)
    #expect(outcome.said == [])
    #expect(try folder.live(try experiment(worlds: 5)).lived == 0)
  }

  @Test func `a ledger where no file can be is done without`() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.ledger, withIntermediateDirectories: false)
    let outcome = try folder.live(try experiment(worlds: 1))
    #expect(outcome.lived == 2)
    #expect(
      outcome.said == [
        "the ledger \(folder.ledger) cannot be read now (unable to open database file); worlds that"
          + " it holds are lived through again",
        "the ledger \(folder.ledger) could not keep 2 runs (unable to open database file); what came"
          + " of them is in the results, and the same command would live through them again",
      ])
  }

  @Test func `one run that is not kept is told in the singular`() {
    let trouble = LedgerTrouble.unkept(path: "l", runs: 1, reason: "database or disk is full")
    #expect(
      trouble.description
        == "the ledger l could not keep 1 run (database or disk is full); what came of it is in the"
        + " results, and the same command would live through it again")
  }

  private func change(_ folder: ScratchFolder, _ sql: String) throws {
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
