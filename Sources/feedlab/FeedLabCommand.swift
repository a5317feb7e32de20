internal import ArgumentParser
internal import Experiments
internal import Foundation

/// The command line of FeedLab.
@main struct FeedLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feedlab",
    abstract: "What would this feed ranker do to our community?",
    discussion: """
      A scenario describes a community and the rankers under test. FeedLab lets the community live \
      under each ranker in parallel worlds and tells what each did to fairness, freshness, \
      diversity and engagement.

      Exit codes: 0 done; 1 could not finish; 2 a regression, or a result of the self-test that is \
      not reproduced; 3 undecided; of checks 4 improved, 5 no baseline, 6 a baseline that does not \
      fit; 64 usage, or an output that is not written over; 65 invalid scenario or data; of distributed \
      work 66 nothing there, 70 two results of one unit, 75 try again; 130 interrupted.
      """,
    version: "feedlab \(FeedLab.version)",
    subcommands: [
      RunCommand.self, ABCommand.self, SelectCommand.self, TuneCommand.self, PowerCommand.self,
      CompareCommand.self,
      ReportCommand.self, HistoryCommand.self, MeasureCommand.self, SensitivityCommand.self,
      CheckCommand.self, BaselineCommand.self, CalibrateCommand.self, ValidateCommand.self,
      SelftestCommand.self,
      SelftestDigestCommand.self, PlanCommand.self, WorkCommand.self, GatherCommand.self,
      SubmitCommand.self,
      DescribeCommand.self, DoctorCommand.self,
    ])

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      failure.exit()
    } catch {
      exit(refusing: error)
    }
  }

  /// Ends the process after what the parser has to say: help on standard output, or what is wrong.
  private static func exit(refusing error: any Error) -> Never {
    guard exitCode(for: error) != .success else { exit(withError: error) }
    let message = fullMessage(for: error)
    let text = message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message
    CommandFailure.usage(text).exit()
  }
}
