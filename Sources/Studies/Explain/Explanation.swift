package import Experiments
package import FeedMetrics
package import ReportKit
internal import Scenarios
internal import Stochastics

/// Where the change of a metric comes from: for each candidate its decompositions, by one dimension or by all.
package struct Explanation: Sendable {
  /// The parts of one candidate.
  package struct Candidate: Sendable {
    package let comparison: Comparison
    /// By dimension; the one whose mix moves the metric most first.
    package let decompositions: [Decomposition]
  }

  package let results: ExperimentResults
  package let metric: MetricDefinition
  /// The requested dimension; `nil` for all.
  package let dimension: LookDimension?
  package let candidates: [Candidate]
  /// The call that made it, whose variants its document names; `nil` for none.
  package var call: ExplainCall?

  /// Why results cannot be explained.
  package enum Refusal: Error, Hashable {
    /// The results have no comparison.
    case noComparison
    /// The looks of the worlds were not counted.
    case noLooks
    /// The dimension is not known in these worlds, or has one level.
    case noDimension(LookDimension)
    /// No metric of the results can be explained.
    case noMetric
  }

  /// The metrics that can be divided by what was looked at.
  package static let metrics = MetricCatalogue.all.filter {
    MetricCatalogue.ratio(of: $0.id) != nil
  }

  /// The metric that is explained where none is named: the primary metric, of all surfaces where it counts some of them, or
  /// the first of the results that can be divided.
  package static func usualMetric(of design: ExperimentDesign) -> MetricDefinition? {
    let measured = metrics.filter { metric in design.metrics.contains { $0.id == metric.id } }
    let primary = design.questions.primary.map(MetricCatalogue.wholeID)
    return measured.first { $0.id == primary } ?? measured.first
  }

  /// That the metric is not the one that decided; `nil` where it is tested, or none is.
  package static func note(on metric: MetricDefinition, in design: ExperimentDesign) -> String? {
    let tested = design.questions.metrics
    guard !tested.isEmpty, !tested.contains(metric.id) else { return nil }
    guard let primary = design.questions.primary.flatMap(MetricCatalogue.definition),
      MetricCatalogue.wholeID(of: primary.id) == metric.id
    else { return "\(metric.label) is not a tested metric." }
    return
      "\(metric.label) counts all surfaces. The primary, \(primary.labelInSentence), counts some of them: see the"
      + " parts by surface."
  }

  /// - Parameters:
  ///   - metric: One of ``metrics`` that the results have.
  ///   - dimension: The only dimension. Default: all.
  ///   - candidate: The only candidate. Default: all.
  package init(
    _ results: ExperimentResults, of metric: MetricDefinition, by dimension: LookDimension? = nil,
    candidate: String? = nil
  ) throws(Refusal) {
    guard results.design.baseline != nil else { throw .noComparison }
    guard results.hasLooks else { throw .noLooks }
    self.results = results
    self.metric = metric
    self.dimension = dimension
    let names = results.design.candidates.filter { candidate == nil || $0 == candidate }
    let comparisons = results.comparisons.filter { $0.metric.id == metric.id }
    candidates = names.compactMap { name in
      comparisons.first { $0.candidate == name }.map { comparison in
        let found = (dimension.map { [$0] } ?? LookDimension.allCases).compactMap {
          results.decomposition(of: metric, candidate: name, by: $0)
        }
        return Candidate(
          comparison: comparison,
          decompositions: found.filter { $0.levels.count > 1 || dimension != nil }
            .sorted { $0.sum.fromMix.mean.magnitude > $1.sum.fromMix.mean.magnitude })
      }
    }
    if let dimension, candidates.contains(where: \.decompositions.isEmpty) {
      throw .noDimension(dimension)
    }
    if candidates.allSatisfy(\.decompositions.isEmpty) { throw .noMetric }
  }
}

extension Explanation.Candidate {
  /// The change of the metric, with its interval if it has one.
  package var change: String { ChangeText(comparison).sized }

  /// The decompositions that say most: of those by one property, the ones whose mix moves the metric most and surely,
  /// at most two and at least one.
  package var main: [Decomposition] {
    let single = decompositions.filter { $0.dimension != .surfaceAndLook }
    let sure = single.filter { $0.sum.fromMix.interval.map { !$0.contains(0) } ?? false }
    return Array(
      (sure.isEmpty ? single.isEmpty ? decompositions : single : sure).prefix(sure.isEmpty ? 1 : 2))
  }
}

extension Decomposition {
  /// The levels, those with the largest parts first.
  package var byShare: [Part] {
    levels.enumerated().sorted { one, other in
      let sizes = (one.element.whole.mean.magnitude, other.element.whole.mean.magnitude)
      return sizes.0 == sizes.1 ? one.offset < other.offset : sizes.0 > sizes.1
    }.map(\.element)
  }

  /// The scale of the parts: decimals show a digit of the standard error of the whole.
  package var partScale: ValueScale {
    ValueScale(metric, size: sum.whole.mean.magnitude, error: sum.whole.standardError)
  }

  /// The scale of the rates: three digits of the largest.
  package var rateScale: ValueScale {
    let rates = levels.flatMap { [$0.baselineRate, $0.candidateRate].compactMap { $0 } }
    return ValueScale(metric, size: rates.map(\.magnitude).max() ?? 0, error: nil)
  }

  /// The level with the largest part.
  package var largest: Part? { byShare.first }

  /// A look's weight as text: a share, or looks a day.
  package func weight(_ weight: Double) -> String {
    isOfShares ? NumberText.share(weight) : NumberText.rounded(weight, figures: 3)
  }

  package var isOfShares: Bool { MetricCatalogue.ratio(of: metric.id)?.denominator == .looks }

  /// How much comes from the mix and how much from rates, with the level that moves most in each.
  package var sentence: String {
    let (parts, rates) = (partScale, rateScale)
    var text =
      "By \(dimension.title): \(parts.change(sum.fromMix.mean)) comes from the mix"
    if let level = levels.max(by: { $0.fromMix.mean.magnitude < $1.fromMix.mean.magnitude }),
      let name = level.level, level.fromMix.mean != 0
    {
      text +=
        " (\(name): \(weight(level.candidateWeight)) of looks instead of"
        + " \(weight(level.baselineWeight)))"
    }
    text += ", and \(parts.change(sum.fromRate.mean)) from other rates"
    if let level = levels.max(by: { $0.fromRate.mean.magnitude < $1.fromRate.mean.magnitude }),
      let name = level.level, level.fromRate.mean != 0, let before = level.baselineRate,
      let after = level.candidateRate
    {
      text += " (\(name): \(rates.value(after)) instead of \(rates.value(before)))"
    }
    return text + "."
  }
}
