/// Random words as numbers strictly between 0 and 1.
@frozen public enum Uniform {
  /// (*k* + ½)·2⁻³², where *k* is the word: in the open interval, exact, its mean exactly ½.
  @inlinable public static func open(_ word: UInt32) -> Double {
    (Double(word) + 0.5) * 0x1p-32
  }

  /// (*k* + ½)·2⁻⁵², where *k* is the upper 52 of the 64 bits `high`, `low`: in the open interval and
  /// exact, as is 1 minus it.
  @inlinable public static func open(_ high: UInt32, _ low: UInt32) -> Double {
    let bits = UInt64(high) << 20 | UInt64(low >> 12)
    return (Double(Int64(truncatingIfNeeded: bits)) + 0.5) * 0x1p-52
  }
}
