public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Scenarios
internal import Stochastics

extension WeightResults {
  /// What each tunable number does to each metric, at full precision and in the units of the metrics: a
  /// row for each metric and number; what does not exist is empty.
  public func influenceTable(_ format: DelimitedText = .commas) -> String {
    format.text([header] + findings.flatMap(rows))
  }

  private var header: [String] {
    let names = ["metric", "parameter", "value"]
    return switch design.method {
    case .morris:
      names + [
        "mu", "mu_error", "mu_star", "mu_star_error", "sigma", "noise", "p", "measurable",
      ]
    case .sobol:
      names + [
        "first", "first_lower", "first_upper", "total", "total_lower", "total_upper", "variance",
        "measurable",
      ]
    }
  }

  private func rows(_ finding: WeightFinding) -> [[String]] {
    design.parameters.indices.map { parameter in
      let own = design.parameters[parameter]
      return [finding.metric.id, own.key, DelimitedText.number(own.value)]
        + numbers(finding, parameter).map(DelimitedText.number)
        + ["\(finding.measurable.contains(parameter))"]
    }
  }

  private func numbers(_ finding: WeightFinding, _ parameter: Int) -> [Double?] {
    switch finding.evidence {
    case .screening(let influences):
      let effects = influences[parameter].effects
      return [
        effects?.mean, effects?.meanError, effects?.meanMagnitude, effects?.meanMagnitudeError,
        effects?.deviation, effects?.noise, effects?.pValue,
      ]
    case .variance(let indices):
      let (first, total) = (indices?.first[parameter], indices?.total[parameter])
      return [
        first?.estimate, first?.interval?.lower, first?.interval?.upper, total?.estimate,
        total?.interval?.lower, total?.interval?.upper, indices?.variance,
      ]
    }
  }
}
