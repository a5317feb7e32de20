public import Experiments

/// What is to be planned, and made of the worlds.
public enum Study: Sendable {
  case experiment(Experiment)
  /// A search whose next worlds depend on what came of the last ones.
  case tuning(Tuner)
  /// A comparison in many plausible societies.
  case societies(SensitivityAnalysis)
  /// An arm with many values of its numbers.
  case weights(WeightAnalysis)
  /// A search for the best of several arms, whose next worlds depend on which arms are left.
  case selection(Selection)

  /// The experiment; of a tuning or an analysis, that of whose arms there are many, or whose societies.
  package var experiment: Experiment {
    switch self {
    case .experiment(let experiment): experiment
    case .tuning(let tuner): tuner.experiment
    case .societies(let analysis): analysis.experiment
    case .weights(let analysis): analysis.experiment
    case .selection(let selection): selection.experiment
    }
  }

  /// Whether metrics are told by surface, ranker and day too.
  var hasScopes: Bool { if case .experiment = self { true } else { false } }

  /// Whether what is solved for a society is the same in all worlds.
  var sharesIntercepts: Bool { if case .societies = self { false } else { true } }
}
