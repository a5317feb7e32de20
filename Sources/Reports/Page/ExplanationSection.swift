internal import Experiments
internal import FeedMetrics
internal import PortableMath
internal import ReportKit
internal import Stochastics
internal import Studies

/// Where the change of the primary metric, of all surfaces, comes from.
enum ExplanationSection {
  /// - Returns: `nil` where no metric of the results can be divided.
  static func why(_ context: PageContext) -> PageWhy? {
    guard let metric = Explanation.usualMetric(of: context.design),
      let explanation = try? Explanation(context.results, of: metric)
    else { return nil }
    let cards = explanation.candidates.compactMap { candidate -> PageWhyCard? in
      let main = candidate.main
      guard !main.isEmpty else { return nil }
      let name = candidate.comparison.candidate
      return PageWhyCard(
        whyArm: context.arms.index(of: name) ?? 0,
        whyTitle: "\(name): \(metric.labelInSentence) \(candidate.change)",
        whyBlocks: main.map(block),
        whyTable: PageTable(
          "Parts of the change under \(name) by each property of what was looked at",
          columns: ["By", "From the mix#", "Interval#", "From rates#", "Interval#", "Most at"],
          rows: candidate.decompositions.map(row)))
    }
    guard !cards.isEmpty else { return nil }
    return PageWhy(
      whyText:
        "Where the change of \(metric.label) comes from. Mix: people looked more or less at something. Rate: each look led to more"
        + " or fewer actions. Baseline → candidate."
        + (Explanation.note(on: metric, in: context.design).map { " " + $0 } ?? ""),
      whyCards: cards)
  }

  private static func row(_ decomposition: Decomposition) -> [String] {
    let scale = decomposition.partScale
    func cells(_ part: PairedDifference) -> [String] {
      [scale.change(part.mean), part.interval.map(scale.limits) ?? NumberText.missing]
    }
    let most = decomposition.largest.map {
      "\($0.level ?? "") \(scale.change($0.whole.mean))"
    }
    return [decomposition.dimension.title] + cells(decomposition.sum.fromMix)
      + cells(decomposition.sum.fromRate) + [most ?? NumberText.missing]
  }

  /// The most levels that are drawn.
  private static let mostLevels = 6

  private static func block(_ decomposition: Decomposition) -> PageWhyBlock {
    let (parts, rates) = (decomposition.partScale, decomposition.rateScale)
    let levels = decomposition.byShare.prefix(mostLevels)
    let reach = levels.flatMap { [$0.fromMix.mean.magnitude, $0.fromRate.mean.magnitude] }.max()
    func bar(_ part: PairedDifference) -> (start: String, width: String) {
      let share = reach.map { $0 > 0 ? part.mean / $0 * 48 : 0 } ?? 0
      return (
        NumberText.ascii(min(0, share)), NumberText.ascii(share.magnitude)
      )
    }
    return PageWhyBlock(
      blockText: decomposition.sentence, blockTitle: decomposition.dimension.title,
      whyLevels: levels.map { level in
        let (mix, rate) = (bar(level.fromMix), bar(level.fromRate))
        return PageWhyLevel(
          levelName: level.level ?? "",
          levelLooks: "\(decomposition.weight(level.baselineWeight)) →"
            + " \(decomposition.weight(level.candidateWeight))",
          levelRate: [level.baselineRate, level.candidateRate].map {
            $0.map(rates.value) ?? NumberText.missing
          }.joined(separator: " → "),
          mixStart: mix.start, mixWidth: mix.width, rateStart: rate.start, rateWidth: rate.width,
          levelPart: parts.change(level.whole.mean),
          levelInterval: level.whole.interval.map(parts.limits) ?? NumberText.missing)
      })
  }
}

extension NumberText {
  /// A coordinate of a drawing.
  fileprivate static func ascii(_ value: Double) -> String {
    fixed(value, decimals: 1).replacing(minus, with: "-")
  }
}
