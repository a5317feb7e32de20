internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import Scenarios
internal import SocialFeed
internal import Studies
internal import SyntheticSociety

/// The page that a ranker is to rank.
struct RankedPageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The arm whose ranker orders the page. Default: the only arm of the scenario that is not its baseline.",
      valueName: "arm"), completion: .arm)
  var arm: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The member who opens the feed.", valueName: "number"))
  var viewer: Int?

  @Option(
    help: ArgumentHelp(
      "The time of the page from the start of the world, such as 5d12h.", valueName: "time"))
  var at: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of the world. Default: 0.", valueName: "n"))
  var world: Int?

  @Option(
    help: ArgumentHelp(
      "The surface of the page. Default: the first on which arm and baseline have different rankers, or home.",
      valueName: "surface"), completion: .list(Surface.allCases.map(\.description)))
  var surface: String?

  @OptionGroup var dependence: DependenceOptions

  @Option(
    help: ArgumentHelp(
      "The saved request at which a ranker failed in a run. It is sent to the ranker again, without a simulation.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var request: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many posts the page has at most. Default: 20.", valueName: "n"))
  var limit: Int?
}

/// The further requests to the ranker of a page.
struct DependenceOptions: ParsableArguments {
  @Flag(
    help: """
      Show how much the posts' scores and positions depend on each feature: for each, the ranker ranks \
      again with the candidates' median in place of every value.
      """)
  var leaveOneOut = false
}

/// Asks a ranker of a scenario for one page.
struct RankCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rank",
    abstract: "Ask an arm's ranker for one page, and show its scores and features.",
    discussion: """
      Simulates a world under the arm until an instant, and shows the first page that the viewer would get then: each \
      post with its author, category and age, the score and the features that the ranker reads, or the other numbers \
      that it orders by. This works for any ranker and writes no files.

      --leave-one-out shows what each feature that the ranker reads does for this page. It costs a request for each \
      feature, and works for every ranker that scores candidates by features, whether it is FeedLab's or not.

      --request sends an external ranker again the exact request at which it failed: the file is written \
      when a run fails, and the message of the failure names it. The request is sent twice, the second \
      time with its candidates in reverse order. The exit code is 1 when the ranker fails again, and 70 \
      when it gives two orders.

      It needs a scenario and no results; 'feedlab explain --member' shows the feeds of two arms from the results of \
      'feedlab ab'.

      Examples:
        feedlab rank scenarios/quickstart.yml --arm affinity --viewer 17 --at 5d12h
        feedlab rank mine.yml --arm mine --viewer 17 --at 5d12h --leave-one-out
        feedlab rank mine.yml --arm mine --request reports/mine/failed-request.json
      """)

  @Argument(help: "A scenario file.", completion: .scenario)
  var scenario: String

  @OptionGroup(title: OptionSection.what) var asked: RankedPageOptions

  @OptionGroup(title: OptionSection.what) var settings: ScenarioSettings

  @OptionGroup(title: OptionSection.output) var form: FormatOptions

  func run() throws {
    let scenario = try Scenario.load(
      file: self.scenario, overrides: settings.overrides, tapes: nil,
      simulating: asked.arm.map { arm in { (_: Scenario) in [arm] } })
    if let file = asked.request { return try repeatRequest(file, in: scenario) }
    let arm = try arm(of: scenario)
    try StandardStream.output.write(form.render(page(of: arm, in: scenario).document))
  }

  /// The arm that `--arm` names, or the one that is compared with the baseline.
  private func arm(of scenario: Scenario) throws -> Arm {
    let names = scenario.arms.map(\.name)
    guard let name = asked.arm else {
      let others = names.filter { $0 != scenario.comparison.baseline }
      guard let only = others.isEmpty ? names.first : others.first, others.count <= 1 else {
        throw CommandFailure.usage(
          "--arm is missing; there are \(names.joined(separator: ", "))")
      }
      return scenario.arm(only)
    }
    guard names.contains(name) else {
      throw CommandFailure.unknownName(name, kind: "arm", at: "--arm", among: names)
    }
    return scenario.arm(name)
  }

  private func page(of arm: Arm, in scenario: Scenario) throws -> RankedPage {
    let (viewer, at) = try moment()
    let (world, limit) = (asked.world ?? 0, try limit)
    let worlds = WorldSpace.numbers
    guard worlds.contains(world) else {
      throw CommandFailure.usage(
        "--world \(world): expected the number of a world, from 0 to \(worlds.upperBound - 1)")
    }
    let experiment = Experiment(measuring: scenario, arms: [arm.name], worlds: 1)
    let time = try FeedLookup.time(at, days: experiment.design.days)
    let surface = try surface(of: arm, in: scenario)
    let found: Result<PeekedFeed, PeekedFeed.Refusal>
    do throws(ExperimentFailure) {
      found = try FeedLookup.simulate(arms: 1, quiet: false) { monitor throws(ExperimentFailure) in
        try experiment.peek(
          at: surface, of: viewer, at: time, limit: limit,
          hasDependence: asked.dependence.leaveOneOut,
          under: arm.name, world: world, monitor: monitor)
      }
    } catch {
      throw FeedLookup.failure(
        error, of: scenario, in: ResultFolderOptions.usualFolder(of: scenario.name))
    }
    let page = try FeedLookup.page(found, "--viewer", viewer.index, in: world, at: at)
    if asked.dependence.leaveOneOut {
      try FeedLookup.checkDependence(of: page, by: arm.ranker(of: surface))
    }
    return RankedPage(
      experiment.design, arm: arm, world: world, viewer: viewer, surface: surface, time: time,
      page: page)
  }

  private var limit: Int {
    get throws {
      let limit = asked.limit ?? 20
      guard (1...FeedRequest.pageSizeLimit).contains(limit) else {
        throw CommandFailure.usage(
          "--limit \(limit): expected a number of posts from 1 to \(FeedRequest.pageSizeLimit)")
      }
      return limit
    }
  }

  /// The viewer and the time, which have no default.
  private func moment() throws -> (viewer: MemberID, at: String) {
    guard let viewer = asked.viewer else {
      throw CommandFailure.usage(
        "--viewer is missing; it is the number of the member who opens the feed, such as --viewer 17"
      )
    }
    guard let at = asked.at else {
      throw CommandFailure.usage(
        "--at is missing; it is the time of the page, such as --at 5d12h")
    }
    guard (0..<Int(UInt32.max)).contains(viewer) else {
      throw CommandFailure.usage("--viewer \(viewer): expected the number of a member, from 0 up")
    }
    return (MemberID(viewer), at)
  }

  /// The surface that `--surface` names, or that on which the arm differs from the baseline.
  private func surface(of arm: Arm, in scenario: Scenario) throws -> Surface {
    if let name = asked.surface { return try FeedLookup.surface(name) }
    let baseline = scenario.arm(scenario.comparison.baseline)
    return ReferenceRanker.surfaces(of: [baseline, arm]).first ?? .home
  }
}

