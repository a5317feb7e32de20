internal import DataFiles
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import SyntheticSociety

/// Compares the posts of each hour with the rates at the attention of the hour's beginning, which it works out
/// from the likes.
///
/// - Precondition: The rate of posting does not depend on the hour, and no member joins.
final class AttentionSink: ObservationSink {
  /// Posts of members of some attention, and what was to be expected of them.
  struct Tally {
    private var posts = 0
    private var expected = 0.0
    private var atOwnRate = 0.0

    fileprivate mutating func add(_ posts: Int, ownRate: Double, factor: Double) {
      self.posts += posts
      atOwnRate += ownRate
      expected += ownRate * factor
    }

    /// Posts ÷ those at the members' own rates; a Poisson number ÷ a constant.
    func finding(_ result: String) -> Finding {
      Finding(
        result, size: "\(posts.grouped) posts", expect: expected / atOwnRate,
        observed: Double(posts) / atOwnRate, standardError: expected.squareRoot() / atOwnRate)
    }
  }

  private(set) var unseen = Tally()
  private(set) var famous = Tally()

  private static let hour = 3600.0

  private let rates: [Double]
  /// What the usual number of likes amounts to.
  private let usual: Double
  private let feedback: Double
  private let decayOfHour: Double
  private let halfLife: Double
  private var received: [Double]
  private var posts: [Int]
  private var authors: [Int] = []
  private var hourEnd = AttentionSink.hour
  /// Attention at the beginning of the hour.
  private var attention: [Double]

  init(_ run: WorldRun) {
    let posting = run.parameters.posting
    rates = run.initialPeople.map { Double($0.postRate) }
    feedback = posting.feedback
    halfLife = posting.feedbackHalfLifeDays * 86_400
    decayOfHour = Portable.exp2(-Self.hour / halfLife)
    let usual = (run.intercepts?.usualLikes ?? 0) * halfLife / naturalLog(2)
    self.usual = usual
    let meanRate = rates.reduce(0, +) / Double(rates.count { $0 > 0 })
    attention = rates.map { $0 / meanRate }
    received = attention.map { [decayOfHour] in $0 * usual * decayOfHour }
    posts = rates.map { _ in 0 }
  }

  func observe(_ post: PostObservation) {
    authors.append(post.author.index)
    guard post.createdAt >= 0 else { return }
    turn(to: post.createdAt)
    posts[post.author.index] += 1
  }

  func observe(_ interaction: InteractionObservation) {
    turn(to: interaction.time)
    guard interaction.kind == .like else { return }
    // What it will be worth at the end of the hour.
    received[authors[interaction.post.index]] +=
      Portable.exp2((interaction.time - hourEnd) / halfLife)
  }

  private func turn(to time: Double) {
    while time >= hourEnd { endHour() }
  }

  private func endHour() {
    for member in rates.indices where rates[member] > 0 {
      let own = rates[member] * Self.hour
      let factor = 1 + feedback * Portable.tanh(attention[member])
      if attention[member] < 0.1 { unseen.add(posts[member], ownRate: own, factor: factor) }
      if attention[member] > 3 { famous.add(posts[member], ownRate: own, factor: factor) }
      posts[member] = 0
    }
    attention = received.map { $0 / usual }
    for member in received.indices { received[member] *= decayOfHour }
    hourEnd += Self.hour
  }
}
