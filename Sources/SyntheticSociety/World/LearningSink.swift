internal import FeedMetrics
internal import SocialFeed

/// Hands the events of a world on to its rankers that learn, in the form of a service's log.
///
/// Taste, quality, relevance and departures stay behind: a service does not know them.
final class LearningSink: ObservationSink {
  private struct Learner {
    let ranker: any Ranker
    let surface: Surface
    /// The index of its arm among the world's.
    let arm: Int
  }

  private let learners: [Learner]
  /// By post.
  private var authors: [MemberID] = []

  /// - Parameter rankers: The rankers of all arms of the world, one for each surface.
  /// - Returns: `nil` where none of them learns.
  init?(_ rankers: [any Ranker]) {
    let surfaces = Surface.allCases
    learners = rankers.enumerated().filter { $0.element.learns }.map { index, ranker in
      Learner(
        ranker: ranker, surface: surfaces[index % surfaces.count], arm: index / surfaces.count)
    }
    if learners.isEmpty { return nil }
  }

  private func learn(_ time: Double, _ content: RankerEvent.Content) {
    let events = [RankerEvent(time: time, content)]
    for learner in learners { learner.ranker.learn(events) }
  }

  func observe(_ member: MemberObservation) {
    learn(member.joinedAt, .join(member.member, group: member.group))
  }

  func observe(_ post: PostObservation) {
    authors.append(post.author)
    learn(
      post.createdAt,
      .post(
        post.post, author: post.author, category: post.category, visibility: post.visibility))
  }

  func observe(_ deletion: DeletionObservation) {
    learn(deletion.time, .delete(deletion.post, author: authors[deletion.post.index]))
  }

  func observe(_ entry: EntryObservation) {
    learn(
      entry.submittedAt,
      .enter(entry.post, author: authors[entry.post.index], contest: entry.contest))
  }

  func observe(_ tie: TieObservation) {
    learn(tie.time, .tie(tie.kind, from: tie.from, to: tie.to))
  }

  func observe(_ page: borrowing PageObservation) {
    guard !page.posts.isEmpty else { return }
    let arm = page.ranker / Surface.allCases.count
    var impressions: [RankerEvent] = []
    impressions.reserveCapacity(page.posts.count)
    for index in page.posts.indices {
      impressions.append(
        RankerEvent(
          time: page.time,
          .impression(
            RankerEvent.Impression(
              post: page.posts[index], viewer: page.viewer, surface: page.surface,
              request: page.request, refresh: page.refresh, position: page.offset + index + 1,
              isLookedAt: page.examined[index], isOwn: true))))
    }
    let ofOthers = impressions.map(\.ofOthers)
    for learner in learners {
      let isOwn = learner.surface == page.surface && learner.arm == arm
      learner.ranker.learn(isOwn ? impressions : ofOthers)
    }
  }

  func observe(_ interaction: InteractionObservation) {
    learn(
      interaction.time,
      .interaction(
        interaction.kind, interaction.post, by: interaction.member, request: interaction.request))
  }
}
