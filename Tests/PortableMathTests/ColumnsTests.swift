import PortableMath
import TestSupport
import Testing

@Suite struct ColumnsTests {
  private enum Function: CaseIterable {
    case log, log2, log10, exp, exp2, logistic

    func scalar(_ x: Double) -> Double {
      switch self {
      case .log: Portable.log(x)
      case .log2: Portable.log2(x)
      case .log10: Portable.log10(x)
      case .exp: Portable.exp(x)
      case .exp2: Portable.exp2(x)
      case .logistic: Portable.logistic(x)
      }
    }

    func column(_ x: [Double]) -> [Double] {
      var results = [Double](repeating: -1, count: x.count)
      var span = results.mutableSpan
      switch self {
      case .log: Portable.log(x.span, into: &span)
      case .log2: Portable.log2(x.span, into: &span)
      case .log10: Portable.log10(x.span, into: &span)
      case .exp: Portable.exp(x.span, into: &span)
      case .exp2: Portable.exp2(x.span, into: &span)
      case .logistic: Portable.logistic(x.span, into: &span)
      }
      return results
    }
  }

  @Test func `every result has the bits of the scalar function, edges among ordinary numbers too`()
  {
    let edges: [Double] = [
      0, -0.0, 1, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, 0x1p-1022,
      .greatestFiniteMagnitude, 708,
      -708, -38, 38, 709.9, -745.1, -746, 1022, -1022, 1023.9, 1024, -1074, -1075, -1100,
    ]
    var generator = SeededGenerator(seed: 1)
    for round in 0..<1000 {
      var x = (0..<Int.random(in: 0...70, using: &generator)).map { _ in
        let unit = generator.unit()
        return round % 2 == 0 ? unit * 2000 - 1000 : Double(bitPattern: generator.next())
      }
      if round % 3 == 0 { x.append(contentsOf: edges.shuffled(using: &generator)) }
      for function in Function.allCases {
        let found = function.column(x)
        for (index, argument) in x.enumerated() {
          let expected = function.scalar(argument)
          let isSame = found[index].bitPattern == expected.bitPattern
          #expect(isSame || found[index].isNaN && expected.isNaN, "\(function) of \(argument)")
        }
      }
    }
  }

  @Test func `log10 of a power of 10 is exact`() {
    var power = 1.0
    for exponent in 0...22 {
      expectEqual(Portable.log10(power), Double(exponent))
      power *= 10
    }
  }

  @Test func `columns of two lengths are a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var results = [Double](repeating: 0, count: 2)
      var span = results.mutableSpan
      Portable.log2([1, 2, 3].span, into: &span)
    }
  }
}
