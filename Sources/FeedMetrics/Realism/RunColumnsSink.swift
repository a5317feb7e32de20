import SocialFeed

/// Collects the columns of a run while it goes on: memory is in members, posts and ties.
package final class RunColumnsSink: ObservationSink {
  private static let day = 86_400.0

  private var window = 0.0..<Double.infinity
  private var collected = RunColumns()
  private var authors: [MemberID] = []
  private var follows: Set<RunColumns.Follow> = []
  /// The time of each member's last page with a look.
  private var lastLook: [Double] = []

  package init() {}

  /// The columns of what was observed so far.
  ///
  /// - Complexity: O(*f* log *f*), where *f* is the number of follows.
  package var columns: RunColumns {
    var columns = collected
    columns.follows = follows.sorted()
    return columns
  }

  package func begin(_ run: RunObservation) {
    window = run.windowStart..<run.duration
    collected.days = (run.duration - run.windowStart) / Self.day
  }

  package func observe(_ member: MemberObservation) {
    precondition(
      member.member.index == collected.impressionsOfMember.count,
      "member \(member.member) comes after \(collected.impressionsOfMember.count) others")
    collected.impressionsOfMember.append(0)
    collected.examinedOfMember.append(0)
    collected.sessionsOfMember.append(0)
    lastLook.append(-.infinity)
    collected.viewsOfMember.append(0)
  }

  package func observe(_ post: PostObservation) {
    precondition(
      post.post.index == authors.count, "post \(post.post) comes after \(authors.count) others")
    authors.append(post.author)
    collected.impressionsOfPost.append(0)
  }

  package func observe(_ page: borrowing PageObservation) {
    guard window.contains(page.time) else { return }
    var (shown, examined) = (0, 0)
    for index in page.posts.indices {
      let post = page.posts[index].index
      guard authors[post] != page.viewer else { continue }
      shown += 1
      examined += page.examined[index] ? 1 : 0
      collected.impressionsOfPost[post] += 1
    }
    collected.impressionsOfMember[page.viewer.index] += shown
    collected.examinedOfMember[page.viewer.index] += examined
    if examined > 0 { countLook(by: page.viewer.index, at: page.time) }
    let hour = page.time.truncatingRemainder(dividingBy: Self.day) / 3_600
    collected.impressionsOfHour[Int(hour)] += shown
  }

  private func countLook(by member: Int, at time: Double) {
    if time - lastLook[member] >= RunColumns.sessionGap { collected.sessionsOfMember[member] += 1 }
    lastLook[member] = time
  }

  package func observe(_ interaction: InteractionObservation) {
    guard window.contains(interaction.time), interaction.request != nil,
      authors[interaction.post.index] != interaction.member
    else { return }
    collected.add(interaction.kind, by: interaction.member)
  }

  package func observe(_ tie: TieObservation) {
    let follow = RunColumns.Follow(from: tie.from, to: tie.to)
    switch tie.kind {
    case .follow: follows.insert(follow)
    case .unfollow: follows.remove(follow)
    case .friend, .unfriend, .block: break
    }
  }
}
