package import SocialFeed

/// The decisions of a lane of Vowpal Wabbit, until they are learnt from.
///
/// A decision is which post stands first on the first page of a refresh: it was drawn with the probability that the
/// daemon gave it. The outcome of a decision is what the viewer did with the post by way of that page within
/// ``patience``. A page whose first post is another one, or was not looked at, is not learnt from. Only events and the
/// clock change the state, so that a request that comes twice or that is never seen is not learnt from.
package struct VWDecisions: Sendable {
  /// How long an act may come after the page, in simulated seconds.
  package static let patience = 1800.0

  /// The default reward of an act, by its name; acts that are not here have reward 0.
  package static let rewards: [String: Double] = [
    "view": 1, "like": 1, "comment": 1, "save": 1, "vote": 1,
  ]

  /// What was put first in answer to a request.
  package struct Choice: Sendable {
    let request: VWRequest
    /// The index of the action in the request.
    let action: Int
    /// That with which it was drawn, above 0.
    let probability: Double

    package init(_ request: VWRequest, action: Int, probability: Double) {
      self.request = request
      self.action = action
      self.probability = probability
    }

    fileprivate var post: PostID { request.posts[action] }
  }

  /// An answer that was not shown yet.
  private struct Answer: Sendable {
    let refresh: UInt32
    let now: Double
    let choice: Choice
  }

  private struct Decision: Sendable {
    let choice: Choice
    let viewer: MemberID
    let shownAt: Double
    /// The number of the page's request in the world.
    let page: UInt32
    /// The largest of the acts so far.
    var reward = 0.0
  }

  private let rewards: [String: Double]
  /// The newest answer to each viewer.
  private var answers: [MemberID: Answer] = [:]
  /// In the order in which they were shown; few, since each waits for half an hour.
  private var decisions: [Decision] = []

  /// - Parameter rewards: The rewards of acts instead of ``rewards``, by name.
  package init(rewards: [String: Double] = [:]) {
    self.rewards = Self.rewards.merging(rewards) { $1 }
  }
}

extension VWDecisions {
  /// How many answers are kept before the old ones are looked for, which were never shown.
  private static let mostAnswers = 64

  /// Keeps what was put first for a refresh of a viewer, until its first page is shown.
  package mutating func keep(
    _ choice: Choice, of viewer: MemberID, refresh: UInt32, now: Double
  ) {
    if answers.count >= Self.mostAnswers {
      answers = answers.filter { $0.value.now + Self.patience > now }
    }
    answers[viewer] = Answer(refresh: refresh, now: now, choice: choice)
  }

  /// Takes in what happened, before which ``next(at:)`` has given all that was due.
  package mutating func take(_ event: RankerEvent) {
    switch event.content {
    case .impression(let impression): take(impression, at: event.time)
    case .interaction(let act, let post, let viewer, let page?):
      for index in decisions.indices
      where decisions[index].page == page && decisions[index].viewer == viewer
        && decisions[index].choice.post == post
      {
        decisions[index].reward = max(decisions[index].reward, rewards["\(act)"] ?? 0)
      }
    default: break
    }
  }

  private mutating func take(_ impression: RankerEvent.Impression, at time: Double) {
    guard impression.isOwn, impression.position == 1,
      let answer = answers[impression.viewer], answer.refresh == impression.refresh
    else { return }
    answers[impression.viewer] = nil
    guard impression.isLookedAt, impression.post == answer.choice.post else { return }
    decisions.append(
      Decision(
        choice: answer.choice, viewer: impression.viewer, shownAt: time, page: impression.request))
  }

  /// The labelled example of the oldest decision whose outcome is known at a simulated time; `nil` where none exists.
  package mutating func next(at time: Double) -> VWExample? {
    guard let decision = decisions.first, decision.shownAt + Self.patience <= time else {
      return nil
    }
    decisions.removeFirst()
    let choice = decision.choice
    return choice.request.labelled(
      choice.action, cost: 0 - decision.reward, probability: choice.probability)
  }
}
