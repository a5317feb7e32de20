internal import DataFiles

extension Scenario {
  /// A real community, and the arms that are compared with it.
  public struct Realism: Sendable, Hashable {
    /// The mapping of its logs, as the scenario names it.
    public internal(set) var path = ""
    /// The path of the mapping from where the program runs.
    public internal(set) var mapping = ""
    /// The arm that is compared with the ranker of the logs.
    public internal(set) var produced = ""
    /// The arm that is compared with the random order of the logs, if any.
    public internal(set) var uniform: String?
  }
}

extension Scenario.Realism: KeyedSection {
  static let keys = [
    Key<Self>(
      "mapping", \.path, .path,
      "Logs of a real community, as 'feedlab calibrate' reads them: results then have a card"
        + " that compares the simulated community with the real one. The path starts at the scenario's"
        + " folder.", default: .required("is missing; it is the path of a mapping of real logs")),
    Key(
      "produced", \.produced, .arm,
      "The arm whose pages are compared with those that the ranker of the logs ordered.",
      default: .computed("the baseline") { $0.produced = $2.comparison.baseline }),
    Key(
      "uniform", \.uniform, .arm,
      "The arm whose pages are compared with those that the logs have in random order."),
  ]

  mutating func complete(_ map: DocumentCursor?, _ scenario: ScenarioDraft) {
    mapping = scenario.files.location(of: path)
  }
}
