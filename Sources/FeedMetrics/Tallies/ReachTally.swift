/// When each post was first shown, and when it had been looked at often enough.
struct ReachTally: Sendable {
  /// How many examined impressions are enough: the *K* of the metrics.
  static let enough = 10

  /// An age that no post reaches.
  static let never = Int32.max

  /// What happened to one post.
  struct Reach: Sendable {
    /// Age in seconds at the first impression; `never` before.
    fileprivate(set) var ageAtFirst = never
    /// Age in seconds at the examined impression number `enough`; `never` before.
    fileprivate(set) var ageAtEnough = never
    /// Examined impressions, counted up to `enough`.
    fileprivate var examinations: Int32 = 0
  }

  private(set) var ofPost: [Reach] = []

  mutating func addPost() { ofPost.append(Reach()) }

  mutating func add(_ page: borrowing CountedPage) {
    let rows = page.rows.span
    var reach = ofPost.mutableSpan
    for row in 0..<page.count { reach[Int(rows[row].post)].add(rows[row]) }
  }
}

extension ReachTally.Reach {
  fileprivate mutating func add(_ impression: CountedPage.Impression) {
    ageAtFirst = min(ageAtFirst, impression.age)
    let counts = impression.examined && examinations < ReachTally.enough
    examinations += counts ? 1 : 0
    ageAtEnough = counts && examinations == ReachTally.enough ? impression.age : ageAtEnough
  }
}
