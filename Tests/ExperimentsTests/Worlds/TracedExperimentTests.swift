import Experiments
import Foundation
import TestSupport
import Testing

/// Experiments that write traces.
@Suite struct TracedExperimentTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(component: "feedlab-traced-\(UUID())")

  @Test func `a single arm's trace is the path itself, with the digest of its run`() throws {
    defer { remove() }
    var experiment = Experiment(measuring: try scenario(), arms: ["affinity"], worlds: 2)
    try experiment.trace(to: path("one"), world: 1)
    let outcomes = try experiment.run(jobs: 2).outcomes
    #expect(try files(in: "one").contains("impressions.csv"))
    try expectEqual(entry("digest", of: "one"), outcomes[1].digest)
    try expectEqual(entry("arm", of: "one"), "affinity")
    try expectEqual(files(in: "."), ["one"])
  }

  @Test func `several arms have a trace each, and the reference rankers none`() throws {
    defer { remove() }
    var experiment = Experiment(measuring: try scenario(), arms: ["newest", "affinity"], worlds: 1)
    try experiment.addReferenceRankers()
    try experiment.trace(to: path("all"))
    let outcomes = try experiment.run(jobs: 2).outcomes
    try expectEqual(files(in: "all"), ["affinity", "newest"])
    try expectEqual(entry("digest", of: "all/newest"), outcomes[0].digest)
    try expectEqual(entry("digest", of: "all/affinity"), outcomes[1].digest)
  }

  @Test func `a database has the arm's name before its extension`() throws {
    defer { remove() }
    var experiment = Experiment(measuring: try scenario(), arms: ["newest", "random"], worlds: 1)
    try experiment.trace(to: path("all.v1.sqlite"))
    _ = try experiment.run(jobs: 1)
    try expectEqual(files(in: "."), ["all.v1-newest.sqlite", "all.v1-random.sqlite"])
  }

  @Test func `a trace changes no result`() throws {
    defer { remove() }
    var experiment = Experiment(try scenario(), worlds: 1)
    let without = try experiment.run(jobs: 2)
    try experiment.trace(to: path("t"))
    try expectEqual(experiment.run(jobs: 2), without)
  }

  @Test func `a cancelled experiment leaves no trace of finished runs`() throws {
    var experiment = Experiment(measuring: try scenario(), arms: ["newest"], worlds: 1000)
    try experiment.trace(to: path("t"))
    #expect(!FileManager.default.fileExists(atPath: folder.path()))
    let monitor = ExperimentMonitor()
    // The traced world is simulated first, and its trace is hidden by then.
    let watcher = Thread {
      while monitor.progress.finishedRuns < 2 { Thread.sleep(forTimeInterval: 0.001) }
      monitor.cancel()
    }
    watcher.start()
    #expect(throws: ExperimentFailure.self) { try experiment.run(jobs: 1, monitor: monitor) }
    #expect(!FileManager.default.fileExists(atPath: folder.path()))
  }

  @Test func `a path that is taken meanwhile ends the experiment`() throws {
    defer { remove() }
    var experiment = Experiment(measuring: try scenario(), arms: ["newest"], worlds: 1)
    try experiment.trace(to: path("t"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: folder.appending(component: "t"))
    let failure = #expect(throws: ExperimentFailure.self) { try experiment.run(jobs: 1) }
    expectEqual(
      failure?.description,
      "cannot write the trace \(path("t")): something else than a trace is there")
    try expectEqual(files(in: "."), ["t"])
  }

  @Test func `a world that there is not is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var experiment = Experiment(try scenario(), worlds: 2)
      try experiment.trace(to: "t", world: 2)
    }
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path() }

  private func files(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  /// A text of a trace's `run.json`.
  private func entry(_ key: String, of trace: String) throws -> String? {
    let data = try Data(contentsOf: folder.appending(path: trace + "/run.json"))
    return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?[key] as? String
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }
}
