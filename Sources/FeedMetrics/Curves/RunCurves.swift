/// What a run's charts draw and no single number shows: how exposure is shared, how old posts are when
/// they are shown, and what the categories get of what they give.
///
/// All of it is about the statistics' window and the posts of others, as the metrics are. The points
/// stand on grids that all runs share, so that curves of several worlds have a mean.
public struct RunCurves: Codable, Hashable, Sendable {
  /// The parts of all exposure that the least exposed hundredths of authors get, by ``percents``: the
  /// Lorenz curve behind `creator_exposure_gini`, the unexposed included. Empty without impressions.
  public let exposure: [Double]
  /// The parts of all impressions whose post was younger than each of ``ages``. Empty without impressions.
  public let youngerThan: [Double]
  /// The parts of all impressions that each category gets. Empty without impressions.
  public let shown: [Double]
  /// The parts of all posts, shown or not, that each category gives. Empty without posts.
  public let published: [Double]
  /// How many authors had a post before the end of the window, how many posts they had, and how many
  /// impressions there were.
  public let authors: Double
  public let posts: Double
  public let impressions: Double

  /// The hundredths of authors for ``exposure``: 0, 2, … 100.
  public static let percents = Array(stride(from: 0, through: 100, by: 2))

  /// The ages in seconds for ``youngerThan``: from a minute to 45 days, four to each
  /// doubling, evenly apart in it.
  public static let ages: [Int] =
    (0..<16).flatMap { doubling in (4..<8).map { 15 * $0 << doubling } } + [60 << 16]
}

extension RunCurves {
  /// The curves of a whole run, after its end.
  init(_ run: borrowing ScopeTallies) {
    let lorenz = LorenzCurve(of: run.authors.map(\.exposure.value))
    exposure = lorenz.map { curve in Self.percents.map { curve.bottomShare(percent: $0) } } ?? []
    youngerThan = Self.shares(of: run.ages.counts(youngerThan: Self.ages), in: run.ages.count)
    var (shown, published) = (
      [Int](repeating: 0, count: run.categoryCount), [Int](repeating: 0, count: run.categoryCount)
    )
    for index in run.counts.shown.elements.indices {
      shown[index % run.categoryCount] += Int(run.counts.shown.elements[index])
    }
    for post in 0..<run.population { published[Int(run.posts.origin[post].category)] += 1 }
    self.shown = Self.shares(of: shown, in: run.counts.impressions)
    self.published = Self.shares(of: published, in: run.population)
    authors = Double(run.authors.count)
    posts = Double(run.population)
    impressions = Double(run.counts.impressions)
  }

  private static func shares(of counts: [Int], in total: Int) -> [Double] {
    total > 0 ? counts.map { Double($0) / Double(total) } : []
  }

  /// The mean of several worlds' curves, each world with the same weight; of those that have a curve.
  ///
  /// - Parameter worlds: Of one scenario, so that they have the same categories.
  /// - Returns: `nil` of no worlds.
  public init?(meanOf worlds: [RunCurves]) {
    guard !worlds.isEmpty else { return nil }
    func mean(_ curve: (RunCurves) -> [Double]) -> [Double] {
      let drawn = worlds.map(curve).filter { !$0.isEmpty }
      return (drawn.first ?? []).indices.map { point in
        CompensatedSum(drawn.lazy.map { $0[point] }).value / Double(drawn.count)
      }
    }
    func meanCount(_ count: (RunCurves) -> Double) -> Double {
      CompensatedSum(worlds.map(count)).value / Double(worlds.count)
    }
    exposure = mean(\.exposure)
    youngerThan = mean(\.youngerThan)
    shown = mean(\.shown)
    published = mean(\.published)
    authors = meanCount(\.authors)
    posts = meanCount(\.posts)
    impressions = meanCount(\.impressions)
  }
}
