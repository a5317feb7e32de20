/// Components of behaviour that are switched together.
public enum Preset: String, CaseIterable, Sendable {
  /// People are the same from start to end: no drift, satiation, feedback of attention, return by
  /// satisfaction or churn.
  case `static`
  /// Satisfaction drives return; nobody leaves, is satiated or drifts.
  case sticky
  /// Satisfaction drives return; people are satiated and drift; nobody leaves.
  case satiating
  /// Satisfaction drives return and churn; people are satiated and drift.
  case churning

  /// Sets the numbers of the components that it switches.
  public func apply(to parameters: inout SocietyParameters) {
    let off: [BehaviourComponent] =
      switch self {
      case .static:
        [Satiation.component, Drift.component, Posting.component, Returning.component]
      case .sticky: [Satiation.component, Drift.component, Returning.component]
      case .satiating: [Returning.component]
      case .churning: []
      }
    for component in off { component.switchOff(in: &parameters) }
    if self != .static { parameters.returning.gain = Returning.Parameters.gainOfPresets }
  }

  /// What it does, in one sentence.
  public var summary: String {
    switch self {
    case .static: "no satiation, drift, attention feedback, return by satisfaction or churn"
    case .sticky: "satisfaction drives return; no satiation, drift or churn"
    case .satiating: "satisfaction drives return; satiation and drift; no churn"
    case .churning: "satisfaction drives return and churn; satiation and drift"
    }
  }
}
