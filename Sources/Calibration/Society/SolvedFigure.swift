internal import PortableMath

/// A key whose value was solved so that a figure of the simulated community equals the logs'.
public struct SolvedFigure: Sendable, Hashable {
  /// The figure's name, such as `likes an impression, as ranked`.
  public let name: String
  public let key: String
  /// The figure in the logs.
  public let real: Double
  /// The value of the key before: fitted to the logs by itself, or the default.
  public let input: Double
  /// The simulated figure with that value; `nil` where it is undefined.
  public let before: Double?
  /// The solved value of the key.
  public let value: Double
  /// The simulated figure with it.
  public let simulated: Double?
  /// The largest relative distance at which the figure counts as reached.
  public let tolerance: Double

  public init(
    name: String, key: String, real: Double, input: Double, before: Double?, value: Double,
    simulated: Double?, tolerance: Double
  ) {
    (self.name, self.key, self.real, self.input) = (name, key, real, input)
    (self.before, self.value, self.simulated) = (before, value, simulated)
    self.tolerance = tolerance
  }

  /// Whether the simulated figure is as in the logs.
  public var isReached: Bool {
    guard let simulated, simulated > 0 else { return false }
    return Portable.log(simulated / real).magnitude <= tolerance
  }
}

extension FittedSociety {
  /// The community with solved values, which count instead of those that were fitted by themselves.
  public func setting(_ solved: [SolvedFigure]) -> FittedSociety {
    var society = self
    society.solved = solved
    society.figures =
      solved.filter { $0.value != $0.input }.map { figure in
        FittedFigure(
          name: "\(figure.name), solved in simulated worlds", values: [figure.value],
          standardError: nil, count: nil,
          quality: figure.isReached ? "as in the logs" : "nearest to the logs",
          source: self.figure(for: figure.key)?.source ?? refusal(for: figure.key)?.source
            ?? mapping, key: figure.key)
      } + figures
    let keys = Set(solved.map(\.key))
    society.refusals.removeAll { $0.key.map(keys.contains) ?? false }
    return society
  }
}
