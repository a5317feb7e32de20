import DataFiles
import Experiments
import Foundation
import RunStore
import SocialFeed
import Synchronization
import SyntheticSociety
import TestSupport
import Testing

/// Folders whose results are packed into segments, wherever that ends.
@Suite struct PackingTests {
  private let folder: TestFolder
  private let keys: [RunKey]

  init() throws {
    folder = try TestFolder()
    let experiment = try experiment()
    let maker = RunKeys(experiment, build: nil, hasScopes: true)
    let run = try #require(experiment.run(of: "newest", world: 0, SolvedIntercepts()))
    let series = maker.series(of: run)
    keys = (0..<40).map { RunKey(series, world: UInt32($0)) }
  }

  private var store: FolderRunStore { FolderRunStore(path: "\(folder.path)/results") }

  private func outcome(_ world: Int) -> WorldOutcome { madeUp(arm: "newest", world: world) }

  /// Keeps the first so many results.
  private func fill(_ count: Int = 40) throws {
    for world in 0..<count { try store.keep(.outcome(outcome(world)), of: keys[world]) }
  }

  /// An arm with candidates of its own meets other norms where others are usual.
  @Test func `a run in a community with another pool has another key`() throws {
    let experiment = try experiment()
    let maker = RunKeys(experiment, build: nil, hasScopes: false)
    var run = try #require(experiment.run(of: "newest", world: 0, SolvedIntercepts()))
    let key = maker.key(of: run)
    run.parameters.pool.audience = .everyone
    #expect(maker.key(of: run) != key)
    run.parameters.pool = .standard
    expectEqual(maker.key(of: run), key)
  }

