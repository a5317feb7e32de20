internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import Scenarios
internal import Studies
internal import SyntheticSociety

/// Recording the pages of external rankers, and replaying them where the rankers are not.
struct TapeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record the pages of external rankers to tapes in this folder. Runs without a tape are simulated again.",
      valueName: "dir"), completion: .directory)
  var recordTape: String?

  @Option(
    help: ArgumentHelp(
      """
      Take the pages of external rankers from the tapes in this folder. Neither the rankers nor their files need \
      to be there.
      """, valueName: "dir"), completion: .directory)
  var replayTape: String?

  /// The names of both.
  static let names = ["--record-tape", "--replay-tape"]

  /// The commands that have them, as others say it.
  static let commands =
    "'feedlab run', 'ab', 'check', 'baseline record' and 'baseline update' have tapes; all other commands ask the ranker itself"

  /// Whether one of them is given, and its name.
  var given: String? {
    recordTape != nil ? Self.names[0] : replayTape != nil ? Self.names[1] : nil
  }

  /// The tapes that a scenario is read with; `nil` where its rankers have to be there.
  ///
  /// - Parameter scenarios: How many the command has.
  func index(scenarios: Int = 1) throws -> TapeIndex? {
    guard recordTape == nil || replayTape == nil else {
      throw CommandFailure.usage(
        "--record-tape and --replay-tape: pages are recorded or replayed, not both")
    }
    try check(scenarios: scenarios)
    guard let replayTape else { return nil }
    do throws(UnreadableTapes) {
      return try TapeIndex(folder: replayTape)
    } catch {
      throw CommandFailure.refused(error, at: "--replay-tape")
    }
  }

  private func check(scenarios: Int) throws {
    guard let given, scenarios != 1 else { return }
    throw CommandFailure.usage("\(given): it is for one scenario, not for \(scenarios)")
  }

  /// What the runs of checked arms do with tapes, as ``use(_:_:_:_:)``.
  func use(
    checking scenarios: [Scenario], _ index: TapeIndex?, _ rule: OutputRule
  ) throws -> TapeUse? {
    try check(scenarios: scenarios.count)
    guard let scenario = scenarios.first, let check = scenario.check else { return nil }
    return try use(scenario, scenario.arms.filter { $0.name == check.arm }, index, rule)
  }

  /// Throws where another option simulates an arm of the same name that is another one.
  func refuse(beside option: String, if isGiven: Bool) throws {
    guard let given, isGiven else { return }
    throw CommandFailure.usage("\(option) and \(given): tapes record the current arm only")
  }

  /// What runs do with tapes, after all checks that need no world; `nil` without tapes.
  ///
  /// - Parameters:
  ///   - arms: The arms that are simulated.
  ///   - index: The result of ``index(scenarios:)``.
  ///   - rule: Which files may be overwritten.
  func use(
    _ scenario: Scenario, _ arms: [Arm], _ index: TapeIndex?, _ rule: OutputRule
  ) throws -> TapeUse? {
    guard let given else { return nil }
    let hosted = arms.filter(\.usesHosts)
    guard !hosted.isEmpty else {
      throw CommandFailure.usage(
        "\(given): \(scenario.file) has no external ranker whose pages a tape would have"
      )
    }
    if let index, let replayTape {
      do throws(TapeMismatch) { try index.check(scenario, hosted) } catch {
        throw CommandFailure.refused(error, at: given)
      }
      return TapeUse(.replay, replayTape)
    }
    guard let recordTape else { return nil }
    try record(TapeIndex(folder: recordTape, of: scenario, arms: hosted), rule)
    return TapeUse(.record, recordTape)
  }

  /// Writes the index of tapes that are about to be recorded; arms of the same worlds that are there already stay.
  private func record(_ index: TapeIndex, _ rule: OutputRule) throws {
    let file: OutputFolder
    do throws(RefusedOutput) {
      file = try rule.folder(index.folder, [.tapeIndex])
    } catch {
      throw CommandFailure.refused(error, at: "--record-tape")
    }
    var index = index
    if let earlier = try? TapeIndex(folder: index.folder) { index.keep(earlier) }
    do throws(UnwritableOutput) { try file.write(index.text, to: .tapeIndex) } catch {
      throw CommandFailure.refused(error, at: "--record-tape")
    }
  }
}
