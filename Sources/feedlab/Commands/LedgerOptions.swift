internal import ArgumentParser

/// What is done with worlds that have been lived through before.
struct LedgerOptions: ParsableArguments {
  @Flag(
    help: """
      Simulate all worlds again, instead of using those saved in ledger.sqlite in the output folder.
      """)
  var fresh = false

  /// The command line without what it says of ledgers, as a shell takes it.
  static var resumingCommand: String {
    (["feedlab"] + CommandEnvironment.current.arguments.filter { $0 != "--fresh" })
      .map(ShellText.quoted).joined(separator: " ")
  }
}
