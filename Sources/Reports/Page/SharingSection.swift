internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import PageResources
internal import PortableMath
internal import ReportKit
internal import Studies

/// The distribution of exposure among authors, and the age of shown posts.
enum SharingSection {
  static func section(_ context: PageContext) -> PageSection? {
    var figures = [LorenzFigure.figure(context), AgeFigure.figure(context)].compactMap { $0 }
    guard !figures.isEmpty else { return nil }
    if figures.count == 1 { figures[0].width = "" }
    return PageSection(
      sectionID: "sharing", sectionTitle: "Fairness and freshness",
      links: figures.map {
        $0.figureID == "lorenz"
          ? PageLink(anchor: "fair", linkText: "Fairness")
          : PageLink(anchor: "fresh", linkText: "Freshness")
      },
      figures: figures)
  }

  /// The drawn arms that have the curve.
  static func curves(
    _ context: PageContext, _ curve: (RunCurves) -> [Double]
  ) -> [(name: String, slot: Int)] {
    context.arms.drawn.filter { arm in context.curves[arm.name].map { !curve($0).isEmpty } == true }
  }

  /// The arm that a title describes.
  static func subject(_ context: PageContext, _ arms: [(name: String, slot: Int)]) -> String {
    arms.first { $0.name == context.best }?.name ?? arms[0].name
  }
}

/// The Lorenz curve of exposure among authors.
enum LorenzFigure {
  private static let gini = "creator_exposure_gini"

  static func figure(_ context: PageContext) -> PageFigure? {
    let arms = SharingSection.curves(context, \.exposure)
    guard !arms.isEmpty else { return nil }
    let subject = SharingSection.subject(context, arms)
    let half = share(50, of: context.curves[subject]!)
    let ginis = arms.compactMap { arm in
      context.estimate(of: arm.name, gini).flatMap { estimate in
        estimate.mean.map { _ in "\(arm.name) \(estimate.meanValue.text)" }
      }
    }
    let giniText = ginis.isEmpty ? "" : " Gini: \(ginis.joined(separator: ", "))."
    var rows = ChartRows(["ranker", "creators", "exposure"])
    for arm in arms {
      for (percent, share) in zip(RunCurves.percents, context.curves[arm.name]!.exposure) {
        rows.append([
          .string(arm.name), ChartRows.number(Double(percent) / 100), ChartRows.number(share),
        ])
      }
    }
    return PageFigure(
      figureID: "lorenz", anchorID: "fair", width: "c6",
      figureTitle: "Under \(subject) the least seen half of authors gets"
        + " \(NumberText.share(half)) of exposure",
      subtitle: "Lorenz curve, mean over the worlds: the nearer to the diagonal, the more evenly"
        + " shared.\(giniText)\(context.arms.note)",
      description: "Lorenz curves of exposure by author.\(giniText)",
      figureTable: table(context), spec: ChartSpec(.lorenz, arms: arms), data: [("lorenz", rows)])
  }

  private static func share(_ percent: Int, of curves: RunCurves) -> Double {
    curves.exposure[RunCurves.percents.firstIndex(of: percent)!]
  }

  private static func table(_ context: PageContext) -> PageTable {
    let rows = context.arms.names.compactMap { name -> [String]? in
      guard let curves = context.curves[name], !curves.exposure.isEmpty else { return nil }
      let estimate = context.estimate(of: name, gini)
      return [
        name, (estimate?.meanValue ?? .missing).text, (estimate?.intervalValue ?? .missing).text,
        NumberText.share(share(50, of: curves)), NumberText.share(1 - share(90, of: curves)),
      ]
    }
    return PageTable(
      "Exposure by author",
      columns: ["Arm", "Gini#", "Interval#", "Least seen half#", "Most seen tenth#"], rows: rows)
  }
}

/// The age of posts when they are shown.
enum AgeFigure {
  /// Ages below this quantile or above one minus this quantile are not drawn.
  private static let tail = 0.004