// MARK: - A request that failed

extension RankCommand {
  /// Asks for a saved request again, and fails as the ranker does.
  private func repeatRequest(_ file: String, in scenario: Scenario) throws {
    let others: [(String, Bool)] = [
      ("--viewer", asked.viewer != nil), ("--at", asked.at != nil),
      ("--world", asked.world != nil), ("--surface", asked.surface != nil),
      ("--leave-one-out", asked.dependence.leaveOneOut),
    ]
    if let (option, _) = others.first(where: \.1) {
      throw CommandFailure.usage("\(option) and --request: the file contains the request")
    }
    let saved = try SavedRequest.load(file: file)
    var command = self
    // The arm of the run, unless another one is named.
    if scenario.arms.contains(where: { $0.name == saved.arm }) {
      command.asked.arm = asked.arm ?? saved.arm
    }
    let arm = try command.arm(of: scenario)
    let host: SavedRequest.Host
    do throws(SavedRequest.Refusal) {
      host = try saved.host(among: arm.allRankers)
    } catch {
      switch error {
      case .noHost:
        throw CommandFailure.usage(
          "--arm '\(arm.name)': it has no external ranker to send the request to"
        )
      case .otherHosts(let names):
        throw CommandFailure.usage(
          "--request \(file): it is for the ranker '\(saved.request.ranker.name)'; arm '\(arm.name)' has"
            + " \(names.map { "'\($0)'" }.joined(separator: ", "))")
      }
    }
    let repeated = RepeatedRequest(saved, to: host, limit: try limit)
    try StandardStream.output.write(form.render(repeated.document))
    if let failure = repeated.failure {
      throw CommandFailure(
        exitCode: failure.isUnrepeatable ? .defect : .unfinished,
        message: CommandFailure.error("\(file): \(failure)"))
    }
  }
}
