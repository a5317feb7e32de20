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
      A scenario to test the statistics with: its baseline is compared with itself in disjoint worlds. No \
      other result is computed.
      """, valueName: "file"), completion: .scenario)
  var scenario: String?
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

/// Reproduces known results, as a validation of the simulator.
struct SelftestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "selftest",
    abstract: "Reproduce known results of the kernel, the behaviours and the statistics.",
    discussion: """
      Prints each result with its source, target, observed value, interval, and pass or fail. The exit \
      code is 2 when a result is not reproduced.

      Examples:
        feedlab selftest
        feedlab selftest behaviour --quick
        feedlab selftest K4 B1
        feedlab selftest stats --scenario my.yml
      """)

  @Argument(
    help: "kernel, behaviour, stats, or ids of results, such as K4; all of them when none.",
    completion: .list(Self.knownNames))
  var names: [String] = []

  @OptionGroup(title: OptionSection.what) var tested: TestedScenarios

  @OptionGroup(title: OptionSection.howSure) var samples: SampleOptions

  @OptionGroup(title: OptionSection.output) var report: ReportOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of results to compute in parallel.", valueName: "n"))
  var jobs: Int?

  func run() throws {
    if let jobs, jobs < 1 {
      throw CommandFailure.usage("--jobs \(jobs): expected a number of threads from 1 up")
    }
    let result = try outcome(of: SelfTestPlan(try tested.scenario.map(ownChecks) ?? checks()))
    try StandardStream.output.write(report.render(result.document))
    if result.failures > 0 { throw CommandFailure.notReproduced(result.conclusion) }
  }

  private static let knownNames =
    SelfTestSuite.allCases.map(\.rawValue) + SelfTestCatalogue.all.map(\.id)

  /// The named results, in the order of the table.
  private func checks() throws -> [any SelfCheck] {
    let all = SelfTestCatalogue.all
    let known = Self.knownNames
    for name in names where !known.contains(name) {
      throw CommandFailure.unknownName(name, kind: "result or suite", at: "selftest", among: known)
    }
    guard !names.isEmpty else { return all }
    return all.filter { check in
      names.contains(check.id) || check.suites.contains { names.contains($0.rawValue) }
    }
  }

  /// The results on a custom scenario.
  private func ownChecks(_ file: String) throws -> [any SelfCheck] {
    guard names == [SelfTestSuite.stats.rawValue], !samples.quick else {
      throw CommandFailure.usage(
        "--scenario: expected 'selftest stats' with nothing else; --pairs says how many worlds")
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

  private func outcome(of plan: SelfTestPlan) throws -> SelfTestReport {
    CrashNotice.install()
    let setting = SelfTestSetting(
      share: samples.quick ? SelfTestSetting.quickShare : 1, scenarios: tested.scenarios,
      digestElsewhere: DigestProcess(CommandEnvironment.current).digest)
    let stream = StandardStream.error
    let hasProgress = !report.quiet && !report.noProgress && stream.isCapable
    defer { if hasProgress { stream.rewriteLine("") } }
    do throws(SelfTestFailure) {
      return try plan.run(
        setting, jobs: threads
      ) { progress in
        if hasProgress { stream.rewriteLine(Self.line(progress)) }
      }
    } catch {
      switch error {
      case .scenario(let invalid): throw CommandFailure.invalid([invalid])
      case .process, .experiment: throw CommandFailure.unfinished(error.description)
      }
    }
  }

  private static func line(_ progress: SelfTestPlan.Progress) -> String {
    let underWay = progress.underWay.joined(separator: ", ")
    let counts = "\(progress.finished)/\(progress.checks) checks"
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
