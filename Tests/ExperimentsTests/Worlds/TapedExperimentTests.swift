import Experiments
import FeedMetrics
import Foundation
import OutsideRankers
import Scenarios
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// Experiments whose external rankers are recorded, and replayed without them. The hosts start no process.
@Suite struct TapedExperimentTests {
  private let folder: TestFolder
  private let newest = Arm(name: "newest", choices: [])
  /// A host that answers no request, with the digest of those that do.
  private let absent = FailingHost(end: (0, 1))

  init() throws { folder = try TestFolder() }

  private func experiment(
    _ arms: Arm..., use: TapeUse.Direction? = nil, worlds: Int = 2, rest: String = ""
  ) throws -> Experiment {
    let text = """
      feedlab: 1
      name: taped
      seed: 7
      world: {members: 30, days: 1, warm-up: 0.25}
      arms: {newest: {home: recency}}
      \(rest)
      """
    let scenario = try Scenario.parse(Array(text.utf8), file: "taped.yml").replacingArms(arms)
    var experiment = Experiment(scenario, worlds: worlds, metrics: MetricCatalogue.core)
    experiment.tapes = use.map { TapeUse($0, folder.path) }
    return experiment
  }

  /// Intercepts that were not solved, which takes longer than the worlds: people act, and posts have likes.
  private static let intercepts = {
    var intercepts = SolvedIntercepts()
    (intercepts.open, intercepts.like, intercepts.usualUtility) = (-1, -1, 0)
    return intercepts
  }()

  private func run(
    _ experiment: Experiment, jobs: Int = 1, store: (any OutcomeStore)? = nil
  ) throws -> ExperimentResults {
    try experiment.run(
      jobs: jobs, monitor: ExperimentMonitor(), intercepts: Self.intercepts, store: store,
      simulate: experiment.simulator(hasScopes: true))
  }

