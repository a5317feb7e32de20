/// Why settings of a ranker were refused.
public enum RankerSettingsError: Error, Hashable, Sendable {
  /// No ranker of the catalogue has this name.
  case unknownRanker(String)
  case unknownParameter(String, ranker: String)
  /// A value outside the parameter's range, one that is no number, or one that is not whole where it has to be.
  case value(Double, parameter: RankerParameter, ranker: String)
  /// The ranker needs a formula and got none, or takes none and got one.
  case formula(ranker: String, isNeeded: Bool)
  /// The ranker needs scores from elsewhere and got none, or takes none and got some.
  case scores(ranker: String, isNeeded: Bool)
  /// The ranker is external and got no host, or is not and got one.
  case host(ranker: String, isNeeded: Bool)
  /// Another ranker was given to a ranker that takes none.
  case inner(ranker: String)
}

extension RankerSettingsError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownRanker(let name): "there is no ranker '\(name)'"
    case .unknownParameter(let name, let ranker):
      "the ranker \(ranker) has no parameter '\(name)'"
    case .value(let value, let parameter, let ranker):
      "\(parameter.name) of the ranker \(ranker) is \(value); it is a"
        + " \(parameter.isWhole ? "whole number" : "number") from"
        + " \(parameter.range.lowerBound) to \(parameter.range.upperBound)"
    case .formula(let ranker, let isNeeded):
      "the ranker \(ranker) \(isNeeded ? "needs a formula" : "takes no formula")"
    case .scores(let ranker, let isNeeded):
      "the ranker \(ranker) \(isNeeded ? "needs scores from elsewhere" : "takes no scores")"
    case .host(let ranker, let isNeeded):
      "the ranker \(ranker) \(isNeeded ? "needs a host" : "takes no host")"
    case .inner(let ranker): "the ranker \(ranker) takes no other ranker"
    }
  }
}

extension RankerCatalogue {
  /// Settings of a ranker by names and values from outside, such as a service's configuration: all are checked,
  /// so that the ranker can be made.
  ///
  /// - Parameters:
  ///   - name: The name of a ranker of the catalogue.
  ///   - values: By the parameter's name, each within the parameter's range; the other parameters have their
  ///     defaults.
  ///   - formula: For the ranker that takes a formula, and for no other.
  ///   - scores: For the ranker that takes scores from elsewhere, and for no other.
  ///   - host: For a ranker that is external, and for no other.
  ///   - inner: For a ranker that changes the order of another; newest first by default.
  /// - Throws: The first thing that is wrong, parameters in the order of their names.
  public func settings(
    _ name: String, _ values: [String: Double] = [:], formula: ScoreFormula? = nil,
    scores: ScoreTable? = nil, host: (any RankerHost)? = nil, of inner: RankerSettings? = nil
  ) throws(RankerSettingsError) -> RankerSettings {
    guard let descriptor = self[name] else { throw .unknownRanker(name) }
    let error = descriptor.error(
      in: values, formula: formula, scores: scores, host: host, of: inner)
    if let error { throw error }
    for parameter in descriptor.parameters.sorted(by: { $0.name < $1.name }) {
      guard let value = values[parameter.name] else { continue }
      guard parameter.takes(value) else {
        throw .value(value, parameter: parameter, ranker: name)
      }
    }
    return RankerSettings(
      descriptor, values, formula: formula, scores: scores, host: host, of: inner)
  }
}

extension RankerDescriptor {
  /// What of this the ranker does not have or take, or needs and did not get; `nil` when all is as it should be.
  /// The values themselves are not looked at.
  func error(
    in values: [String: Double], formula: ScoreFormula?, scores: ScoreTable?,
    host: (any RankerHost)?, of inner: RankerSettings?
  ) -> RankerSettingsError? {
    let unknown = values.keys.filter { name in !parameters.contains { $0.name == name } }.min()
    if let unknown { return .unknownParameter(unknown, ranker: name) }
    if takesFormula != (formula != nil) { return .formula(ranker: name, isNeeded: takesFormula) }
    if takesScores != (scores != nil) { return .scores(ranker: name, isNeeded: takesScores) }
    if takesHost != (host != nil) { return .host(ranker: name, isNeeded: takesHost) }
    if inner != nil && !takesRanker { return .inner(ranker: name) }
    return nil
  }
}

extension RankerParameter {
  /// Whether a value is within the range, and whole where it has to be.
  fileprivate func takes(_ value: Double) -> Bool {
    range.contains(value) && (!isWhole || value == value.rounded(.towardZero))
  }
}
