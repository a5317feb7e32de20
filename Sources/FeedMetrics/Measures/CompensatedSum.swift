/// A sum whose error does not grow with the number of terms.
///
/// The rounding error of each addition is kept beside the sum, and added at the end. Of up to 10¹⁵ terms
/// of one sign the result is within two units of the last place.
///
/// Source: Neumaier, *ZAMM* 54(1), 1974.
struct CompensatedSum: Sendable {
  private var sum = 0.0
  private var lost = 0.0

  init() {}

  init(_ terms: some Sequence<Double>) {
    for term in terms { add(term) }
  }

  mutating func add(_ term: Double) {
    let next = sum + term
    lost += sum.magnitude >= term.magnitude ? (sum - next) + term : (term - next) + sum
    sum = next
  }

  /// The terms of another sum.
  mutating func add(_ other: CompensatedSum) {
    add(other.sum)
    lost += other.lost
  }

  var value: Double { sum + lost }
}
