extension ScenarioText {
  /// The tree of values that the text writes down, as YAML 1.2 or JSON.
  ///
  /// - Parameter key: The key whose value the text is; empty for a whole scenario.
  /// - Returns: `nil` when the text has no value at all, or after adding the faults that keep it
  ///   from being read.
  package func compose(at key: String = "", faults: FaultList) -> ScenarioNode? {
    var attempt = YAMLAttempt(text: self)
    guard let root = attempt.root(faults: faults) else { return nil }
    return NodeConversion(
      origin: origin, lines: TextLines(string), renamed: attempt.renamed, faults: faults
    ).node(root, at: key)
  }
}
