internal import PortableMath
internal import Stochastics

/// How specialised users are in categories: the concentration of a Dirichlet distribution of their
/// shares, fitted by maximum likelihood to their counts.
///
/// With *p* the pooled shares, a user's shares are Dir(*c p*), and
/// *L* = Π Γ(*c*)/Γ(*c* + *n*) Π Γ(*c pₖ* + *nₖ*)/Γ(*c pₖ*) over users: a small *c* means one category
/// each, a large one the same mixture for all.
package struct DirichletMultinomialFit: Sendable, Hashable {
  /// *c*, above 0 and below 10⁵; beyond that the users' shares are practically equal.
  package let concentration: Estimate
  /// The pooled share of each category.
  package let base: [Double]
  package let quality: FitQuality

  /// - Parameter rows: How often each category came, for each user: rows of one length, none negative.
  ///   Users without counts are excluded; at least two must remain, with two categories among them.
  package init(rows: some Sequence<[Int]>) throws(FitRefusal) {
    var tally = CategoryTallies()
    for row in rows { tally.add(row) }
    try self.init(tally)
  }

  private init(_ tally: CategoryTallies) throws(FitRefusal) {
    guard tally.rowCount >= 2 else {
      throw .tooFew(found: tally.rowCount, needed: 2, of: "users")
    }
    let seen = tally.totals.filter { $0 > 0 }.count
    guard seen >= 2 else { throw .tooFew(found: seen, needed: 2, of: "categories") }
    let total = Double(tally.totals.reduce(0, +))
    let base = tally.totals.map { Double($0) / total }
    let columns = tally.columns()
    let found = try MaximumLikelihood(
      of: "a Dirichlet-multinomial distribution", from: [Portable.log(3)]
    ) { parameters in
      let concentration = Portable.exp(parameters[0])
      guard concentration > 1e-6, concentration < 1e5 else { return -.infinity }
      return columns.logLikelihood(concentration: concentration, base: base)
    }
    try found.requirePeak(of: "a Dirichlet-multinomial distribution")
    self.base = base
    concentration = found.estimate { Portable.exp($0[0]) }
    quality = FitQuality(
      count: tally.rowCount, logLikelihood: found.logLikelihood, parameterCount: 1,
      kolmogorovSmirnov: nil)
  }
}

/// How often each count came in each category, which is all that the likelihood needs.
private struct CategoryTallies {
  private(set) var rowCount = 0
  private(set) var totals: [Int] = []
  private var rowTotals: [Int: Int] = [:]
  private var counts: [[Int: Int]] = []

  mutating func add(_ row: [Int]) {
    if totals.isEmpty {
      totals = [Int](repeating: 0, count: row.count)
      counts = [[Int: Int]](repeating: [:], count: row.count)
    }
    precondition(row.count == totals.count, "a row of \(row.count) among rows of \(totals.count)")
    for count in row { precondition(count >= 0, "a category came \(count) times") }
    let total = row.reduce(0, +)
    guard total > 0 else { return }
    rowCount += 1
    rowTotals[total, default: 0] += 1
    for (category, count) in row.enumerated() where count > 0 {
      totals[category] += count
      counts[category][count, default: 0] += 1
    }
  }

  func columns() -> Columns {
    func column(_ tally: [Int: Int]) -> CountedValues {
      CountedValues(tallied: tally.map { (value: Double($0.key), count: $0.value) })
    }
    return Columns(rowTotals: column(rowTotals), counts: counts.map(column))
  }

  struct Columns {
    let rowTotals: CountedValues
    let counts: [CountedValues]

    func logLikelihood(concentration: Double, base: [Double]) -> Double {
      var sum = -rowTotals.sum { rising(concentration, $0) }
      for (column, share) in zip(counts, base) where share > 0 {
        sum += column.sum { rising(concentration * share, $0) }
      }
      return sum
    }

    /// log Γ(*a* + *n*) − log Γ(*a*).
    private func rising(_ a: Double, _ n: Double) -> Double {
      SpecialFunctions.logGamma(a + n) - SpecialFunctions.logGamma(a)
    }
  }
}
