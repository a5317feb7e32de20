internal import Experiments
public import ReportKit

/// A scenario that was to be checked, and what came of it.
public struct CheckedScenario: Sendable {
  public enum Result: Sendable {
    case found(CheckResults)
    /// Nothing can be said of it, for this reason: never to be read as "no regression".
    case unfinished(String)
  }

  /// The scenario's name, or its file's where it could not be read.
  public let name: String
  /// Where the scenario has its rules.
  public let locations: RuleLocations
  public let result: Result

  public init(_ results: CheckResults, at locations: RuleLocations) {
    name = results.design.scenario
    self.locations = locations
    result = .found(results)
  }

  /// One that could not be checked.
  ///
  /// - Parameters:
  ///   - scenario: Its name.
  ///   - file: Its path, as the user gave it.
  ///   - reason: What kept it from being checked, in a sentence without full stop.
  public init(unfinished scenario: String, file: String, because reason: String) {
    name = scenario
    locations = RuleLocations(file: file, lines: [:])
    result = .unfinished(reason)
  }

  /// `nil` for one that could not be checked.
  var results: CheckResults? { if case .found(let results) = result { results } else { nil } }
}
