import SocialFeed
import TestSupport

/// How a random sequence of calls behaves.
struct Habits {
  /// How often each kind of call comes, relative to the others.
  enum Deed: CaseIterable { case join, tie, publish, interact, vote, enter, rotate }

  var weights: [Deed: Double] = [
    .join: 1, .tie: 4, .publish: 4, .interact: 10, .vote: 3, .enter: 3, .rotate: 0.5,
  ]
  /// The chance that an identifier of a call is any number up to just beyond what there is.
  var stray = 0.0
  /// What the clock may do before a call, in seconds, each as likely as the others.
  var steps: [Double] = [0, 0, 0, 1, 60, 3600]
  var mostMembers = 12
  /// Chances of the three privacies.
  var privacies: [Privacy] = [.everyone, .everyone, .everyone, .friendsOnly, .onlyMe]

  func deed(using generator: inout SeededGenerator) -> Deed {
    let total = Deed.allCases.reduce(0) { $0 + weights[$1, default: 0] }
    var rest = generator.unit() * total
    for deed in Deed.allCases {
      rest -= weights[deed, default: 0]
      if rest < 0 { return deed }
    }
    return .interact
  }
}

extension SlowCommunity {
  /// A random call, which is mostly legal where there is no stray.
  func randomCall(_ habits: Habits, using generator: inout SeededGenerator) -> Call {
    func member() -> MemberID { MemberID(stray(members.count)) }
    func post() -> PostID { PostID(stray(posts.count)) }
    func stray(_ count: Int) -> Int {
      let isStray = count == 0 || generator.unit() < habits.stray
      return Int.random(in: 0..<(isStray ? count + 2 : count), using: &generator)
    }
    switch habits.deed(using: &generator) {
    case .join where members.count < habits.mostMembers:
      return .join(group: UInt8.random(in: 0...3, using: &generator))
    case .join, .tie: return tie(member(), member(), using: &generator)
    case .publish:
      return .publish(
        member(), CategoryID(stray(categoryCount)),
        habits.privacies.randomElement(using: &generator)!)
    case .interact:
      let kinds: [InteractionKind] = [.view, .like, .like, .unlike, .comment, .save, .unsave]
      return .interact(kinds.randomElement(using: &generator)!, post(), member())
    case .vote:
      let entry = entries.suffix(30).randomElement(using: &generator)
      return .interact(
        .vote, generator.unit() < habits.stray ? post() : entry?.post ?? post(), member())
    case .enter:
      let entered = post()
      let isByAuthor = knows(entered) && generator.unit() >= habits.stray
      return .enter(entered, isByAuthor ? posts[entered.index].author : member())
    case .rotate: return .rotateContests
    }
  }

  private func tie(
    _ one: MemberID, _ other: MemberID, using generator: inout SeededGenerator
  ) -> Call {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: .follow(one, other)
    case 2: .unfollow(one, other)
    case 3, 4: .befriend(one, other)
    default: .unfriend(one, other)
    }
  }
}
