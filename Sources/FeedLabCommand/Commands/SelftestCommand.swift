internal import ArgumentParser
internal import DataFiles
internal import Foundation
internal import Reports
internal import Scenarios
internal import SelfTest
internal import Studies

/// Which scenarios are tested.
struct TestedScenarios: ParsableArguments {
  @Option(
    help: ArgumentHelp("The folder of the scenarios that come with FeedLab.", valueName: "dir"),
    completion: .directory)
  var scenarios = "scenarios"

  @Option(
    help: ArgumentHelp(
      """
      A scenario to test the statistics with: its baseline is compared with itself in disjoint worlds. With \
      realism: a scenario whose world is compared with published figures. Nothing else is computed.
      """, valueName: "file"), completion: .scenario)
  var scenario: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Draws every random sample of the checks again; the tolerances allow for it: in one of a hundred seeds at \
      most a result is not reproduced.
      """, valueName: "n"))
  var seed: UInt32 = 0
}

/// How large the samples of a self-test are.
struct SampleOptions: ParsableArguments {
  @Flag(help: "Use a tenth of each sample, with matching tolerances: under two minutes.")
  var quick = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Pairs of worlds of the baseline of --scenario, 8 for each test. Default: as many as flag a metric that \
      truly rejects 15 % of its tests with a power of 80 %; some 1,100.
      """, valueName: "n"))
  var pairs: Int?
}

/// How a comparison with published figures ends.
struct RealismOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      """
      With realism: exit with 2 when a figure is outside its tolerance. With studies: when one is not reproduced.
      """))
  var strict = false
}

