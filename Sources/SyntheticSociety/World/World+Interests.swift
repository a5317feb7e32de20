internal import SocialFeed

extension World {
  // MARK: Satiation

  /// Component 10: what satiation with a category adds to the utility of an item.
  func satiationEffect(
    of category: UInt8, on member: MemberID, at time: Double,
    asking satiation: some Behaviour<Satiation.Situation, Double>
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
    asking satiation: some Behaviour<Satiation.Situation, Double>
  ) {
    guard !satiety.isEmpty else { return }
    let place = member.index * community.categoryCount + Int(category)
    let level = satiation.decide(.after(satiety[place], at: time, isConsumed: true))
    satiety[place] = Satiety(level: Float(level), time: Float(time))
  }

  // MARK: Drift

  /// Component 11: a like moves the member's interests.
  mutating func drift(of member: MemberID, afterLiking post: PostID) {
    guard !initialTaste.isEmpty else { return }
    let first = member.index * community.categoryCount
    let liked = first + Int(latent.columns.posts[post.index].category)
    for place in first..<first + community.categoryCount {
      latent.columns.taste[place] = Float(
        behaviours.interestDrift.decide(
          InterestDrift.Situation(
            weight: Double(latent.columns.taste[place]),
            initialWeight: Double(initialTaste[place]), isLiked: place == liked)))
    }
  }
}

/// How much of a category a member has had, and when that was so.
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
