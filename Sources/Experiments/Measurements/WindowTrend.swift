public import FeedMetrics
public import Stochastics

/// Whether the measured window has a trend: whether what an arm's community does changes from the window's
/// first days to its last, by more than ``threshold`` and surely so.
///
/// Each of the ``Series`` is compared between the first and the last half of the window's whole days; where
/// the window has two weeks, between its first and its last whole weeks. The change is the ratio of the two
/// means less 1, with Fieller's limits over the replicates: the worlds, which are independent, if there are at
/// least three, otherwise the days of each half, which are taken as independent. The intervals of all series
/// cover together (Bonferroni), so that at most ``errorRate`` of windows whose true changes are all within the
/// threshold are reported to have a trend.
///
/// The daily rhythm cancels, since only whole days are counted. Posts and looks are divided by what the
/// scenario's factors of weekdays expect.
public struct WindowTrend: Sendable, Hashable {
  /// A trend matters from this change on, as a fraction of the first half.
  public static let threshold = 0.1
  /// The part of windows in which some interval misses the true change, at most.
  public static let errorRate = 0.05
  /// The fewest worlds that are replicates.
  static let fewestWorlds = 3

  /// The replicates that an interval is made of.
  public enum Replicates: String, Sendable, Hashable { case worlds, days }

  public let arm: String
  /// How many days at each end of the window are compared; 0 where the window has fewer than two whole days.
  public let comparedDays: Int
  public let replicates: Replicates
  /// By series, where it has values.
  public let changes: [Change]
  private let warmUpDays: Double

  /// - Parameters:
  ///   - arm: The arm whose community it is.
  ///   - worlds: The days of each world, equally many.
  ///   - warmUpDays: Where the measured window begins.
  /// - Returns: `nil` without worlds.
  public init?(of arm: String, in worlds: [DailyActivity], warmUpDays: Double) {
    guard let days = worlds.map(\.days).min() else { return nil }
    let window = Self.window(days: days, warmUpDays: warmUpDays)
    self.arm = arm
    self.warmUpDays = warmUpDays
    comparedDays = Self.comparedDays(of: window.count)
    let replicates: Replicates = worlds.count >= Self.fewestWorlds ? .worlds : .days
    self.replicates = replicates
    let halves = Halves(
      first: window.prefix(comparedDays), last: window.suffix(comparedDays), replicates: replicates)
    let tested = Series.allCases.compactMap { series in
      halves.values(of: series, in: worlds).map { (series, $0) }
    }
    changes = tested.compactMap { series, values in
      Change(series, values, level: 1 - Self.errorRate / Double(tested.count), in: worlds)
    }
  }

  /// The whole days of the window.
  private static func window(days: Int, warmUpDays: Double) -> Range<Int> {
    min(days, Int(warmUpDays.rounded(.up)))..<days
  }

  /// Half of the window's days; whole weeks if each half has one.
  static func comparedDays(of days: Int) -> Int {
    let week = 7
    return days >= 2 * week ? days / (2 * week) * week : days / 2
  }

  /// The series that have a trend.
  public var trends: [Change] { changes.filter(\.isTrend) }

  /// The warm-up in days that MSER-5 proposes for all series that have a trend: the longest of theirs. `nil`
  /// where one of them has none in the first half of the run, and where it is no longer than the scenario's.
  public var proposedWarmUp: Int? {
    let proposals = trends.map(\.warmUp)
    guard !proposals.contains(nil), let longest = proposals.compactMap({ $0 }).max() else {
      return nil
    }
    return Double(longest) > warmUpDays ? longest : nil
  }
}

extension WindowTrend {
  /// The change of one series over the window.
  public struct Change: Sendable, Hashable {
    public let series: Series
    /// The mean of the last days relative to the mean of the first.
    public let effect: RelativeEffect
    /// The mean over worlds of each day of the run; `nil` on a day without a value.
    public let daily: [Double?]
    /// The days at the start of the run that MSER-5 leaves out; `nil` where it finds no truncation point in
    /// the first half of the run.
    ///
    /// A day is a batch of five bins of 4.8 hours, so that each batch has the whole rhythm of a day.
    public let warmUp: Int?

    /// Whether the series surely changes by more than the threshold.
    public var isTrend: Bool { effect.isSurely(beyond: WindowTrend.threshold) }

    fileprivate init?(
      _ series: Series, _ values: Halves.Values, level: Double, in worlds: [DailyActivity]
    ) {
      guard
        let effect = RelativeEffect(baseline: values.first, candidate: values.last, level: level)
      else { return nil }
      self.series = series
      self.effect = effect
      let daily = worlds[0].rhythm.indices.map { day in series.mean(in: worlds, over: day..<day + 1)
      }
      self.daily = daily
      let known = daily.compactMap { $0 }
      warmUp =
        known.count == daily.count ? MarginalStandardError.truncation(ofBatches: known) : nil
    }
  }

  /// The two ends of the window.
  fileprivate struct Halves {
    typealias Values = (first: [Double], last: [Double])

    let first: Range<Int>
    let last: Range<Int>
    let replicates: Replicates

    /// The replicates' values at both ends.
    ///
    /// - Returns: `nil` without a day, where a replicate has no value, or without events on the first days.
    func values(of series: Series, in worlds: [DailyActivity]) -> Values? {
      guard !first.isEmpty, let first = values(of: series, in: worlds, over: first),
        let last = values(of: series, in: worlds, over: last), first.contains(where: { $0 > 0 })
      else { return nil }
      return (first, last)
    }

    private func values(
      of series: Series, in worlds: [DailyActivity], over days: Range<Int>
    ) -> [Double]? {
      let values =
        switch replicates {
        case .worlds: worlds.map { series.mean(in: [$0], over: days) }
        case .days: days.map { series.mean(in: worlds, over: $0..<$0 + 1) }
        }
      let known = values.compactMap { $0 }
      return known.count == values.count ? known : nil
    }
  }
}

extension ExperimentResults {
  /// The trend of the measured window under the baseline, or, without a comparison, under the first arm; `nil`
  /// where the days were not counted.
  public var trend: WindowTrend? {
    let arm = design.arms[0]
    let worlds = outcomes.filter { $0.arm == arm }.map(\.activity)
    guard !worlds.contains(nil) else { return nil }
    return WindowTrend(
      of: arm, in: worlds.compactMap { $0 }, warmUpDays: design.warmUpDays)
  }
}
