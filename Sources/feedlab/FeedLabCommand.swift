internal import ArgumentParser
internal import DataFiles
package import Experiments
internal import Foundation
internal import Studies

/// The command line of FeedLab.
@main struct FeedLabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feedlab",
    abstract: "What would this feed ranker do to our community?",
    discussion: """
      A scenario describes a community and the rankers under test. FeedLab simulates the community \
      under each ranker in parallel worlds and reports what each ranker did to fairness, freshness, \
      diversity and engagement.

      Exit codes: \(DataFiles.ExitCode.list).
      """,
    version: "feedlab \(FeedLab.version)",
    subcommands: [
      RunCommand.self, ABCommand.self, StudyCommand<SelectOptions>.self, TuneCommand.self,
      StudyCommand<RankOverlapOptions>.self, StudyCommand<PowerOptions>.self,
      CompareCommand.self, ExplainCommand.self,
      ReportCommand.self, HistoryCommand.self, MeasureCommand.self,
      StudyCommand<SensitivityOptions>.self,
      CheckCommand.self, BaselineCommand.self, CalibrateCommand.self, ValidateCommand.self,
      SelftestCommand.self,
      SelftestDigestCommand.self, PlanCommand.self, WorkCommand.self, GatherCommand.self,
      SubmitCommand.self,
      InitCommand.self, DescribeCommand.self, CompletionCommand.self, DoctorCommand.self,
    ])

  static func main() {
    // A file that grows beyond 'ulimit -f' is then an error of the write, as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    Foundation.exit(FeedLab.run(Array(CommandLine.arguments.dropFirst()), in: .process))
  }
}

extension FeedLab {
  /// Runs a command to its end, as the program does.
  ///
  /// - Parameter arguments: The arguments after the program's name.
  /// - Returns: The exit code.
  package static func run(_ arguments: [String], in environment: CommandEnvironment) -> Int32 {
    var environment = environment
    environment.arguments = arguments
    return CommandEnvironment.$current.withValue(environment) {
      do {
        try checkName(of: arguments)
        var command = try FeedLabCommand.parseAsRoot(arguments)
        try command.run()
        return DataFiles.ExitCode.success.rawValue
      } catch let failure as CommandFailure {
        return end(failure)
      } catch let error as any ProgramError {
        return end(CommandFailure(error))
      } catch {
        return end(refusing: error)
      }
    }
  }

  /// Throws for a command that does not exist, whatever follows it.
  private static func checkName(of arguments: [String]) throws {
    guard let name = arguments.first, !name.hasPrefix("-") else { return }
    let names = FeedLabCommand.configuration.subcommands.map { $0._commandName } + ["help"]
    guard !names.contains(name) else { return }
    let remedy =
      nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? "'feedlab --help' lists the commands"
    throw CommandFailure.usage("there is no command '\(name)'; \(remedy)")
  }

  private static func end(_ failure: CommandFailure) -> Int32 {
    StandardStream.error.printLine(failure.message)
    return failure.exitCode.rawValue
  }

  /// Prints the message of the parser: help on standard output, or an error.
  private static func end(refusing error: any Error) -> Int32 {
    let (variables, stream) = (CommandEnvironment.current.variables, StandardStream.output)
    let columns = variables["COLUMNS"].flatMap { Int($0) } ?? stream.width ?? 80
    let message = FeedLabCommand.fullMessage(for: error, columns: columns)
    guard FeedLabCommand.exitCode(for: error) != .success else {
      if !message.isEmpty { stream.printLine(message) }
      return DataFiles.ExitCode.success.rawValue
    }
    let text = message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message
    return end(.usage(optionNamedElsewhere(text) ?? text))
  }

  /// The message about an option that other tools have, with the name that it has here; `nil` for other messages.
  private static func optionNamedElsewhere(_ message: String) -> String? {
    let names = [
      "--replications": "--worlds", "--runs": "--worlds", "--repetitions": "--worlds",
      "--output": "--out", "--threads": "--jobs", "--metric": "--metrics",
    ]
    let end = message.firstIndex(of: "\n") ?? message.endIndex
    guard
      let (name, here) = names.first(where: {
        message.hasPrefix("Unknown option '\($0.key)'")
      }),
      let command = FeedLabCommand.configuration.subcommands.first(where: {
        $0._commandName == CommandEnvironment.current.arguments.first
      }), FeedLabCommand.helpMessage(for: command).contains("\(here) ")
    else { return nil }
    return "Unknown option '\(name)'. Did you mean '\(here)'?" + message[end...]
  }
}
