internal import DataFiles
internal import ReportKit
internal import Scenarios
internal import Studies
internal import SyntheticSociety

/// The memory that a scenario's worlds need, compared with the free memory before the first of them begins.
struct MemoryNeed {
  /// What the estimate may be wrong by: a need below this many times what is there could fit.
  private static let doubt = 2.0

  let scenario: Scenario
  /// How many worlds are there at the same time.
  let worlds: Int

  private var free: Double { CommandEnvironment.current.freeMemory() }
  private var need: Double { scenario.parameters.expectedMemory(worlds: worlds, frozen: frozen) }
  /// What the rankers of the arm that keeps most keep of a member.
  private var frozen: Double { scenario.arms.map(\.frozenBytes).max() ?? 0 }

  /// Warns where the worlds may not fit, unless `quiet`.
  ///
  /// - Throws: Where they surely do not fit.
  func check(quiet: Bool = false) throws {
    guard need > Self.doubt * free else { return quiet ? () : warn() }
    throw CommandFailure.unfinished("\(text); nothing was simulated")
  }

  /// Prints a warning where the worlds may not fit, for a command that does not simulate them.
  func warn() {
    if need > free { StandardStream.error.printLine("feedlab: \(text)") }
  }

  private var text: Message {
    let members = NumberText.count(Int(scenario.parameters.world.members))
    let fitting = Self.rounded(
      scenario.parameters.members(fitting: free, worlds: worlds, frozen: frozen))
    let fewer = worlds > 1 ? ", and more with --jobs 1" : ""
    return
      "\(scenario.file): \(NumberText.counted(worlds, "world")) of \(members) members at a time"
      + " \(worlds == 1 ? "needs" : "need") about \(Self.size(need, .up)) of memory, and there is"
      + " \(Self.size(free, .down)); \(NumberText.counted(fitting, "member"))"
      + " \(fitting == 1 ? "fits" : "fit")\(fewer)"
  }

  /// Two digits, rounded down: the estimate is no better.
  private static func rounded(_ count: Int) -> Int {
    var unit = 1
    while count / unit >= 100 { unit *= 10 }
    return count / unit * unit
  }

  private static func size(_ bytes: Double, _ rule: FloatingPointRoundingRule) -> String {
    bytes < 1e9
      ? "\(NumberText.count(Int((bytes / 1e6).rounded(rule)))) MB"
      : "\(NumberText.fixed((bytes / 1e8).rounded(rule) / 10, decimals: 1)) GB"
  }
}
