import DataFiles
import Distribution
import Experiments
internal import FeedMetrics
import Foundation
internal import ReportKit
internal import RunStore
internal import Stochastics
internal import Studies
import Synchronization
internal import SyntheticSociety
import TestSupport
import Testing

@Suite struct WorkerTests {
  private let folder: TestFolder
  private let plan: WorkPlan
  private let expected: String

  init() throws {
    folder = try TestFolder()
    let experiment = try town(worlds: 5)
    plan = try WorkPlan([ExperimentStudy(experiment)], in: folder.store)
    expected = try Self.local(experiment).json
  }

  /// What one machine finds.
  private static func local(_ experiment: Experiment) throws -> ExperimentResults {
    let intercepts = experiment.intercepts()
    return try experiment.results(intercepts: intercepts) { run, _ in madeUp(run) }
  }

  @Test(arguments: [1, 2, 7, 10, 13])
  func `shards in any order give the results of one machine`(count: Int) throws {
    for shard in (0..<count).reversed() { try work(plan, "\(shard)", of: count, in: folder.store) }
    try expectEqual(results(of: plan, in: folder.store)?.json, expected)
    try expectEqual(folder.files("results").count, 10)
  }

  @Test func `several workers may have the same shard at once`() throws {
    let (plan, store) = (plan, folder.store)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      #expect(throws: Never.self) { try work(plan, in: store, jobs: 1) }
    }
    try expectEqual(folder.files("results").count, 10)
    try expectEqual(results(of: plan, in: store)?.json, expected)
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/store").allSatisfy {
        !$0.contains("/.")
      })
  }

  /// A folder has the path of a result, which even root cannot read.
  @Test
  func `a result that cannot be read is reported, and neither missing nor simulated again`()
    throws
  {
    try work(plan, in: folder.store)
    let file = "\(folder.path)/store/\(try folder.files("results")[3])"
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    let message =
      "\(file): this result exists but cannot be read: Is a directory; make the store's files readable for"
      + " all its users (umask 022), or remove the file"
    let gathering = try Gathering(plan, in: folder.store)
    expectEqual(gathering.unreadable.map(\.description), [message])
    expectEqual(gathering.unreadable.map(\.failure), [.usage("\(message)")])
    #expect(gathering.parts[0].missing.isEmpty)
    let again = try work(plan, in: folder.store)
    expectEqual(again.simulated, 0)
    expectEqual(again.report.known, 9)
    expectEqual(again.report.unreadable.map(\.description), [message])
    let status = try PlanStatus(plan, in: folder.store)
    #expect((status.known, status.missing, status.unreadable.count) == (9, 0, 1))
  }

  @Test func `runs with results are not simulated again`() throws {
    let first = try work(plan, "0", of: 2, in: folder.store)
    expectEqual(first.report, Worker.Report(run: 5))
    try expectEqual(results(of: plan, in: folder.store), nil)
    let gathering = try Gathering(plan, in: folder.store)
    expectEqual(gathering.parts[0].missing.count, 5)
    expectEqual(gathering.parts[0].known, 5)
    let missing = try #require(try gathering.missing(in: folder.store))
    expectEqual(missing.parent, plan.id)
    expectEqual(
      missing.units, plan.units.indices.filter { !$0.isMultiple(of: 2) }.map { plan.units[$0] })
    try expectEqual(work(missing, in: folder.store).simulated, 5)
    try expectEqual(results(of: plan, in: folder.store)?.json, expected)
    try expectEqual(results(of: missing, in: folder.store)?.json, expected)
    try expectEqual(work(plan, in: folder.store).report, Worker.Report(run: 0, known: 10))
    try expectEqual(Gathering(plan, in: folder.store).missing(in: folder.store), nil)
  }

  @Test func `status counts by looking`() throws {
    try expectEqual(PlanStatus(plan, in: folder.store).missing, 10)
    try work(plan, "1", of: 5, in: folder.store)
    let status = try PlanStatus(plan, in: folder.store)
    #expect((status.units, status.known, status.failed, status.missing) == (10, 2, 0, 8))
    #expect(abs(status.missingSeconds - 8 * plan.units[0].cost) < 1e-9)
  }

  @Test func `a result that is none of its unit counts as missing, is put aside and made again`()
    throws
  {
    try work(plan, in: folder.store)
    let files = try folder.files("results").map { "\(folder.path)/store/\($0)" }
    // Foreign: whole, but of another unit.
    let foreign = try Data(contentsOf: URL(filePath: files[0]))
    try foreign.write(to: URL(filePath: files[1]))
    // Damaged: a digit of a number is another.
    var text = try String(contentsOf: URL(filePath: files[2]), encoding: .utf8)
    text = text.replacing(#""support":10"#, with: #""support":11"#, maxReplacements: 1)
    try Data(text.utf8).write(to: URL(filePath: files[2]))
    // Cut off.
    try foreign.prefix(100).write(to: URL(filePath: files[3]))
    let gathering = try Gathering(plan, in: folder.store)
    expectEqual(gathering.parts[0].missing.count, 3)
    expectEqual(gathering.parts[0].damaged.sorted(), Array(files[1...3]))
    try expectEqual(work(plan, in: folder.store).report, Worker.Report(run: 3, known: 7))
    try expectEqual(results(of: plan, in: folder.store)?.json, expected)
    for file in files[1...3] {
      #expect(FileManager.default.fileExists(atPath: "\(file).damaged-1"))
    }
  }

  /// Checksums are no signatures: whoever may write to the store can make them fit.
  @Test(arguments: [
    // Of another world, without a metric, and with numbers that nothing measures.
    (#""world":"#, #""world":7"#), (#""like_rate":"#, #""unlike_rate":"#),
    (#""support":10"#, #""support":-10"#), (#""value":"#, #""value":1e99,"was":"#),
  ])
  func `nor does a result count whose checksum fits and that cannot be one of the run`(
    found: String, replacement: String
  ) throws {
    try work(plan, in: folder.store)
    let file = "\(folder.path)/store/\(try folder.files("results")[2])"
    let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
    let parts = try #require(
      text.wholeMatch(
        of: #/\{"checksum":"[0-9a-f]{64}","outcome":(.*)(,"unit":"[0-9a-f]{64}"\}\n)/#))
    let outcome = String(parts.1).replacing(found, with: replacement)
    try #require(outcome != parts.1)
    let checksum = SHA256.hexDigest(of: outcome)
    try Data(#"{"checksum":"\#(checksum)","outcome":\#(outcome)\#(parts.2)"#.utf8)
      .write(to: URL(filePath: file))
    try expectEqual(Gathering(plan, in: folder.store).parts[0].damaged, [file])
    try expectEqual(PlanStatus(plan, in: folder.store).missing, 1)
    try expectEqual(work(plan, in: folder.store).report, Worker.Report(run: 1, known: 9))
    try expectEqual(results(of: plan, in: folder.store)?.json, expected)
  }

  @Test func `other files in the folder are ignored`() throws {
    let other = try WorkPlan([ExperimentStudy(try town(seed: 8))], in: folder.store)
    try work(other, in: folder.store)
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/store/results/zz", withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(filePath: "\(folder.path)/store/results/zz/x.json"))
    try work(plan, in: folder.store)
    try expectEqual(results(of: plan, in: folder.store)?.json, expected)
  }

  @Test func `two results of a unit are both kept, and reported`() throws {
    // Both begin before either has ended, so that neither finds the other's results.
    let begun = Atomic(0)
    let reports = Mutex<[Worker.Report]>([])
    let (plan, store) = (plan, folder.store)
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      let report = try? work(plan, "0", of: 10, in: store, jobs: 1) { run in
        begun.add(1, ordering: .sequentiallyConsistent)
        while begun.load(ordering: .sequentiallyConsistent) < 2 {}
        var other = run
        other.seed += UInt64(number)
        return madeUp(other)
      }.report
      if let report { reports.withLock { $0.append(report) } }
    }
    let conflicts = reports.withLock { $0.flatMap(\.conflicts) }
    expectEqual(conflicts.count, 1)
    let files = try folder.files("results")
    expectEqual(files.count, 2)
    #expect(files.contains { $0.contains(".conflict-") })
    try expectEqual(Gathering(plan, in: store).conflicts, conflicts)
  }

  @Test
  func
    `the failure of a unit is published, and its world excluded under all arms`()
    throws
  {
    let metric = "like_rate"
    let report = try work(plan, in: folder.store) { run throws(ExperimentFailure) in
      guard run.arm.name == "affinity", run.world == 3 else { return madeUp(run) }
      throw .notFinite(
        metric: metric, run: RunInProgress(arm: "affinity", world: 3), value: .nan)
    }.report
    expectEqual(report, Worker.Report(run: 10, failed: 1))
    // It is a result, which nobody tries again.
    try expectEqual(
      work(plan, in: folder.store).report, Worker.Report(run: 0, known: 10, failed: 1))
    let part = try Gathering(plan, in: folder.store).parts[0]
    expectEqual(
      part.failures,
      [
        "arm 'affinity' in world 3: world 3 of arm 'affinity': like_rate is nan, which is not a"
          + " finite number"
      ])
    expectEqual(part.lostWorlds, [3])
    guard let results = part.finding?.results as? ExperimentResults else {
      Issue.record("no results")
      return
    }
    expectEqual(results.design.worlds, 4)
    expectEqual(results.outcomes.map(\.world), [0, 1, 2, 4, 0, 1, 2, 4])
    #expect(results.json.contains(#""lost_worlds": [3]"#))
    // The same as if there had never been that world.
    let whole = try Self.local(try town(worlds: 5))
    let difference = try #require(results.comparisons.first?.difference)
    let kept = zip(
      whole.outcomes.filter { $0.arm == "newest" }, whole.outcomes.filter { $0.arm == "affinity" }
    ).filter { $0.0.world != 3 }.map { pair in
      pair.1.value(of: results.design.metrics[0]).value! - pair.0.value(
        of: results.design.metrics[0]
      ).value!
    }
    #expect(abs(difference.mean - kept.reduce(0, +) / 4) < 1e-12)
  }

  @Test func `no unit is begun that would not end in time`() throws {
    // Each costs 0.003 s by the plan, and 0 s are left.
    let report = try work(plan, in: folder.store, deadline: 0)
    expectEqual(report.simulated, 0)
    expectEqual(report.report, Worker.Report(left: 10))
    try expectEqual(work(plan, in: folder.store, deadline: 3600).report, Worker.Report(run: 10))
  }

  @Test func `a stopped worker ends the units under way and begins no others`() throws {
    let shard = try Shard("0", of: 1, environment: [:])
    let holder = Mutex<Worker?>(nil)
    let worker = try Worker(plan, shard: shard, in: folder.store) { run, _ in
      holder.withLock { $0?.stop() }
      return madeUp(run)
    }
    holder.withLock { $0 = worker }
    try expectEqual(worker.work(jobs: 1), Worker.Report(run: 1, left: 9))
    try expectEqual(folder.files("results").count, 1)
    holder.withLock { $0 = nil }
  }

  @Test func `a retry does not help with a read-only store`() throws {
    let store = WorkStore(path: "\(folder.path)/file")
    try Data().write(to: URL(filePath: store.path))
    let refusal = failure { _ = try WorkPlan([ExperimentStudy(try town())], in: store) }
    guard case .usage(let message)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(message.text.hasPrefix("cannot write to \(store.path)/inputs: "))
  }
}
