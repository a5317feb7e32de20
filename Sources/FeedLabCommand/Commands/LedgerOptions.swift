internal import ArgumentParser
internal import ReportKit

/// Whether known runs are simulated again.
struct LedgerOptions: ParsableArguments {
  @Flag(
    help: """
      Simulate all worlds again, instead of using those saved in ledger.sqlite in the output folder.
      """)
  var fresh = false

  /// The command line without `--fresh`, quoted for a shell.
  static var resumingCommand: String {
    ProgramName.command(CommandEnvironment.current.arguments.filter { $0 != "--fresh" })
  }
}
