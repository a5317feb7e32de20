internal import ArgumentParser

/// Whether known runs are simulated again.
struct LedgerOptions: ParsableArguments {
  @Flag(
    help: """
      Simulate all worlds again, instead of using those saved in ledger.sqlite in the output folder.
      """)
  var fresh = false

  /// The command line without `--fresh`, quoted for a shell.
  static var resumingCommand: String {
    (["feedlab"] + CommandEnvironment.current.arguments.filter { $0 != "--fresh" })
      .map(quoted).joined(separator: " ")
  }

  private static func quoted(_ argument: String) -> String {
    let isPlain = !argument.isEmpty && argument.wholeMatch(of: /[A-Za-z0-9_.\/:=,@%+-]+/) != nil
    return isPlain ? argument : "'" + argument.replacing("'", with: #"'\''"#) + "'"
  }
}