/// Reproduces known results, as a validation of the simulator.
struct SelftestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Reproduce known results of the kernel, the behaviours and the statistics.",
    discussion: """
      Prints each result with its source, target, observed value, interval, and pass or fail. The exit \
      code is 2 when a result is not reproduced.

      'selftest realism' compares worlds with published figures of real communities instead: the default \
      community, each preset and the calibrated scenario. Its exit code is 0 whatever is outside its \
      tolerance, unless --strict is given.

      'selftest studies' repeats published studies of feeds in worlds made like theirs, and reports which results \
      are reproduced, have the direction only, are not reproduced, or cannot be expressed.

      Examples:
        feedlab selftest
        feedlab selftest realism --format markdown
        feedlab selftest studies --quick
        feedlab selftest behaviour --quick
        feedlab selftest K4 B1
        feedlab selftest stats --scenario my.yml
      """)

  @Argument(
    help:
      "kernel, behaviour, stats, or ids of results, such as K4. Default: all of these. Or only realism or studies.",
    completion: .list(Self.knownNames + Self.comparisonNames))
  var names: [String] = []

  @OptionGroup(title: OptionSection.what) var tested: TestedScenarios

  @OptionGroup(title: OptionSection.howSure) var samples: SampleOptions

  @OptionGroup(title: OptionSection.howSure) var realism: RealismOptions

  @OptionGroup(title: OptionSection.output) var report: ReportOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of results to compute in parallel.", valueName: "n"))
  var jobs: Int?

  func run() throws {
    if let jobs, jobs < 1 {
      throw CommandFailure.usage("--jobs \(jobs): expected a number of threads from 1 up")
    }
    if names.contains(Self.realismName) { return try compareWithFigures() }
    if names.contains(Self.studiesName) { return try repeatStudies() }
    if realism.strict {
      throw CommandFailure.usage(
        "--strict: expected 'selftest realism' or 'selftest studies'; other results always decide")
    }
    let result = try outcome(of: SelfTestPlan(try tested.scenario.map(ownChecks) ?? checks()))
    try StandardStream.output.write(report.render(result.document))
    if result.failures > 0 { throw CommandFailure.notReproduced("\(result.conclusion)") }
  }

  private static let realismName = "realism"
  private static let studiesName = "studies"
  private static let comparisonNames = [realismName, studiesName]

  private static let knownNames =
    SelfTestSuite.allCases.map(\.rawValue) + SelfTestCatalogue.all.map(\.id)

  /// The named results, in the order of the table.
  private func checks() throws -> [any SelfCheck] {
    let all = SelfTestCatalogue.all
    let known = Self.knownNames
    for name in names where !known.contains(name) {
      throw CommandFailure.unknownName(
        name, kind: "result or suite", at: "selftest", among: known + Self.comparisonNames)
    }
    guard !names.isEmpty else { return all }
    return all.filter { check in
      names.contains(check.id) || check.suites.contains { names.contains($0.rawValue) }
    }
  }

  /// The results on a custom scenario.
  private func ownChecks(_ file: String) throws -> [any SelfCheck] {
    guard names == [SelfTestSuite.stats.rawValue], !samples.quick, tested.seed == 0 else {
      throw CommandFailure.usage(
        "--scenario: expected 'selftest stats' with nothing else; --pairs sets how many worlds")
    }
    if let pairs = samples.pairs, !(ScenarioAlarmsCheck.pairsPerTest...100_000).contains(pairs) {
      throw CommandFailure.usage(
        "--pairs \(pairs): expected a number from \(ScenarioAlarmsCheck.pairsPerTest) to 100,000")
    }
    return [
      ScenarioAlarmsCheck(try Scenario.load(file: file), pairs: samples.pairs, jobs: threads)
    ]
  }

  private var threads: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Compares worlds with published figures.
  private func compareWithFigures() throws {
    guard names.count == 1, samples.pairs == nil else {
      throw CommandFailure.usage("realism: expected no other name, and no --pairs")
    }
    let result = try watched { setting, report throws(SelfTestFailure) in
      RealismPlan(try worlds(setting), replications: RealismPlan.replications(setting))
        .run(jobs: threads) { report($0, "runs") }
    }
    try StandardStream.output.write(report.render(result.document))
    if realism.strict && !result.isInside {
      throw CommandFailure.notReproduced("\(result.conclusions.joined(separator: "; "))")
    }
  }

  /// Repeats published studies.
  private func repeatStudies() throws {
    guard names.count == 1, samples.pairs == nil, tested.scenario == nil else {
      throw CommandFailure.usage("studies: expected no other name, no --pairs, and no --scenario")
    }
    let result = try watched { setting, report throws(SelfTestFailure) in
      StudiesPlan(replications: StudiesPlan.replications(setting))
        .run(setting, jobs: threads) { report($0, "replications") }
    }
    try StandardStream.output.write(report.render(result.document))
    if realism.strict && result.count(.notReproduced) > 0 {
      throw CommandFailure.notReproduced("\(result.conclusion)")
    }
  }

  /// The worlds to compare: only the one of --scenario, if it is given.
  private func worlds(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [RealismWorld] {
    guard let file = tested.scenario else { return try RealismWorld.all(setting) }
    do throws(InvalidScenario) {
      return [RealismWorld(try Scenario.load(file: file))]
    } catch {
      throw .scenario(error)
    }
  }

  private func outcome(of plan: SelfTestPlan) throws -> SelfTestReport {
    try watched { setting, report throws(SelfTestFailure) in
      try plan.run(setting, jobs: threads) { report($0, "checks") }
    }
  }

  /// Does work with a line of progress.
  ///
  /// - Parameter work: Gets the setting, and what shows progress in a unit in the plural.
  private func watched<Result>(
    _ work: (
      SelfTestSetting, @escaping @Sendable (SelfTestPlan.Progress, String) -> Void
    ) throws(SelfTestFailure) -> Result
  ) throws -> Result {
    CrashNotice.install()
    let setting = SelfTestSetting(
      share: samples.quick ? SelfTestSetting.quickShare : 1, seed: tested.seed,
      scenarios: tested.scenarios,
      digestElsewhere: DigestProcess(CommandEnvironment.current).digest)
    let stream = StandardStream.error
    let hasProgress = !report.quiet && !report.noProgress && stream.isCapable
    defer { if hasProgress { stream.rewriteLine("") } }
    do throws(SelfTestFailure) {
      return try work(setting) { progress, unit in
        if hasProgress { stream.rewriteLine(Self.line(progress, unit)) }
      }
    } catch {
      switch error {
      case .scenario(let invalid): throw CommandFailure.invalid([invalid])
      case .process: throw CommandFailure.unfinished("\(error)")
      case .experiment(let failure): throw CommandFailure.experiment(failure, "\(error)")
      }
    }
  }

  private static func line(_ progress: SelfTestPlan.Progress, _ unit: String) -> String {
    let underWay = progress.underWay.joined(separator: ", ")
    let counts = "\(progress.finished)/\(progress.checks) \(unit)"
    return underWay.isEmpty ? counts : "\(counts)  \(underWay)"
  }
}

/// Prints the digest of the self-test's world, for another process that compares it with its own.
struct SelftestDigestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest-digest", abstract: "Print the digest of the self-test's world.",
    shouldDisplay: false)

  func run() throws { try StandardStream.output.write(DigestWorld.digest() + "\n") }
}

/// This program in another process with a different hash seed.
private struct DigestProcess {
  /// The switch by which Swift's hash tables have the same seed in every process.
  private static let fixedHashing = "SWIFT_DETERMINISTIC_HASHING"

  private let program: URL?
  private let variables: [String: String]

  init(_ environment: CommandEnvironment) {
    program = environment.program
    variables = environment.variables.filter { $0.key != Self.fixedHashing }
  }

  @Sendable func digest() throws(SelfTestFailure) -> String {
    let process = Process()
    process.executableURL = program
    process.arguments = [SelftestDigestCommand._commandName]
    process.environment = variables
    let answer = Pipe()
    process.standardOutput = answer
    do {
      try process.run()
    } catch {
      throw SelfTestFailure.process("cannot start \(name) again: \(error.reason)")
    }
    let text = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw SelfTestFailure.process("\(name) ended with \(process.terminationStatus)")
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private var name: String { program?.lastPathComponent ?? "feedlab" }
}
