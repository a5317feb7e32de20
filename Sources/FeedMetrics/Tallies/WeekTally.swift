/// How many categories each member was shown in each complete week of the window, in each scope.
struct WeekTally: Sendable {
  /// Members with fewer impressions are left out of averages over members.
  static let fewestImpressions = 10

  private static let length = 604_800.0

  private let categoryCount: Int
  private let windowStart: Double
  /// Weeks that lie in the window from end to end.
  let completeWeeks: Int
  /// Weeks that are over.
  private(set) var endedWeeks = 0
  /// By scope; `nil` where nothing has been shown when a week ended.
  private(set) var scopes: [ScopeWeeks?]

  /// The effective numbers of categories *e* of one scope.
  struct ScopeWeeks: Sendable {
    /// Those of each member, over weeks *w* from 0 with enough impressions.
    fileprivate(set) var members: [MemberWeeks] = []
    /// Those of each week, over members with enough impressions.
    fileprivate(set) var weeks: [(sum: CompensatedSum, members: Int)]
  }

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
    completeWeeks = Int((run.duration - run.windowStart) / Self.length)
    scopes = Array(repeating: nil, count: ScopeNumbers(run: run).count)
  }

  /// When the week at hand ends; never after the last complete one.
  var nextEnd: Double {
    endedWeeks < completeWeeks
      ? windowStart + Self.length * Double(endedWeeks + 1) : .infinity
  }

  /// Ends the week at hand.
  ///
  /// - Parameters:
  ///   - scopes: The numbers of the scopes that have feeds, and the places of these in `feeds`.
  ///   - shown: For each feed the impressions of each category in the week, a row a member.
  mutating func endWeek(
    _ scopes: [(number: Int, feeds: [Int])], shown: [[UInt32]], members: Int
  ) {
    for (number, feeds) in scopes {
      let shown = Self.sum(of: feeds.map { shown[$0] }, count: members * categoryCount)
      var scope =
        self.scopes[number]
        ?? ScopeWeeks(weeks: Array(repeating: (CompensatedSum(), 0), count: completeWeeks))
      self.scopes[number] = nil
      while scope.members.count < members { scope.members.append(MemberWeeks()) }
      for member in 0..<members {
        let row = member * categoryCount..<(member + 1) * categoryCount
        guard let effective = effectiveCategories(shown.span.extracting(row)) else { continue }
        scope.members[member].count += 1
        scope.members[member].sum += effective
        scope.members[member].sumByWeek += Double(endedWeeks) * effective
        scope.weeks[endedWeeks].sum.add(effective)
        scope.weeks[endedWeeks].members += 1
      }
      self.scopes[number] = scope
    }
    endedWeeks += 1
  }

  private static func sum(of columns: [[UInt32]], count: Int) -> [UInt32] {
    if columns.count == 1 { return columns[0] }
    var sum = [UInt32](repeating: 0, count: count)
    for column in columns {
      for place in column.indices { sum[place] &+= column[place] }
    }
    return sum
  }

  private func effectiveCategories(_ counts: Span<UInt32>) -> Double? {
    let total = counts.total
    guard total >= Self.fewestImpressions else { return nil }
    return effectiveNumber(entropy: entropy(ofCounts: counts, total: total))
  }
}

extension Span<UInt32> {
  /// The sum.
  var total: Int {
    var total = 0
    for index in indices { total += Int(self[index]) }
    return total
  }
}
