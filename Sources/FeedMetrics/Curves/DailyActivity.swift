/// What happens on each whole day of a run, the warm-up included: a part of a day at the end is left out.
///
/// The columns have one element a day.
public struct DailyActivity: Codable, Hashable, Sendable {
  /// Posts that were published.
  public private(set) var posts: [Int]
  /// Posts on pages that were looked at.
  public private(set) var looks: [Int]
  /// Posts that were opened.
  public private(set) var opens: [Int]
  /// Follow ties at the end of the day.
  public private(set) var follows: [Int]
  /// What the week's rhythm expects of sessions and posts on the day, as a multiple of the mean day.
  public let rhythm: [Double]

  /// - Parameters:
  ///   - follows: Follow ties at the end of each day.
  ///   - rhythm: The expected multiples of the mean day, none negative.
  /// - Precondition: All columns have one length.
  public init(posts: [Int], looks: [Int], opens: [Int], follows: [Int], rhythm: [Double]) {
    precondition(
      [posts, looks, opens, follows].allSatisfy { $0.count == rhythm.count },
      "columns of days differ in length")
    (self.posts, self.looks, self.opens, self.follows) = (posts, looks, opens, follows)
    self.rhythm = rhythm
  }

  /// How many whole days the run has.
  public var days: Int { rhythm.count }

  /// The sums of two runs of one length and rhythm.
  public init(sumOf first: DailyActivity, _ second: DailyActivity) {
    func sum(_ column: (DailyActivity) -> [Int]) -> [Int] {
      zip(column(first), column(second)).map { $0 + $1 }
    }
    self.init(
      posts: sum(\.posts), looks: sum(\.looks), opens: sum(\.opens), follows: sum(\.follows),
      rhythm: first.rhythm)
  }
}
