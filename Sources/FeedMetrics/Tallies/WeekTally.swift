/// How many categories each member was shown in each complete week of the window, in each scope.
struct WeekTally: Sendable {
  /// Members with fewer impressions are excluded from averages over members.
  static let fewestImpressions = 10

  private static let length = 604_800.0

  private let categoryCount: Int
  private let windowStart: Double
  /// Weeks that lie in the window from end to end.
  let completeWeeks: Int
  /// Weeks that are over.
  private(set) var endedWeeks = 0
  /// By scope; `nil` without impressions when a week ended.
  private(set) var scopes: [ScopeWeeks?]

  /// The effective numbers of categories *e* of one scope.
  struct ScopeWeeks: Sendable {
    /// The values of each week, over members with enough impressions.
    fileprivate(set) var weeks: [(sum: CompensatedSum, members: Int)]
    fileprivate var rows = MemberRows<MemberWeeks>(width: 1, initial: MemberWeeks(), members: 0)

    /// The values of each member with enough impressions in a week, over such weeks *w* from 0; in order of member.
    var members: [MemberWeeks] {
      (0..<rows.memberCount).compactMap { member in
        rows.row(of: member).map { rows.elements[$0.lowerBound] }
      }
    }

    fileprivate mutating func count(_ effective: Double, of member: Int, week: Int) {
      let index = rows.firstIndex(of: member)
      rows.elements[index].count += 1
      rows.elements[index].sum += effective
      rows.elements[index].sumByWeek += Double(week) * effective
      weeks[week].sum.add(effective)
      weeks[week].members += 1
    }
  }

  struct MemberWeeks: Sendable {
    fileprivate(set) var count = 0
    /// Σ *e*.
    fileprivate(set) var sum = 0.0
    /// Σ *w* · *e*.
    fileprivate(set) var sumByWeek = 0.0
  }

  init(run: RunObservation, scopes: ScopeNumbers) {
    categoryCount = run.categoryCount
    windowStart = run.windowStart
    completeWeeks = Int((run.duration - run.windowStart) / Self.length)
    self.scopes = Array(repeating: nil, count: scopes.count)
  }

  /// When the current week ends; never after the last complete one.
  var nextEnd: Double {
    endedWeeks < completeWeeks
      ? windowStart + Self.length * Double(endedWeeks + 1) : .infinity
  }

  /// Ends the current week.
  ///
  /// - Parameter scopes: The numbers of the scopes that have feeds, and the indices of these in `feeds`.
  mutating func endWeek(
    _ scopes: [(number: Int, feeds: [Int])], of feeds: [FeedTally], members: Int
  ) {
    for (number, _) in scopes {
      if self.scopes[number] == nil {
        let weeks = Array(repeating: (CompensatedSum(), 0), count: completeWeeks)
        self.scopes[number] = ScopeWeeks(weeks: weeks)
      }
      while self.scopes[number]!.rows.memberCount < members {
        self.scopes[number]!.rows.addMember()
      }
    }
    var shown = [UInt32](repeating: 0, count: categoryCount)
    for member in 0..<members {
      for (number, indices) in scopes {
        for category in shown.indices { shown[category] = 0 }
        for index in indices { feeds[index].addShownThisWeek(of: member, to: &shown) }
        guard let effective = effectiveCategories(shown.span) else { continue }
        self.scopes[number]!.count(effective, of: member, week: endedWeeks)
      }
    }
    endedWeeks += 1
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
