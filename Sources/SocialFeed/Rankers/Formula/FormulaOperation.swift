internal import PortableMath

/// The operations of a formula, over numbers and over columns of them with the same bits.
enum FormulaOperation: UInt8, Hashable, Sendable {
  case negate, abs, floor, sqrt, log, log2, log10, exp, exp2, tanh
  case add, subtract, multiply, divide, power, minimum, maximum
  case less, lessOrEqual, equal, notEqual
  case and, or, not
  /// The second operand where the first is neither 0 nor NaN, else the third.
  case choose
}

extension FormulaOperation {
  /// The result for numbers; operands that an operation does not have are not looked at.
  func result(_ x: Double, _ y: Double, _ z: Double) -> Double {
    switch self {
    case .negate: -x
    case .abs: x.magnitude
    case .floor: x.rounded(.down)
    case .sqrt: x.squareRoot()
    case .log: Portable.log(x)
    case .log2: Portable.log2(x)
    case .log10: Portable.log10(x)
    case .exp: Portable.exp(x)
    case .exp2: Portable.exp2(x)
    case .tanh: Portable.tanh(x)
    case .add: x + y
    case .subtract: x - y
    case .multiply: x * y
    case .divide: x / y
    case .power: Portable.pow(x, y)
    case .minimum: Self.minimum(x, y)
    case .maximum: Self.maximum(x, y)
    case .less: x < y ? 1 : 0
    case .lessOrEqual: x <= y ? 1 : 0
    case .equal: x == y ? 1 : 0
    case .notEqual: x != y ? 1 : 0
    case .and: Self.bothHold(x, y) ? 1 : 0
    case .or: Self.holds(x) || Self.holds(y) ? 1 : 0
    case .not: Self.holds(x) ? 0 : 1
    case .choose: Self.holds(x) ? y : z
    }
  }

  /// The lesser, or NaN when one of them is.
  @inline(__always) static func minimum(_ x: Double, _ y: Double) -> Double {
    x < y || x != x ? x : y
  }

  /// The greater, or NaN when one of them is.
  @inline(__always) static func maximum(_ x: Double, _ y: Double) -> Double {
    x > y || x != x ? x : y
  }

  /// Whether a condition is neither 0 nor NaN.
  @inline(__always) static func holds(_ x: Double) -> Bool { x < 0 || x > 0 }

  @inline(__always) private static func bothHold(_ x: Double, _ y: Double) -> Bool {
    holds(x) && holds(y)
  }
}

extension FormulaOperation {
  /// Writes the result for each index of columns of one length.
  func apply(
    _ x: Span<Double>, _ y: Span<Double>, _ z: Span<Double>,
    into results: inout MutableSpan<Double>
  ) {
    switch self {
    case .negate: Self.map(x, into: &results) { -$0 }
    case .abs: Self.map(x, into: &results) { $0.magnitude }
    case .floor: Self.map(x, into: &results) { $0.rounded(.down) }
    case .sqrt: Self.map(x, into: &results) { $0.squareRoot() }
    case .log: Portable.log(x, into: &results)
    case .log2: Portable.log2(x, into: &results)
    case .log10: Portable.log10(x, into: &results)
    case .exp: Portable.exp(x, into: &results)
    case .exp2: Portable.exp2(x, into: &results)
    case .tanh: Self.map(x, into: &results) { Portable.tanh($0) }
    case .add: Self.map(x, y, into: &results) { $0 + $1 }
    case .subtract: Self.map(x, y, into: &results) { $0 - $1 }
    case .multiply: Self.map(x, y, into: &results) { $0 * $1 }
    case .divide: Self.map(x, y, into: &results) { $0 / $1 }
    case .power: Self.map(x, y, into: &results) { Portable.pow($0, $1) }
    case .minimum: Self.map(x, y, into: &results) { Self.minimum($0, $1) }
    case .maximum: Self.map(x, y, into: &results) { Self.maximum($0, $1) }
    case .less: Self.map(x, y, into: &results) { $0 < $1 ? 1 : 0 }
    case .lessOrEqual: Self.map(x, y, into: &results) { $0 <= $1 ? 1 : 0 }
    case .equal: Self.map(x, y, into: &results) { $0 == $1 ? 1 : 0 }
    case .notEqual: Self.map(x, y, into: &results) { $0 != $1 ? 1 : 0 }
    case .and: Self.map(x, y, into: &results) { Self.bothHold($0, $1) ? 1 : 0 }
    case .or: Self.map(x, y, into: &results) { Self.holds($0) || Self.holds($1) ? 1 : 0 }
    case .not: Self.map(x, into: &results) { Self.holds($0) ? 0 : 1 }
    case .choose: Self.choose(x, y, z, into: &results)
    }
  }

  /// The one length is checked before the loop, so that no check is inside it.
  @inline(__always) private static func map(
    _ x: Span<Double>, into results: inout MutableSpan<Double>, _ body: (Double) -> Double
  ) {
    let count = results.count
    require(x.count == count, "a column of a formula is not as long as the \(count) results")
    for index in 0..<count { results[index] = body(x[index]) }
  }

  @inline(__always) private static func map(
    _ x: Span<Double>, _ y: Span<Double>, into results: inout MutableSpan<Double>,
    _ body: (Double, Double) -> Double
  ) {
    let count = results.count
    require(
      x.count == count && y.count == count,
      "a column of a formula is not as long as the \(count) results")
    for index in 0..<count { results[index] = body(x[index], y[index]) }
  }

  private static func choose(
    _ condition: Span<Double>, _ y: Span<Double>, _ z: Span<Double>,
    into results: inout MutableSpan<Double>
  ) {
    let count = results.count
    require(
      condition.count == count && y.count == count && z.count == count,
      "a column of a formula is not as long as the \(count) results")
    for index in 0..<count { results[index] = holds(condition[index]) ? y[index] : z[index] }
  }
}