  private func files(_ suffix: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/results").filter {
      $0.hasSuffix(suffix)
    }.sorted()
  }

  /// How many of the results a store gives back as they were kept.
  private func known(by store: FolderRunStore) -> Int {
    keys.indices.count { world in
      if case .known(let known) = store.knowledge(of: keys[world]) {
        known == outcome(world)
      } else {
        false
      }
    }
  }

  @Test func `what killed workers left in a folder is removed by the next that writes there`()
    throws
  {
    let left = "\(keys[0].digest.prefix(2))/.feedlab-\(UUID())"
    try folder.write("half", to: "results/\(left)")
    try store.keep(.outcome(outcome(0)), of: keys[0])
    try expectEqual(files("").filter { $0.contains("feedlab") }, [])
    expectEqual(known(by: store), 1)
  }

  @Test func `many results become few files, which give back the same`() throws {
    try fill()
    let before = store
    expectEqual(known(by: before), 40)
    // Each result has some 7 kB.
    try expectEqual(store.pack(from: 40, segmentLength: 100_000), 40)
    #expect(try files(".json").isEmpty)
    #expect((2...10).contains(try files(".jsonl").count))
    for file in try files(".jsonl") {
      let bytes = try Data(contentsOf: URL(filePath: "\(folder.path)/results/\(file)"))
      expectEqual(file, "segments/\(SHA256.hexDigest(of: Array(bytes))).jsonl")
    }
    expectEqual(known(by: before), 40)
    expectEqual(known(by: store), 40)
  }

  @Test func `fewer than many stay as they are`() throws {
    try fill()
    try expectEqual(store.pack(from: 41), 0)
    try expectEqual(files(".json").count, 40)
    #expect(try files(".jsonl").isEmpty)
  }

  /// Stops before each step of a packing in turn, as a crash would; who had looked before, who looks then for
  /// the first time and who packs again find each result.
  @Test func `nothing is lost wherever a packing ends`() throws {
    try fill()
    var steps = 0
    _ = try store.pack(from: 1, segmentLength: 60_000) { _ in
      steps += 1
      return false
    }
    expectEqual(steps, 1)
    var stops = 0
    while true {
      let before = store
      _ = before.knowledge(of: keys[0])
      var left = 5
      var last: FolderRunStore.PackingStep?
      _ = try store.pack(from: 1, segmentLength: 60_000) { step in
        last = step
        left -= 1
        return left >= 0
      }
      guard left < 0 else { break }
      stops += 1
      expectEqual(known(by: before), 40, "stopped before \(String(describing: last))")
      expectEqual(known(by: store), 40, "stopped before \(String(describing: last))")
      // What a crash leaves of a segment that was being written has no name that counts.
      try Data("half".utf8).write(
        to: URL(filePath: "\(folder.path)/results/segments/.half-\(stops)"))
    }
    #expect(stops >= 8)
    #expect(try files(".json").isEmpty)
    expectEqual(known(by: store), 40)
  }

  @Test
  func `a packing that is stopped before the first removal leaves both, and the next removes`()
    throws
  {
    try fill(3)
    _ = try store.pack(from: 1) { step in if case .remove = step { false } else { true } }
    try expectEqual(files(".json").count, 3)
    try expectEqual(files(".jsonl").count, 1)
    try expectEqual(store.pack(from: 1), 3)
    #expect(try files(".json").isEmpty)
    // The same lines once: nothing was packed twice.
    try expectEqual(files(".jsonl").count, 1)
  }

  @Test func `a packed result is not published again, and a different result is kept beside it`()
    throws
  {
    try fill(3)
    let before = store
    _ = before.knowledge(of: keys[0])
    try store.pack(from: 1)
    for store in [before, store] {
      try expectEqual(store.keep(.outcome(outcome(1)), of: keys[1]), .known)
    }
    #expect(try files(".json").isEmpty)
    let publication = try store.keep(.outcome(outcome(2)), of: keys[1])
    guard case .conflict(let path) = publication else {
      Issue.record("\(publication)")
      return
    }
    expectEqual(store.conflicts(of: keys), [path])
    guard case .known(outcome(1)) = store.knowledge(of: keys[1]) else {
      Issue.record("the first result counts")
      return
    }
    // A file that came between a look and the packing is a conflict too.
    let key = keys[0].digest
    let file = "\(folder.path)/results/\(key.prefix(2))/\(key).json"
    let other = FolderRunStore(path: "\(folder.path)/others")
    try other.keep(.outcome(outcome(7)), of: keys[0])
    try FileManager.default.copyItem(
      atPath: file.replacing("/results/", with: "/others/"), toPath: file)
    try store.pack(from: 1)
    expectEqual(store.conflicts(of: keys).count, 2)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `a line that is damaged gives way to a file, and the next packing heals it`() throws {
    try fill(3)
    try store.pack(from: 1)
    let segment = "\(folder.path)/results/\(try files(".jsonl")[0])"
    let text = try String(contentsOf: URL(filePath: segment), encoding: .utf8)
    let lines = text.split(separator: "\n")
    let line = try #require(lines.first { $0.contains(keys[1].digest) })
    let broken = line.replacing("\"support\":10", with: "\"support\":11", maxReplacements: 1)
    try Data(text.replacing(line, with: broken).utf8).write(to: URL(filePath: segment))
    guard case .damaged(let path) = store.knowledge(of: keys[1]) else {
      Issue.record("it is damaged")
      return
    }
    expectEqual(path, segment)
    try expectEqual(store.keep(.outcome(outcome(1)), of: keys[1]), .new)
    expectEqual((0..<3).count { isKnown($0) }, 3)
    try expectEqual(store.pack(from: 1), 1)
    #expect(try files(".json").isEmpty)
    expectEqual((0..<3).count { isKnown($0) }, 3)
  }

  private func isKnown(_ world: Int) -> Bool {
    if case .known(let known) = store.knowledge(of: keys[world]) {
      known == outcome(world)
    } else {
      false
    }
  }

  @Test func `a file that is not a result is not packed`() throws {
    try fill(3)
    let key = keys[2].digest
    let file = "\(folder.path)/results/\(key.prefix(2))/\(key).json"
    try Data("half".utf8).write(to: URL(filePath: file))
    try expectEqual(store.pack(from: 1), 2)
    try expectEqual(files(".json").count, 1)
    guard case .damaged(file) = store.knowledge(of: keys[2]) else {
      Issue.record("it is damaged")
      return
    }
  }
}
