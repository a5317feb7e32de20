package import FeedMetrics
package import SyntheticSociety

/// Metrics that no ranker can move in a society without a component of behaviour.
package enum HeldMetrics {
  /// The component that lets a metric vary, and a preset that has it, by the metric's id.
  static let component = [
    "weekly_retention": (component: "returning", preset: Preset.churning)
  ]

  /// Why a metric is held fixed in a society; `nil` where it may vary.
  package static func reason(
    _ metric: MetricDefinition, in parameters: SocietyParameters
  ) -> String? {
    guard let held = component[metric.id],
      let component = BehaviourComponent.named(held.component), component.isOff(in: parameters)
    else { return nil }
    return
      "held fixed, since \(component.without.prefix(1).lowercased())\(component.without.dropFirst().dropLast());"
      + " preset '\(held.preset.rawValue)' lets it vary"
  }
}
