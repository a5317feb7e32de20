internal import SocialFeed

/// Counts the activity of each whole day of a run.
///
/// Every page, interaction and tie counts, on whichever surface and during the warm-up too. An opening counts
/// on the day on which it happens.
public final class DailyActivitySink: ObservationSink {
  private let weekdays: [Double]
  private var days = 0
  private var posts: [Int] = []
  private var looks: [Int] = []
  private var opens: [Int] = []
  /// By day, follows less unfollows; ties from before the run count on the first day.
  private var newFollows: [Int] = []

  private static let dayLength = 86_400.0

  /// - Parameter weekdays: The factors of the days of the week on sessions and posts, from Monday, on which a
  ///   run starts; none negative, with a sum above 0.
  public init(weekdays: [Double]) {
    precondition(
      weekdays.count == 7 && weekdays.reduce(0, +) > 0, "\(weekdays) are no factors of weekdays")
    self.weekdays = weekdays
  }

  public func begin(_ run: RunObservation) {
    days = Int((run.duration / Self.dayLength).rounded(.down))
    let zeros = Array(repeating: 0, count: days)
    (posts, looks, opens, newFollows) = (zeros, zeros, zeros, zeros)
  }

  public func observe(_ post: PostObservation) {
    if post.createdAt >= 0, let day = day(of: post.createdAt) { posts[day] += 1 }
  }

  public func observe(_ page: borrowing PageObservation) {
    guard let day = day(of: page.time) else { return }
    var count = 0
    for examined in page.examined where examined { count += 1 }
    looks[day] += count
  }

  public func observe(_ interaction: InteractionObservation) {
    if interaction.kind == .view, let day = day(of: interaction.time) { opens[day] += 1 }
  }

  public func observe(_ tie: TieObservation) {
    guard let day = day(of: tie.time) else { return }
    switch tie.kind {
    case .follow: newFollows[day] += 1
    case .unfollow: newFollows[day] -= 1
    case .friend, .unfriend, .block: break
    }
  }

  /// The day of a time, the first one for times before the run; `nil` after the last whole day.
  private func day(of time: Double) -> Int? {
    let day = Int(max(0, time) / Self.dayLength)
    return day < days ? day : nil
  }

  /// The counts so far.
  public var activity: DailyActivity {
    var held = 0
    let follows = newFollows.map { new in
      held += new
      return held
    }
    let mean = weekdays.reduce(0, +) / 7
    return DailyActivity(
      posts: posts, looks: looks, opens: opens, follows: follows,
      rhythm: (0..<days).map { weekdays[$0 % 7] / mean })
  }
}
