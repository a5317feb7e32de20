internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import Foundation
internal import ReportKit
internal import RunStore
internal import Scenarios
internal import SocialFeed
internal import Studies
internal import SyntheticSociety

extension WorldParts {
  /// Throws for options that do not go together.
  func check(by dimension: LookDimension?) throws {
    if movers != nil, member != nil {
      throw CommandFailure.usage("--movers and --member show different things; use one of them")
    }
    if let name = movers != nil ? "--movers" : member != nil ? "--member" : nil, dimension != nil {
      throw CommandFailure.usage("--by and \(name) show different things; use one of them")
    }
    if let member {
      guard at != nil else {
        throw CommandFailure.usage(
          "--member \(member): --at is missing; it is the time of the feeds, such as --at 5d12h")
      }
      return
    }
    for (option, value) in [("--at", at), ("--surface", surface)] where value != nil {
      throw CommandFailure.usage("\(option) needs --member, whose feeds are shown")
    }
    if dependence.leaveOneOut {
      throw CommandFailure.usage("--leave-one-out needs --member, whose feeds are shown")
    }
    if scenario != nil, movers == nil {
      throw CommandFailure.usage("--scenario needs --movers or --member, which look into one world")
    }
    if world != nil, movers == nil {
      throw CommandFailure.usage("--world needs --movers or --member, which look into one world")
    }
  }

  /// The surface of the feeds.
  ///
  /// - Parameter arms: The arms whose rankers decide the default.
  func surface(of arms: [Arm]) throws -> Surface {
    let differing = ReferenceRanker.surfaces(of: arms)
    return try surface.map(FeedLookup.surface) ?? differing.first ?? .home
  }
}

/// What looks into one world.
extension ExplainCommand {
  /// The document on the members, creators or posts that moved the metric most.
  func movers(_ subject: LookSubject, of found: ExperimentResults) throws -> Document {
    let (baseline, candidate) = try arms(of: found)
    let metric = try metric(of: found)
    let repeated = try world(of: found, metric, candidate)
    let surfaces = ReferenceRanker.surfaces(of: [baseline, candidate].map(repeated.arm))
    let looks = try simulate(repeated) { monitor throws(ExperimentFailure) in
      try repeated.looks(
        ofEach: subject, surfaces: surfaces, under: [baseline, candidate], threads: Self.threads,
        monitor: monitor)
    }
    guard let movers = Movers(of: metric, baseline: looks[0], candidate: looks[1]) else {
      throw CommandFailure.unfinished(
        "\(experiment.results): \(metric.id) has no value in world \(repeated.world)")
    }
    return MoversExplanation(
      movers, of: found, candidate: candidate, world: repeated.world, call: call
    ).document
  }

  /// The document on two feeds of a member.
  ///
  /// - Parameter build: The digest of the program that simulated the results.
  func feeds(of member: Int, _ found: ExperimentResults, build: String) throws -> Document {
    let (baseline, candidate) = try arms(of: found)
    let time = try FeedLookup.time(shown.at ?? "", days: found.design.days)
    let metric = try metric == nil ? Explanation.usualMetric(of: found.design) : metric(of: found)
    let repeated = try world(of: found, metric, candidate)
    let arms = [baseline, candidate].map(repeated.arm)
    let surface = try shown.surface(of: arms)
    try check(member, in: repeated)
    let pages = try simulate(repeated) { monitor throws(ExperimentFailure) in
      try repeated.peek(
        at: surface, of: MemberID(member), at: time, under: [baseline, candidate],
        hasDependence: shown.dependence.leaveOneOut, isCertain: build == ProgramDigest.current,
        threads: Self.threads, monitor: monitor)
    }
    let feeds = try zip(arms, pages).map { arm, page in
      MemberFeeds.Feed(
        arm: arm, surface: surface,
        page: try FeedLookup.page(
          page, "--member", member, in: repeated.world, at: shown.at ?? ""))
    }
    if shown.dependence.leaveOneOut, feeds[0].page.dependence == nil {
      // The other feed has what can be shown.
      try FeedLookup.checkDependence(of: feeds[1].page, by: feeds[1].ranker)
    }
    return MemberFeeds(
      found, world: repeated.world, member: MemberID(member), surface: surface, time: time,
      baseline: feeds[0], candidate: feeds[1]
    ).document
  }

  private static var threads: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The baseline and the candidate.
  private func arms(of found: ExperimentResults) throws -> (baseline: String, candidate: String) {
    guard let baseline = found.design.baseline,
      let candidate = parts.candidate ?? found.design.candidates.first
    else { throw failure(.noComparison, found) }
    return (baseline, candidate)
  }

  /// The world that is simulated again.
  private func world(
    of found: ExperimentResults, _ metric: MetricDefinition?, _ candidate: String
  ) throws -> RepeatedWorld {
    let known = try shown.scenario.map { KnownContents(of: try Scenario.load(file: $0)) }
    let typical = metric.flatMap { found.typicalWorld(of: $0, candidate: candidate) }
    do throws(RepeatedWorld.Refusal) {
      return try RepeatedWorld(
        shown.world ?? typical ?? found.worlds[0], of: found, known: known ?? KnownContents())
    } catch {
      switch error {
      case .noWorld(let numbers):
        throw CommandFailure.usage(
          "--world \(shown.world ?? 0): there are \(numbers.map(String.init).joined(separator: ", "))"
        )
      case .unreadable(let scenario):
        let reason: Message =
          shown.scenario == nil
          ? "from the results only:\n\(scenario)\nIf the scenario reads files or names programs, name it with --scenario."
          : "with the files of \(shown.scenario ?? ""):\n\(scenario)"
        throw CommandFailure.unfinished(
          "\(experiment.results): its worlds cannot be simulated again \(reason)")
      case .otherScenario:
        throw CommandFailure.unfinished(
          "\(experiment.results): its worlds cannot be simulated again, since its design and its scenario"
            + " do not belong together; run 'feedlab ab' again")
      }
    }
  }

  /// Throws for a member that the world never has. Of antithetic twins the numbers of members are not known apart.
  private func check(_ member: Int, in repeated: RepeatedWorld) throws {
    let outcomes = repeated.results.outcomes.filter { $0.world == repeated.world }
    let members =
      repeated.results.design.isAntithetic
      ? Int(UInt32.max) : outcomes.map(\.summary.members).max() ?? 0
    guard (0..<members).contains(member) else {
      throw CommandFailure.usage(
        "--member \(member): world \(repeated.world) has members 0 to \(members - 1)")
    }
  }

  /// Simulates with progress, until Ctrl-C.
  private func simulate<Found>(
    _ repeated: RepeatedWorld,
    _ work: (ExperimentMonitor) throws(ExperimentFailure) -> Found
  ) throws -> Found {
    do throws(ExperimentFailure) {
      return try FeedLookup.simulate(arms: 2, quiet: false, work)
    } catch {
      guard case .unrepeatable(let run) = error else {
        throw FeedLookup.failure(error, of: repeated.scenario, in: try experiment.folder)
      }
      throw CommandFailure.unfinished(
        "\(experiment.results): \(run) becomes another one when this program simulates it again; run"
          + " 'feedlab ab' again")
    }
  }
}
