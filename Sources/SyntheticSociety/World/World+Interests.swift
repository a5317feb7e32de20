internal import SocialFeed

extension World {
  // MARK: Satiation

  /// What satiation with a category adds to the utility of an item.
  func satiationEffect(
    of category: UInt8, on member: MemberID, at time: Double,
    with satiation: some Behaviour<Satiation.Situation, Double>
  ) -> Double {
    guard !satiety.isEmpty else { return 0 }
    let satiety = satiety[member.index * community.categoryCount + Int(category)]
    guard satiety.level > 0 else { return 0 }
    return parameters.utility.satiation
      * satiation.decide(.after(satiety, at: time, isConsumed: false))
  }

  /// An item has been consumed.
  mutating func consume(
    _ category: UInt8, by member: MemberID, at time: Double,
    with satiation: some Behaviour<Satiation.Situation, Double>
  ) {
    guard !satiety.isEmpty else { return }
    let index = member.index * community.categoryCount + Int(category)
    let level = satiation.decide(.after(satiety[index], at: time, isConsumed: true))
    satiety[index] = Satiety(level: Float(level), time: Float(time))
  }

  // MARK: Drift

  /// A like moves the member's interests.
  mutating func drift(of member: MemberID, afterLiking post: PostID) {
    guard !initialTaste.isEmpty else { return }
    let first = member.index * community.categoryCount
    let liked = first + Int(latent.columns.posts[post.index].category)
    for index in first..<first + community.categoryCount {
      latent.columns.taste[index] = Float(
        behaviours.drift.decide(
          Drift.Situation(
            weight: Double(latent.columns.taste[index]),
            initialWeight: Double(initialTaste[index]), isLiked: index == liked)))
    }
  }
}

/// A member's satiation with a category at a time.
struct Satiety: Sendable {
  static let none = Satiety(level: 0, time: 0)

  let level: Float
  /// Seconds from the start of the run; a `Float` is within 2 s of them for a year.
  let time: Float
}

extension Satiation.Situation {
  fileprivate static func after(
    _ satiety: Satiety, at time: Double, isConsumed: Bool
  ) -> Satiation.Situation {
    Satiation.Situation(
      level: Double(satiety.level), elapsed: max(0, time - Double(satiety.time)),
      isConsumed: isConsumed)
  }
}
