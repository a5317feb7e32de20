internal import DataFiles
internal import Experiments
internal import Scenarios
internal import SocialFeed
internal import Studies
internal import SyntheticSociety

/// What commands have in common that look at a feed at an instant of one world.
enum FeedLookup {
  /// The seconds of the time of `--at`.
  ///
  /// - Parameter days: The days of the run.
  static func time(_ text: String, days: Double) throws -> Double {
    guard let time = InstantForm.seconds(text) else {
      throw CommandFailure.usage(
        "--at '\(text)': expected a time from the start of the world, such as 5d12h or 90m")
    }
    guard time <= days * 86_400 else {
      throw CommandFailure.usage(
        "--at \(text): expected a time from 0s to \(InstantForm.text(days * 86_400)), the end of the world"
      )
    }
    return time
  }

  /// The surface of `--surface`.
  static func surface(_ name: String) throws -> Surface {
    guard let surface = Surface.allCases.first(where: { $0.description == name }) else {
      throw CommandFailure.unknownName(
        name, kind: "surface", at: "--surface", among: Surface.allCases.map(\.description))
    }
    return surface
  }

  /// The page, or why it does not exist.
  ///
  /// - Parameters:
  ///   - option: The option that has the number of the member.
  ///   - time: The time, as given.
  static func page(
    _ found: Result<PeekedFeed, PeekedFeed.Refusal>, _ option: String, _ member: Int,
    in world: Int, at time: String
  ) throws -> PeekedFeed {
    do throws(PeekedFeed.Refusal) {
      return try found.get()
    } catch {
      switch error {
      case .noMember(let members):
        throw CommandFailure.usage(
          "\(option) \(member): this member has not joined world \(world) by \(time); its members then are"
            + " 0 to \(members - 1)")
      case .noContest:
        throw CommandFailure.usage(
          "--surface contest: no contest is running in world \(world) at \(time)")
      }
    }
  }

  /// Throws where the ranker of a page cannot be asked without a feature.
  static func checkDependence(of page: PeekedFeed, by ranker: RankerSettings) throws {
    guard page.dependence == nil else { return }
    throw CommandFailure.usage(
      "--leave-one-out: the ranker '\(ranker.name)' gives candidates no scores of features, of which one could be left"
        + " out\(ranker.inner == nil ? "" : "; the ranker inside of it may")")
  }

  /// Simulates with progress, until Ctrl-C.
  ///
  /// - Parameter arms: How many arms are simulated.
  static func simulate<Found>(
    arms: Int, quiet: Bool, _ work: (ExperimentMonitor) throws(ExperimentFailure) -> Found
  ) throws(ExperimentFailure) -> Found {
    let monitor = ExperimentMonitor()
    let interrupt = SignalRequest.interrupt(cancelling: monitor)
    defer { interrupt.end() }
    return try LongWork.watch(monitor, arms: arms, quiet: quiet) { () throws(ExperimentFailure) in
      try work(monitor)
    }
  }

  /// - Parameter folder: Where the request of a ranker that failed is saved.
  static func failure(
    _ failure: ExperimentFailure, of scenario: Scenario, in folder: String
  ) -> CommandFailure {
    if case .cancelled = failure { return .interrupted("interrupted before the world ended") }
    let failure = failure.savingRequest(of: scenario, in: folder)
    return .experiment(failure, "\(failure)")
  }
}
