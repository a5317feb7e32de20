internal import ArgumentParser
internal import DataFiles
package import Experiments
public import FeedMetrics
internal import Foundation
internal import OutsideRankers
internal import ReportKit
public import SocialFeed
internal import Studies
public import SyntheticSociety

/// The command line of FeedLab, for a program that has rankers, metrics or behaviours of its own.
///
/// ```swift
/// import FeedLabCommand
///
/// FeedLabCommand.main(rankers: [WarmRanker.descriptor], metrics: [NightShare.self])
/// ```
///
/// The program then has all commands: its scenarios can name the rankers like FeedLab's, its experiments measure
/// the metrics, and `behaviour: {custom: [NAME]}` puts a behaviour in. Finished runs are known by the digest of the
/// program, so that another build of it simulates its own.
public enum FeedLabCommand {
  /// Runs the command of the process's arguments to its end, and ends the process with its exit code.
  ///
  /// - Precondition: No ranker, metric or behaviour has the name of another, or of one of FeedLab's.
  public static func main(
    rankers: [RankerDescriptor] = [], metrics: [any CustomMetric.Type] = [],
    behaviours: [CustomBehaviour] = []
  ) -> Never {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let servesLibrary = arguments.count == 2 && arguments[0] == LibraryServer.argument
    // A start from the beginning would lose the messages that it has read.
    if !servesLibrary { LibraryGuard.begin() }
    // A file that grows beyond 'ulimit -f' is then an error of the write, as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    RunningChildren.endAllWithSignals()
    StandardOutput.claim()
    if servesLibrary {
      LibraryServer.serve(arguments[1], on: StandardOutput.descriptor)
      exit(0)
    }
    LibraryServer.program = Bundle.main.executableURL?.path
    CrashNotice.watchForExit()
    let extensions = Extensions(rankers: rankers, metrics: metrics, behaviours: behaviours)
    let code = extensions.available { FeedLab.run(arguments, in: .process) }
    CrashNotice.expectExit()
    LibraryGuard.finish(code)
    exit(code)
  }
}

/// All commands.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feedlab",
    abstract: "What would this feed ranker do to our community?",
    discussion: """
      A scenario describes a community and the rankers under test. FeedLab simulates the community \
      under each ranker in parallel worlds and reports what each ranker did to fairness, freshness, \
      diversity and engagement.

      'feedlab --version --verbose' lists the packages and libraries that the program is built of, with \
      their versions and licences.

      Exit codes: \(DataFiles.ExitCode.list).
      """,
    version: "feedlab \(FeedLab.version)",
    subcommands: [
      RunCommand.self, ABCommand.self, StudyCommand<SelectOptions>.self, TuneCommand.self,
      StudyCommand<RankOverlapOptions>.self, StudyCommand<PowerOptions>.self,
      CompareCommand.self, ExplainCommand.self, RankCommand.self,
      ReportCommand.self, HistoryCommand.self, MeasureCommand.self,
      StudyCommand<SensitivityOptions>.self,
      CheckCommand.self, BaselineCommand.self, CalibrateCommand.self, ValidateCommand.self,
      SelftestCommand.self,
      SelftestDigestCommand.self, PlanCommand.self, WorkCommand.self, GatherCommand.self,
      SubmitCommand.self,
      InitCommand.self, DescribeCommand.self, CompletionCommand.self, DoctorCommand.self,
    ])

  /// The names of the commands.
  static var names: [String] { configuration.subcommands.map { $0._commandName } + ["help"] }

  /// The name by which the program was called. A path from the root is of one machine, so that its last part is the
  /// name: in containers, workflows and Python.
  static func named(_ called: String) -> ProgramName {
    let name = called.hasPrefix("/") ? called.split(separator: "/").last.map(String.init) : called
    return ProgramName(name ?? called, commands: names + ["--help", "--version"])
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
        // The parser's own --version prints one line, which scripts read.
        guard arguments.sorted() != ["--verbose", "--version"] else {
          try StandardStream.output.write(verboseVersion)
          return DataFiles.ExitCode.success.rawValue
        }
        var command = try parsed(arguments)
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

  /// Why the program does not take arguments, by the parser, which reads no file; `nil` if it takes them.
  package static func refusal(of arguments: [String]) -> String? {
    do {
      _ = try parsed(arguments)
      return nil
    } catch let failure as CommandFailure {
      return failure.message.text
    } catch {
      let isHelp = RootCommand.exitCode(for: error) == .success
      return isHelp ? nil : RootCommand.message(for: error)
    }
  }

  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    try checkName(of: arguments)
    return try RootCommand.parseAsRoot(arguments)
  }

  /// Throws for a command that does not exist, whatever follows it.
  private static func checkName(of arguments: [String]) throws {
    guard let name = arguments.first, !name.hasPrefix("-") else { return }
    let names = RootCommand.names
    guard !names.contains(name) else { return }
    let remedy =
      nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? "'feedlab --help' lists the commands"
    throw CommandFailure.usage("there is no command '\(name)'; \(remedy)")
  }

  private static func end(_ failure: CommandFailure) -> Int32 {
    StandardStream.error.printLine(failure.message)
    if CommandEnvironment.current.variables["GITHUB_ACTIONS"] == "true" {
      StandardStream.error.printCommands(of: failure.workflowFaults)
    }
    return failure.exitCode.rawValue
  }

  /// Prints the message of the parser: help on standard output, or an error.
  private static func end(refusing error: any Error) -> Int32 {
    let (variables, stream) = (CommandEnvironment.current.variables, StandardStream.output)
    let columns = variables["COLUMNS"].flatMap { Int($0) } ?? stream.width ?? 80
    let message = RootCommand.fullMessage(for: error, columns: columns)
    guard RootCommand.exitCode(for: error) != .success else {
      if !message.isEmpty { stream.printLine(Message(linesOf: message)) }
      return DataFiles.ExitCode.success.rawValue
    }
    let text = message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message
    return end(
      .usage(Message(linesOf: optionNamedElsewhere(text) ?? tapesElsewhere(text) ?? text)))
  }

  /// The message about tapes where a command has none, with those that have them; `nil` for other messages.
  private static func tapesElsewhere(_ message: String) -> String? {
    guard
      let name = TapeOptions.names.first(where: { message.hasPrefix("Unknown option '\($0)'") })
    else { return nil }
    let end = message.firstIndex(of: "\n") ?? message.endIndex
    return "Unknown option '\(name)': \(TapeOptions.commands)" + message[end...]
  }

  /// The message about an option that other tools have, with the name that it has here; `nil` for other messages.
  private static func optionNamedElsewhere(_ message: String) -> String? {
    let names = [
      "--replications": "--worlds", "--runs": "--worlds", "--repetitions": "--worlds",
      "--output": "--out", "--threads": "--jobs", "--metric": "--metrics", "--feed": "--surface",
      "--member": "--viewer", "--viewer": "--member",
    ]
    let end = message.firstIndex(of: "\n") ?? message.endIndex
    guard
      let (name, here) = names.first(where: {
        message.hasPrefix("Unknown option '\($0.key)'")
      }),
      let command = RootCommand.configuration.subcommands.first(where: {
        $0._commandName == CommandEnvironment.current.arguments.first
      }), RootCommand.helpMessage(for: command).contains("\(here) ")
    else { return nil }
    return "Unknown option '\(name)'. Did you mean '\(here)'?" + message[end...]
  }
}
