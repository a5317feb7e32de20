/// The same functions over columns, two arguments at a time: each result has the bits of the scalar
/// function at that argument.
///
/// A pair with an argument that is not ordinary goes to the scalar function. Columns of arguments and
/// results have one length.
extension Portable {
  public static func log(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    fill(&results, x, isOrdinary: isPositiveNormal, log) {
      let (k, f) = $0.binaryParts
      return log(exponent: k, fraction: f)
    }
  }

  public static func log2(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    fill(&results, x, isOrdinary: isPositiveNormal, log2) {
      let (k, f) = $0.binaryParts
      return log2(exponent: k, fraction: f)
    }
  }

  public static func log10(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    fill(&results, x, isOrdinary: isPositiveNormal, log10) {
      let (k, f) = $0.binaryParts
      return log10(exponent: k, fraction: f)
    }
  }

  public static func exp(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    fill(&results, x, isOrdinary: { $0.magnitude < 708 }, exp, ordinaryExp)
  }

  public static func exp2(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    fill(&results, x, isOrdinary: { $0.magnitude < 1022 }, exp2, ordinaryExp2)
  }

  public static func logistic(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    fill(&results, x, isOrdinary: { $0 > -38 && $0 < 708 }, logistic, ordinaryLogistic)
  }

  /// 2 to powers of magnitudes below 1,022.
  @inline(__always)
  private static func ordinaryExp2(_ x: NumberPair) -> NumberPair {
    let (turns, shifted) = nearestInteger(x)
    return binaryExponential(x - turns) * NumberPair.powerOfTwo(shifted)
  }

  /// 1 / (1 + e⁻ˣ) for numbers between −38 and 708.
  @inline(__always)
  private static func ordinaryLogistic(_ x: NumberPair) -> NumberPair {
    1.0 / (1.0 + ordinaryExp(NumberPair(-x.lanes)))
  }

  /// e to powers of magnitudes below 708.
  @inline(__always)
  private static func ordinaryExp(_ x: NumberPair) -> NumberPair {
    let (turns, shifted) = nearestInteger(x * 0x1.71547652b82fep0)
    let power = exponential(
      x - turns * NumberPair.logTwoHigh, minus: turns * NumberPair.logTwoLow)
    return (power.high + power.low) * NumberPair.powerOfTwo(shifted)
  }

  /// - Parameters:
  ///   - scalar: The function, for every argument.
  ///   - pair: The same for two ordinary ones.
  @inline(__always)
  private static func fill(
    _ results: inout MutableSpan<Double>, _ x: Span<Double>, isOrdinary: (Double) -> Bool,
    _ scalar: (Double) -> Double, _ pair: (NumberPair) -> NumberPair
  ) {
    let count = x.count
    precondition(count == results.count, "\(results.count) results of \(count) arguments")
    var index = 0
    while index < count - 1 {
      let (first, second) = (x[index], x[index + 1])
      if isOrdinary(first) && isOrdinary(second) {
        let lanes = pair(NumberPair(SIMD2(first, second))).lanes
        (results[index], results[index + 1]) = (lanes[0], lanes[1])
      } else {
        (results[index], results[index + 1]) = (scalar(first), scalar(second))
      }
      index += 2
    }
    if index < count { results[index] = scalar(x[index]) }
  }
}
