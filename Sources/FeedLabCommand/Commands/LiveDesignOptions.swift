internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import Studies
internal import SyntheticSociety

/// The designs: parallel worlds only, or also a live test.
enum DesignChoice: String, ExpressibleByArgument, CaseIterable {
  case global
  case userSplit = "user-split"
  case clusterSplit = "cluster-split"
  case switchback
}

/// The live test that is compared with the parallel worlds, if any.
struct LiveDesignOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Also simulate a live test in each world: user-split (members divided between the arms), \
      cluster-split (clusters of members) or switchback (the arms by turns). The value global has no live test.
      """, valueName: "design"))
  var design = DesignChoice.global

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Length of a switchback's turn. Default: 1d.", valueName: "duration"))
  var switchEvery: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Time that a switchback excludes after a change of arm. Default: 0.",
      valueName: "duration"))
  var washout: String?

  private static let turns = DurationForm(range: 60...31_536_000)
  private static let washouts = DurationForm(range: 0...31_536_000)

  /// Adds the live tests of the design.
  func apply(to experiment: inout Experiment) throws {
    let window = experiment.design.days - experiment.design.warmUpDays
    guard let liveDesign = try liveDesign(window: window * 86_400) else { return }
    do throws(LiveTestConflict) {
      try experiment.addLiveTests(liveDesign)
    } catch {
      throw CommandFailure.usage("--design \(liveDesign.name): \(error)")
    }
  }

  /// - Parameter window: The measured time in seconds.
  private func liveDesign(window: Double) throws -> LiveDesign? {
    if design != .switchback {
      for (option, text) in [("--switch-every", switchEvery), ("--washout", washout)] {
        if let text {
          throw CommandFailure.usage("\(option) \(text): only --design switchback takes turns")
        }
      }
    }
    switch design {
    case .global: return nil
    case .userSplit: return .userSplit()
    case .clusterSplit: return .clusterSplit
    case .switchback:
      return .switchback(
        every: try turn(window: window), washout: try washoutSeconds(window: window))
    }
  }

  private func turn(window: Double) throws -> Double {
    let text = switchEvery ?? "1d"
    guard let seconds = Self.turns.seconds(text), seconds == seconds.rounded() else {
      throw CommandFailure.usage("--switch-every \(text): expected \(Self.turns), in whole seconds")
    }
    guard 2 * seconds <= window else {
      throw CommandFailure.usage(
        "--switch-every \(text): two turns do not fit into the"
          + " \(DurationForm.text(window)) after the warm-up")
    }
    return seconds
  }

  private func washoutSeconds(window: Double) throws -> Double {
    guard let washout else { return 0 }
    guard let seconds = Self.washouts.seconds(washout) else {
      throw CommandFailure.usage("--washout \(washout): expected \(Self.washouts)")
    }
    let turn = try turn(window: window)
    guard seconds < turn else {
      throw CommandFailure.usage(
        "--washout \(washout): it must be shorter than a turn of \(DurationForm.text(turn))")
    }
    return seconds
  }
}
