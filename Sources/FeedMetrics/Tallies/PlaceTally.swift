/// What stood on each place of the slates: impressions, how many of them were fresh, and their ages.
///
/// Exposure is a sum of position weights, and whole numbers a place are enough for it: the sums do not
/// depend on the order in which pages came.
struct PlaceTally: Sendable {
  struct Place: Sendable {
    var impressions = 0
    /// Of posts younger than a day.
    var fresh = 0
    /// Seconds, all impressions together.
    var age = 0
  }

  /// Below this age in seconds a post is fresh.
  static let freshAge: Int32 = 86_400

  /// The first place at 0.
  private(set) var places: [Place] = []

  mutating func add(_ page: borrowing CountedPage) {
    while places.count < page.lastPosition { places.append(Place()) }
    let rows = page.rows.span
    var places = self.places.mutableSpan
    for row in 0..<page.count {
      let place = Int(rows[row].position) - 1
      places[place].impressions += 1
      places[place].fresh += rows[row].age < Self.freshAge ? 1 : 0
      places[place].age += Int(rows[row].age)
    }
  }

  mutating func add(_ other: PlaceTally) {
    while places.count < other.places.count { places.append(Place()) }
    for (place, counts) in other.places.enumerated() {
      places[place].impressions += counts.impressions
      places[place].fresh += counts.fresh
      places[place].age += counts.age
    }
  }

  mutating func removeAll() { places.removeAll(keepingCapacity: true) }

  /// Σ over all places of a number of each.
  func sum(of number: (Place) -> Int) -> Int { places.reduce(0) { $0 + number($1) } }

  /// Σ over all places of a number of each times the weight of the place.
  func weightedSum(of number: (Place) -> Int) -> Double {
    var sum = CompensatedSum()
    for (place, counts) in places.enumerated() {
      sum.add(Double(number(counts)) * PositionDiscount.weight(at: place + 1))
    }
    return sum.value
  }
}
