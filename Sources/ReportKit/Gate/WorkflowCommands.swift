/// The warnings, and the failed and undecided gates, or why no check was made, as commands to a GitHub workflow, which
/// shows them at the line of the scenario.
///
/// A step shows ten errors and ten warnings; if there are more, the tenth counts the rest.
struct WorkflowCommands {
  var suites: [GateSuite] = []
  /// Why no check was made.
  var faults: [WorkflowFault] = []

  private static let mostOfAKind = 10

  var text: String {
    lines(
      "error",
      faults.map { command("error", $0.file, line: $0.line, title: $0.title, $0.message) }
        + suites.flatMap { faults($0) + commands("error", $0, \.isFailure) })
      + lines(
        "warning",
        suites.flatMap(warnings)
          + suites.flatMap { commands("warning", $0) { $0 == .open || $0 == .warning } })
  }

  private func lines(_ kind: String, _ commands: [String]) -> String {
    let isWhole = commands.count <= Self.mostOfAKind
    let shown = isWhole ? commands : Array(commands.prefix(Self.mostOfAKind - 1))
    let rest =
      isWhole ? "" : "::\(kind)::\(commands.count - shown.count) more checks of this kind\n"
    return shown.joined() + rest
  }

  /// The error of a scenario that could not be checked.
  private func faults(_ suite: GateSuite) -> [String] {
    guard let fault = suite.fault else { return [] }
    return [
      command(
        "error", suite.locations.file, line: 1, title: "\(suite.scenario) was not checked", fault)
    ]
  }

  /// The warnings about whole runs, at the first line of the scenario.
  private func warnings(_ suite: GateSuite) -> [String] {
    suite.warnings.map {
      command("warning", suite.locations.file, line: 1, title: $0.title, $0.message)
    }
  }

  private func commands(
    _ kind: String, _ suite: GateSuite, _ isShown: (GateCheck.Outcome) -> Bool
  ) -> [String] {
    suite.checks.filter { isShown($0.outcome) }.map { check in
      command(
        kind, suite.locations.file, line: suite.locations.line(of: check.measure.id),
        title: check.title, check.summary)
    }
  }

  /// - Parameter file: `nil` for what is wrong in no file.
  private func command(
    _ kind: String, _ file: String?, line: Int, title: String, _ message: String
  ) -> String {
    let location = file.map { [("file", $0), ("line", "\(line)")] } ?? []
    let list = (location + [("title", title)]).map { "\($0)=\(Self.escapedProperty($1))" }
      .joined(separator: ",")
    return "::\(kind) \(list)::\(Self.escaped(message))\n"
  }

  private static func escapedProperty(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  /// Scalar by scalar, since a carriage return and a line feed are one character.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
