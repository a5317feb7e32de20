internal import FeedMetrics

extension WindowTrend {
  /// A daily series: a sum over days divided by another.
  public enum Series: String, CaseIterable, Sendable, Hashable {
    case posts, looks, opens, follows

    /// The name in a sentence, a plural.
    public var name: String {
      switch self {
      case .posts: "posts a day"
      case .looks: "looks a day"
      case .opens: "opens a look"
      case .follows: "follows"
      }
    }

    /// The mean over some days: of posts and looks a day of the mean rhythm, of follows a day's end.
    ///
    /// - Returns: `nil` where the denominator is 0.
    func mean(in worlds: [DailyActivity], over days: Range<Int>) -> Double? {
      let denominator = worlds.reduce(0) { sum, world in
        days.reduce(sum) { $0 + self.denominator(of: $1, in: world) }
      }
      let numerator = worlds.reduce(0) { sum, world in
        days.reduce(sum) { $0 + self.numerator(of: $1, in: world) }
      }
      return denominator > 0 ? Double(numerator) / denominator : nil
    }

    private func numerator(of day: Int, in world: DailyActivity) -> Int {
      switch self {
      case .posts: world.posts[day]
      case .looks: world.looks[day]
      case .opens: world.opens[day]
      case .follows: world.follows[day]
      }
    }

    private func denominator(of day: Int, in world: DailyActivity) -> Double {
      switch self {
      case .posts, .looks: world.rhythm[day]
      case .opens: Double(world.looks[day])
      case .follows: 1
      }
    }
  }
}
