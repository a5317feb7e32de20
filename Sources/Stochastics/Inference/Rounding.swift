/// `b` − `a`, or 0 when it is no more than 10⁻¹² of the larger magnitude: sums in another order differ
/// by that much without meaning anything.
public func difference(_ a: Double, _ b: Double) -> Double {
  let change = b - a
  return isRounding(change, of: max(a.magnitude, b.magnitude)) ? 0 : change
}

/// The differences `b` − `a` of pairs for procedures that rank them or toss their signs: those whose
/// magnitudes are equal but for rounding get one magnitude, so that they tie.
///
/// 0.3 − 0.2 and 0.2 − 0.1 differ in the last bits, and a tie more or less changes *p*. In
/// ascending order of magnitude each difference is compared with the least that has the magnitude
/// before it, and takes that when they differ by no more than 10⁻¹² of the largest number that either
/// was subtracted from: the rule of ``difference(_:_:)`` for what counts as 0.
///
/// - Parameters:
///   - a: All finite.
///   - b: As many, all finite.
/// - Returns: One for each pair, in their order.
/// - Complexity: O(*n* log *n*).
public func tiedDifferences(_ a: [Double], _ b: [Double]) -> [Double] {
  precondition(a.count == b.count, "\(a.count) numbers against \(b.count)")
  var differences = zip(a, b).map { difference($0, $1) }
  let scales = zip(a, b).map { max($0.magnitude, $1.magnitude) }
  let changes = differences.indices.filter { differences[$0] != 0 }.sorted {
    (differences[$0].magnitude, $0) < (differences[$1].magnitude, $1)
  }
  var least: Int?
  for index in changes {
    if let least,
      isRounding(
        differences[index].magnitude - differences[least].magnitude,
        of: max(scales[index], scales[least]))
    {
      differences[index] = Double(
        signOf: differences[index], magnitudeOf: differences[least])
    } else {
      least = index
    }
  }
  return differences
}

/// Whether values from `least` to `most` differ by more than rounding.
func isSpread(from least: Double, to most: Double) -> Bool {
  !isRounding(most - least, of: max(most.magnitude, least.magnitude))
}

/// Whether the values differ by more than rounding; `false` for none.
func isSpread(_ values: [Double]) -> Bool {
  guard let least = values.min(), let most = values.max() else { return false }
  return isSpread(from: least, to: most)
}

/// Whether a change of a number of this magnitude is no more than rounding: 10⁻¹² of it.
private func isRounding(_ change: Double, of magnitude: Double) -> Bool {
  change.magnitude <= 1e-12 * magnitude
}
