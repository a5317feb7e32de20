/// The categories that each member was shown, in the whole window and in its complete weeks.
struct CategoryTally: Sendable {
  /// Members with fewer impressions are left out of averages over members.
  static let fewestImpressions = 10

  private static let weekLength = 604_800.0

  private let categoryCount: Int
  private let windowStart: Double
  /// Weeks that lie in the window from end to end.
  let completeWeeks: Int

  /// Impressions of each category, a row of `categoryCount` for each member.
  private var shown: [UInt32] = []
  /// The same at the start of the week at hand.
  private var shownBefore: [UInt32] = []
  /// The effective numbers of categories of each member's weeks.
  private(set) var weeks: [MemberWeeks] = []
  /// Weeks that are over.
  private var endedWeeks = 0

  /// Effective numbers of categories *e* of one member, over weeks *w* from 0 with enough impressions.
  struct MemberWeeks: Sendable {
    fileprivate(set) var count = 0
    /// Σ *e*.
    fileprivate(set) var sum = 0.0
    /// Σ *w* · *e*.
    fileprivate(set) var sumByWeek = 0.0
  }

  init(run: RunObservation) {
    categoryCount = run.categoryCount
    windowStart = run.windowStart
    completeWeeks = Int((run.duration - run.windowStart) / Self.weekLength)
  }

  mutating func addMember() {
    for _ in 0..<categoryCount { shown.append(0) }
    guard completeWeeks > 0 else { return }
    for _ in 0..<categoryCount { shownBefore.append(0) }
    weeks.append(MemberWeeks())
  }

  mutating func add(_ page: borrowing CountedPage) {
    let rows = page.rows.span
    let first = page.viewer * categoryCount
    var shown = self.shown.mutableSpan
    for row in 0..<page.count { shown[first + Int(rows[row].category)] += 1 }
  }

  /// Ends the complete weeks that end up to `time`, before any page of that time is counted.
  mutating func advance(to time: Double) {
    while endedWeeks < completeWeeks, time >= nextEnd { endWeek() }
  }

  private var nextEnd: Double { windowStart + Self.weekLength * Double(endedWeeks + 1) }

  private mutating func endWeek() {
    for member in weeks.indices {
      let row = member * categoryCount..<(member + 1) * categoryCount
      for place in row { shownBefore[place] = shown[place] - shownBefore[place] }
      if let number = effectiveCategories(shownBefore.span.extracting(row)) {
        weeks[member].count += 1
        weeks[member].sum += number
        weeks[member].sumByWeek += Double(endedWeeks) * number
      }
    }
    shownBefore = shown
    endedWeeks += 1
  }

  private func effectiveCategories(_ counts: Span<UInt32>) -> Double? {
    let total = counts.total
    guard total >= Self.fewestImpressions else { return nil }
    return effectiveNumber(entropy: entropy(ofCounts: counts, total: total))
  }

  /// Calls `body` with each member who was shown at least `fewest` posts in the window, and with the
  /// shares of the categories in them, in order of member.
  func forEachMember(withAtLeast fewest: Int, _ body: (_ member: Int, _ shares: [Double]) -> Void) {
    var shares = [Double](repeating: 0, count: categoryCount)
    guard categoryCount > 0 else { return }
    for member in 0..<shown.count / categoryCount {
      let counts = shown.span.extracting(member * categoryCount..<(member + 1) * categoryCount)
      let total = counts.total
      guard total >= fewest else { continue }
      for category in shares.indices { shares[category] = Double(counts[category]) / Double(total) }
      body(member, shares)
    }
  }
}

extension Span<UInt32> {
  fileprivate var total: Int {
    var total = 0
    for index in indices { total += Int(self[index]) }
    return total
  }
}
