/// The same functions over columns, for processors that work on several numbers at once: each result
/// has the bits of the scalar function at that argument.
///
/// A first pass treats all arguments as ordinary ones; if there are others, a second puts their
/// results right. Columns of arguments and results have one length.
extension Portable {
  public static func log(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    let count = lengths(x, results)
    var areOrdinary = true
    for index in 0..<count {
      let (k, f) = binaryParts(x[index])
      results[index] = log(exponent: k, fraction: f)
      areOrdinary = areOrdinary && isPositiveNormal(x[index])
    }
    if areOrdinary { return }
    for index in 0..<count where !isPositiveNormal(x[index]) { results[index] = edgeLog(x[index]) }
  }

  public static func log2(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    let count = lengths(x, results)
    var areOrdinary = true
    for index in 0..<count {
      let (k, f) = binaryParts(x[index])
      results[index] = log2(exponent: k, fraction: f)
      areOrdinary = areOrdinary && isPositiveNormal(x[index])
    }
    if areOrdinary { return }
    for index in 0..<count where !isPositiveNormal(x[index]) { results[index] = edgeLog2(x[index]) }
  }

  public static func log10(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    let count = lengths(x, results)
    var areOrdinary = true
    for index in 0..<count {
      let (k, f) = binaryParts(x[index])
      results[index] = log10(exponent: k, fraction: f)
      areOrdinary = areOrdinary && isPositiveNormal(x[index])
    }
    if areOrdinary { return }
    for index in 0..<count where !isPositiveNormal(x[index]) {
      results[index] = edgeLog10(x[index])
    }
  }

  public static func exp(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    let count = lengths(x, results)
    var areOrdinary = true
    for index in 0..<count {
      let (turns, shifted) = nearestInteger(x[index] * 0x1.71547652b82fep0)
      let power = exponential(x[index] - turns * logTwoHigh, minus: turns * logTwoLow)
      results[index] = (power.high + power.low) * powerOfTwo(shifted)
      areOrdinary = areOrdinary && x[index].magnitude < 708
    }
    if areOrdinary { return }
    for index in 0..<count where !(x[index].magnitude < 708) { results[index] = farExp(x[index]) }
  }

  public static func exp2(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    let count = lengths(x, results)
    var areOrdinary = true
    for index in 0..<count {
      let (turns, shifted) = nearestInteger(x[index])
      results[index] = binaryExponential(x[index] - turns) * powerOfTwo(shifted)
      areOrdinary = areOrdinary && x[index].magnitude < 1022
    }
    if areOrdinary { return }
    for index in 0..<count where !(x[index].magnitude < 1022) { results[index] = farExp2(x[index]) }
  }

  public static func logistic(_ x: Span<Double>, into results: inout MutableSpan<Double>) {
    let count = lengths(x, results)
    var areOrdinary = true
    for index in 0..<count {
      let (turns, shifted) = nearestInteger(-x[index] * 0x1.71547652b82fep0)
      let power = exponential(-x[index] - turns * logTwoHigh, minus: turns * logTwoLow)
      results[index] = 1 / (1 + (power.high + power.low) * powerOfTwo(shifted))
      areOrdinary = areOrdinary && x[index] > -38 && x[index] < 708
    }
    if areOrdinary { return }
    for index in 0..<count where !(x[index] > -38 && x[index] < 708) {
      results[index] = logistic(x[index])
    }
  }

  private static func lengths(_ x: Span<Double>, _ results: borrowing MutableSpan<Double>) -> Int {
    precondition(x.count == results.count, "\(results.count) results of \(x.count) arguments")
    return x.count
  }
}
