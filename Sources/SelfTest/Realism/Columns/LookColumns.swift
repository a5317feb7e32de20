package import Calibration
package import FeedMetrics
internal import SocialFeed

/// When people looked at posts, in the form of a log of impressions: an impression is a look at somebody
/// else's post, at the time of its page.
///
/// Sessions and page loads follow `SessionStatistics`: a gap of 30 minutes between two
/// looks starts a session, a gap of a second a page load. Looks during the warm-up do not count.
package struct LookColumns: Sendable, Hashable {
  /// Seconds between the successive looks of each member.
  package fileprivate(set) var gaps = GapBins()
  /// By member, in order of identifier.
  package fileprivate(set) var looksOfMember: [Int] = []
  package fileprivate(set) var sessionsOfMember: [Int] = []
  /// Whether the member had joined when the warm-up ended.
  package fileprivate(set) var isThereThroughout: [Bool] = []
  /// Looks, and openings from a feed, in each hour of the day, from midnight.
  package fileprivate(set) var looksOfHour = [Int](repeating: 0, count: 24)
  package fileprivate(set) var opensOfHour = [Int](repeating: 0, count: 24)
  /// Looks on each day of the run, which begins on a Monday. Days of the warm-up have 0.
  package fileprivate(set) var looksOfDay: [Int] = []
  /// The days of the run that are measured from midnight to midnight.
  package fileprivate(set) var wholeDays = 0..<0
  /// Looks at each rank of the home feed, from the first: the place in the refresh, whatever the page.
  package fileprivate(set) var looksOfRank: [Int] = []
  /// The measured time in days.
  package fileprivate(set) var measuredDays = 0.0
}

/// Collects the looks of a run.
package final class LookSink: ObservationSink {
  private static let day = 86_400.0

  package private(set) var columns = LookColumns()
  private var window = 0.0..<Double.infinity
  private var authors: [MemberID] = []
  /// The time of each member's last look.
  private var last: [Double] = []

  package init() {}

  package func begin(_ run: RunObservation) {
    window = run.windowStart..<run.duration
    let days = (window.lowerBound / Self.day, window.upperBound / Self.day)
    columns.measuredDays = days.1 - days.0
    let first = Int(days.0.rounded(.up))
    columns.wholeDays = first..<max(first, Int(days.1))
    columns.looksOfDay = Array(repeating: 0, count: Int(days.1.rounded(.up)))
  }

  package func observe(_ member: MemberObservation) {
    columns.looksOfMember.append(0)
    columns.sessionsOfMember.append(0)
    columns.isThereThroughout.append(member.joinedAt <= window.lowerBound)
    last.append(-.infinity)
  }

  package func observe(_ post: PostObservation) { authors.append(post.author) }

  package func observe(_ page: borrowing PageObservation) {
    guard window.contains(page.time) else { return }
    var looks = 0
    for index in page.posts.indices
    where page.examined[index] && authors[page.posts[index].index] != page.viewer {
      looks += 1
      if page.surface == .home { count(lookAtRank: page.offset + index) }
    }
    if looks > 0 { count(looks, of: page.viewer.index, at: page.time) }
  }

  private func count(lookAtRank index: Int) {
    while columns.looksOfRank.count <= index { columns.looksOfRank.append(0) }
    columns.looksOfRank[index] += 1
  }

  private func count(_ looks: Int, of viewer: Int, at time: Double) {
    let gap = time - last[viewer]
    if gap >= SessionStatistics.sessionGap { columns.sessionsOfMember[viewer] += 1 }
    if gap.isFinite { columns.gaps.add(gap: gap) }
    for _ in 1..<looks { columns.gaps.add(gap: 0) }
    last[viewer] = time
    columns.looksOfMember[viewer] += looks
    columns.looksOfHour[Self.hour(of: time)] += looks
    columns.looksOfDay[Int(time / Self.day)] += looks
  }

  package func observe(_ interaction: InteractionObservation) {
    guard interaction.kind == .view, interaction.request != nil,
      window.contains(interaction.time),
      authors[interaction.post.index] != interaction.member
    else { return }
    columns.opensOfHour[Self.hour(of: interaction.time)] += 1
  }

  private static func hour(of time: Double) -> Int {
    Int(time.truncatingRemainder(dividingBy: day) / 3600)
  }
}
