public import Experiments
internal import FeedMetrics

/// What fails, and what stays open, of the checks of an experiment, as commands to a GitHub workflow, which
/// shows them at the line of the scenario that asks for it.
///
/// A step shows ten errors and ten warnings; of more there are nine and a line that counts the rest.
public struct WorkflowCommands {
  private let results: ExperimentResults
  private let locations: RuleLocations

  private static let mostOfAKind = 10

  public init(_ results: ExperimentResults, at locations: RuleLocations) {
    self.results = results
    self.locations = locations
  }

  public var text: String {
    let checks = GateCheck.all(results)
    return lines("error", checks.filter { $0.gate == .fail })
      + lines("warning", checks.filter { $0.gate == .undecided })
  }

  private func lines(_ kind: String, _ checks: [GateCheck]) -> String {
    let isWhole = checks.count <= Self.mostOfAKind
    let shown = isWhole ? checks : Array(checks.prefix(Self.mostOfAKind - 1))
    let rest = isWhole ? "" : "::\(kind)::\(checks.count - shown.count) more checks of this kind\n"
    return shown.map { command(kind, $0) }.joined() + rest
  }

  private func command(_ kind: String, _ check: GateCheck) -> String {
    let properties: KeyValuePairs = [
      "file": locations.file, "line": "\(locations.line(of: check.metric.id))",
      "title": "\(check.metric.id) of \(check.candidate)",
    ]
    let list = properties.map { "\($0)=\(Self.escapedProperty($1))" }.joined(separator: ",")
    return "::\(kind) \(list)::\(Self.escaped(check.summary))\n"
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