  static func figure(_ context: PageContext) -> PageFigure? {
    let arms = SharingSection.curves(context, \.youngerThan)
    guard !arms.isEmpty else { return nil }
    let subject = SharingSection.subject(context, arms)
    let medians = arms.map { arm in (arm.name, median(of: arm.name, context)) }
    let medianText = medians.map { "\($0) \(AgeText.text($1))" }.joined(separator: ", ")
    let first = medians.first { $0.0 == subject }!.1
    return PageFigure(
      figureID: "age", anchorID: "fresh", width: "c6",
      figureTitle: "Half of what \(subject) shows is younger than \(AgeText.text(first))",
      subtitle:
        "Share of impressions whose post was younger than the age on the axis, mean over the"
        + " worlds. Where they pass one half: \(medianText).\(context.arms.note)",
      description: "Cumulative distribution of a post's age when shown. Medians: \(medianText).",
      figureTable: table(context), spec: ChartSpec(.age, arms: arms),
      data: [("age", rows(context, arms)), ("ageMedian", medianRows(medians))])
  }

  /// The age at which the mean curve passes one half.
  private static func median(of arm: String, _ context: PageContext) -> Double {
    AgeText.quantile(0.5, of: context.curves[arm]!)
  }

  private static func rows(
    _ context: PageContext, _ arms: [(name: String, slot: Int)]
  ) -> ChartRows {
    let curves = arms.map { context.curves[$0.name]!.youngerThan }
    let isDrawn = RunCurves.ages.indices.map { age in
      curves.contains { $0[age] >= tail } && curves.contains { $0[max(0, age - 1)] <= 1 - tail }
    }
    var rows = ChartRows(["ranker", "age", "share", "label"])
    for (arm, curve) in zip(arms, curves) {
      for (index, age) in RunCurves.ages.enumerated() where isDrawn[index] {
        rows.append([
          .string(arm.name), ChartRows.number(Double(age) / 3600), ChartRows.number(curve[index]),
          .string(AgeText.text(Double(age))),
        ])
      }
    }
    return rows
  }

  /// The medians, on the curves.
  private static func medianRows(
    _ medians: [(String, Double)]
  ) -> ChartRows {
    var rows = ChartRows(["ranker", "age", "share", "label"])
    for (arm, age) in medians {
      rows.append([
        .string(arm), ChartRows.number(age / 3600), .number(0.5),
        .string(AgeText.text(age)),
      ])
    }
    return rows
  }

  private static func table(_ context: PageContext) -> PageTable {
    let rows = context.arms.names.compactMap { name -> [String]? in
      guard let curves = context.curves[name], !curves.youngerThan.isEmpty else { return nil }
      let quarters = [0.25, 0.75, 0.9].map { AgeText.text(AgeText.quantile($0, of: curves)) }
      return [name, quarters[0], AgeText.text(median(of: name, context)), quarters[1], quarters[2]]
    }
    return PageTable(
      "Age of posts when they are shown: so many impressions are of younger posts",
      columns: ["Arm", "A quarter#", "Half#", "Three quarters#", "Nine tenths#"], rows: rows)
  }
}

/// Ages in sentences and tables.
enum AgeText {
  /// An age in seconds below a minute, in minutes below an hour, in hours below two days, then in days.
  static func text(_ seconds: Double) -> String {
    switch seconds {
    case ..<60: NumberText.fixed(seconds, decimals: 0) + " s"
    case ..<3600: NumberText.fixed(seconds / 60, decimals: 0) + " min"
    case ..<172_800: NumberText.fixed(seconds / 3600, decimals: 1) + " h"
    default: NumberText.fixed(seconds / 86_400, decimals: 1) + " d"
    }
  }

  /// A quantile of the age of impressions, interpolated linearly over the logarithm of the age, as the chart
  /// draws it.
  ///
  /// - Returns: The first or the last age of the curve if the quantile is beyond it.
  static func quantile(_ part: Double, of curves: RunCurves) -> Double {
    let (ages, shares) = (RunCurves.ages.map(Double.init), curves.youngerThan)
    guard let above = shares.firstIndex(where: { $0 >= part }) else { return ages.last! }
    guard above > 0 else { return ages[0] }
    let (low, high) = (ages[above - 1], ages[above])
    let way = (part - shares[above - 1]) / (shares[above] - shares[above - 1])
    return low * Portable.exp(way * Portable.log(high / low))
  }
}