  private var files: [String] {
    get throws {
      try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".tape") }.sorted()
    }
  }

  /// An arm in which every feed is ordered by the host, and home's order is changed inside of FeedLab.
  private func everywhere(_ host: FailingHost) -> Arm {
    let hosted = RankerSettings(HostedRanker.command, host: host)
    return Arm(
      name: "mine",
      choices: Surface.allCases.map { surface in
        (
          surface,
          surface == .home ? RankerSettings(DiversityRanker.descriptor, of: hosted) : hosted
        )
      })
  }

  @Test(arguments: [
    "", "ab: {antithetic: true, primary: none}", "behaviour: {refreshing: {pull: 0.5}}",
  ])
  func `a replayed experiment is the recorded one, without its ranker, with any number of jobs`(
    rest: String
  ) throws {
    let recorded = try run(
      experiment(newest, everywhere(FailingHost()), use: .record, rest: rest), jobs: 2)
    try expectEqual(recorded, run(experiment(newest, everywhere(FailingHost()), rest: rest)))
    let tapes = try files
    expectEqual(tapes.count, Surface.allCases.count * (rest.contains("antithetic") ? 4 : 2))
    #expect(tapes.contains("mine/home-1.tape"))
    let count = RequestCount()
    let silent = FailingHost(end: (0, 1), count: count)
    for jobs in [1, 2] {
      try expectEqual(
        run(experiment(newest, everywhere(silent), use: .replay, rest: rest), jobs: jobs), recorded)
    }
    expectEqual(count.value, 0)
  }

  @Test func `pages that a ranker serves come with what was left out of them`() throws {
    func arm(_ host: ServingHost) -> Arm {
      Arm(name: "mine", choices: [(.home, RankerSettings(HostedRanker.command, host: host))])
    }
    let served = try experiment(newest, arm(ServingHost()), use: .record, worlds: 1)
    let recorded = try run(served)
    let replayed = try run(
      experiment(newest, arm(ServingHost(isAbsent: true)), use: .replay, worlds: 1))
    expectEqual(replayed, recorded)
  }

  @Test func `pages by offsets are replayed too`() throws {
    func arm(_ host: FailingHost) -> Arm {
      var app = AppSettings()
      app.paging = .offset
      return Arm(
        name: "mine", choices: [(.home, RankerSettings(HostedRanker.command, host: host))],
        app: app)
    }
    let recorded = try run(experiment(newest, arm(FailingHost()), use: .record, worlds: 1))
    try expectEqual(run(experiment(newest, arm(absent), use: .replay, worlds: 1)), recorded)
  }

  @Test func `the arms of a live test have tapes each`() throws {
    func tested(_ host: FailingHost, _ use: TapeUse.Direction) throws -> ExperimentResults {
      var experiment = try experiment(
        newest, .hosted("mine", by: host), use: use, worlds: 1)
      try experiment.addLiveTests(.userSplit())
      return try run(experiment)
    }
    let recorded = try tested(FailingHost(), .record)
    try expectEqual(
      files, ["mine with newest (user-split)/home-candidate-0.tape", "mine/home-0.tape"])
    try expectEqual(tested(absent, .replay), recorded)
  }

  @Test func `a run whose outcome is known is simulated again where its tape is missing`() throws {
    let store = MemoryStore()
    let mine = Arm.hosted("mine", by: FailingHost())
    let results = try run(experiment(newest, mine), store: store)
    try expectEqual(run(experiment(newest, mine, use: .record), store: store), results)
    try expectEqual(files, ["mine/home-0.tape", "mine/home-1.tape"])
    // Whole tapes are not recorded again.
    let absent = Arm.hosted("mine", by: absent)
    try expectEqual(run(experiment(newest, absent, use: .record), store: store), results)
    // Worlds whose outcomes are known need no tape.
    try FileManager.default.removeItem(atPath: "\(folder.path)/mine")
    try expectEqual(run(experiment(newest, absent, use: .replay), store: store), results)
  }

  private func failure(_ host: FailingHost, _ use: TapeUse.Direction) -> String? {
    #expect(throws: ExperimentFailure.self) {
      try run(experiment(newest, .hosted("mine", by: host), use: use))
    }?.description.replacing(folder.path, with: "tapes")
  }

  @Test func `a run that fails leaves no tape, and those that finished stay`() throws {
    expectEqual(
      failure(FailingHost(end: (1, 5)), .record),
      "world 1 of arm 'mine': mine.py ended at request 5")
    try expectEqual(files, ["mine/home-0.tape"])
    expectEqual(
      failure(absent, .replay),
      "world 1 of arm 'mine': the tape tapes/mine/home-1.tape does not exist; \(TapeFault.remedy)")
  }

  @Test func `a tape of another run, and one that was cut short, are refused by name`() throws {
    _ = try run(experiment(newest, .hosted("mine", by: FailingHost()), use: .record))
    let path = "\(folder.path)/mine/home-0.tape"
    var other = FailingHost()
    other.digest = "another"
    expectEqual(
      failure(other, .replay),
      "world 0 of arm 'mine': tapes/mine/home-0.tape is the tape of another run: another scenario, seed, arm,"
        + " simulation or world; \(TapeFault.remedy)")
    let bytes = try Data(contentsOf: URL(filePath: path))
    try folder.write([UInt8](bytes.dropLast()), to: "mine/home-0.tape")
    expectEqual(
      failure(absent, .replay),
      "world 0 of arm 'mine': the tape tapes/mine/home-0.tape was cut short, or has something behind its end;"
        + " \(TapeFault.remedy)")
    try folder.write("dear diary\n", to: "mine/home-0.tape")
    expectEqual(
      failure(FailingHost(), .record),
      "world 0 of arm 'mine': tapes/mine/home-0.tape is no tape of FeedLab; remove it, or name another folder"
    )
  }
}

/// A host that serves ten posts a refresh, most of which cannot be on the page.
private struct ServingHost: RankerHost {
  /// Whether it does not start.
  var isAbsent = false

  var name: String { "pages.py" }
  var digest: String { "pages" }
  var features: FeatureSet { [] }
  var kind: RankerKind { .serve }

  func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane {
    if isAbsent { throw RankerFailure("pages.py does not start") }
    return Lane()
  }

  private final class Lane: RankerLane {
    func serve(_ request: ServeRequest) -> ServedPage {
      ServedPage((0..<10).map { PostID($0 * 50) })
    }
  }
}
