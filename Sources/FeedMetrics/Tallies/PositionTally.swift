/// What stood on each position of the slates: impressions, how many of them were fresh, and their ages.
///
/// Exposure is a sum of position weights, and whole numbers a position are enough for it: the sums do not
/// depend on the order in which pages came.
struct PositionTally: Sendable {
  struct Counts: Sendable {
    var impressions = 0
    /// Of posts younger than a day.
    var fresh = 0
    /// Seconds, all impressions together.
    var age = 0
  }

  /// Below this age in seconds a post is fresh.
  static let freshAge: Int32 = 86_400

  /// The first position at 0.
  private(set) var positions: [Counts] = []

  mutating func add(_ page: borrowing CountedPage) {
    while positions.count < page.lastPosition { positions.append(Counts()) }
    let rows = page.rows.span
    var positions = self.positions.mutableSpan
    for row in 0..<page.count {
      let index = Int(rows[row].position) - 1
      positions[index].impressions += 1
      positions[index].fresh += rows[row].age < Self.freshAge ? 1 : 0
      positions[index].age += Int(rows[row].age)
    }
  }

  mutating func add(_ other: PositionTally) {
    while positions.count < other.positions.count { positions.append(Counts()) }
    for (index, counts) in other.positions.enumerated() {
      positions[index].impressions += counts.impressions
      positions[index].fresh += counts.fresh
      positions[index].age += counts.age
    }
  }

  mutating func removeAll() { positions.removeAll(keepingCapacity: true) }

  /// Σ over all positions of a number of each.
  func sum(of number: (Counts) -> Int) -> Int { positions.reduce(0) { $0 + number($1) } }

  /// Σ over all positions of a number of each times the weight of the position.
  func weightedSum(of number: (Counts) -> Int) -> Double {
    var sum = CompensatedSum()
    for (index, counts) in positions.enumerated() {
      sum.add(Double(number(counts)) * PositionDiscount.weight(at: index + 1))
    }
    return sum.value
  }
}
