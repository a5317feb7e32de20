internal import Experiments
internal import FeedMetrics
internal import PortableMath
internal import ReportKit

/// The age of posts when they are shown.
enum AgeFigure {
  /// Ages below this quantile or above one minus this quantile are not drawn.
  private static let tail = 0.004

  private static let metric = "age_at_impression_p50_s"

  static func figure(_ context: PageContext) -> PageFigure? {
    let arms = SharingSection.curves(context, \.youngerThan)
    guard !arms.isEmpty else { return nil }
    let subject = SharingSection.subject(context, arms)
    let medians = arms.map { ($0.name, median(of: $0.name, context)) }
    let medianText = medians.map { "\($0) \(AgeText.text($1))" }.joined(separator: ", ")
    let styles = context.arms.styles.filter { style in arms.contains { $0.name == style.name } }
    return PageFigure(
      figureID: "age", anchorID: "fresh", width: "c6", figureTitle: title(subject, context),
      stories: SharingSection.stories(context, subject) { title($0, context) },
      subtitle:
        "Share of impressions whose post was younger than the age on the axis, mean over the"
        + " worlds. Medians: \(medianText).\(context.arms.note)",
      legend: context.arms.legend(arms.map(\.name)),
      description: "Cumulative distribution of a post's age when shown. Medians: \(medianText).",
      panels: [PagePanel(drawing(context, styles))], figureTable: table(context))
  }

  private static func title(_ arm: String, _ context: PageContext) -> String {
    "Half of what \(arm) shows is younger than \(AgeText.text(median(of: arm, context)))"
  }

  /// The mean over the worlds of the median age, equal to the tables'; where the metric is not computed, the age
  /// at which the mean curve passes one half.
  private static func median(of arm: String, _ context: PageContext) -> Double {
    context.estimate(of: arm, metric)?.mean ?? AgeText.quantile(0.5, of: context.curves[arm]!)
  }

  private static func drawing(_ context: PageContext, _ arms: [ArmStyle]) -> ChartDrawing {
    let lines = arms.map {
      (arm: $0, points: points(context.curves[$0.name]!, in: drawnAges(context, arms)))
    }
    let ages = lines.flatMap(\.points).map(\.x)
    let x = ChartScale(.logarithmic, holding: ages, padding: 0.01)!
    let y = ChartScale(.linear, 0...1)
    return ChartDrawing(in: "c6") { width, isNarrow in
      Chart(
        width: width, height: isNarrow ? 250 : 300,
        margins: .init(top: 12, right: 10, bottom: 40, left: 46),
        x: .init(
          x, ticks: ticks(in: x, gap: isNarrow ? 0.17 : 0.11), title: "age of the post when shown",
          hasGrid: false),
        y: .init(y, ticks: [0, 0.25, 0.5, 0.75, 1].map { ChartTick($0, NumberText.share($0)) }),
        marks: [ChartMark(.horizontal(0.5), .axis, dash: [2, 3], width: 1)]
          + lines.flatMap { line -> [ChartMark] in
            let age = median(of: line.arm.name, context)
            return [
              ChartMark(
                .line(line.points), line.arm.colour, dash: line.arm.dash, arm: line.arm.index),
              ChartMark(
                .dot(.init(age, 0.5), line.arm.dot), line.arm.colour,
                title: "\(line.arm.name): median age \(AgeText.text(age))", arm: line.arm.index),
            ]
          })
    }
  }

  /// Round ages, with texts as people say them.
  private static func ticks(in scale: ChartScale, gap: Double) -> [ChartTick] {
    var chosen: [Double] = []
    for age in [
      86_400.0, 3600, 60, 604_800, 600, 21_600, 2_592_000, 259_200, 1800, 10_800, 43_200, 1_209_600,
    ]
    where scale.domain.contains(age)
      && chosen.allSatisfy({ (scale.fraction($0) - scale.fraction(age)).magnitude >= gap })
    {
      chosen.append(age)
    }
    return chosen.sorted().map { age in
      let (number, unit) =
        age < 3600 ? (age / 60, "min") : age < 86_400 ? (age / 3600, "h") : (age / 86_400, "d")
      return ChartTick(age, "\(NumberText.fixed(number, decimals: 0)) \(unit)")
    }
  }

  /// The indices of the ages between the tails.
  private static func drawnAges(_ context: PageContext, _ arms: [ArmStyle]) -> [Int] {
    let curves = arms.map { context.curves[$0.name]!.youngerThan }
    return RunCurves.ages.indices.filter { age in
      curves.contains { $0[age] >= tail } && curves.contains { $0[max(0, age - 1)] <= 1 - tail }
    }
  }

  private static func points(_ curves: RunCurves, in ages: [Int]) -> [ChartMark.Point] {
    ages.map { .init(Double(RunCurves.ages[$0]), curves.youngerThan[$0]) }
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
