import PortableMath

#if arch(x86_64) && os(Linux)
  import Glibc
  import Stochastics
  import TestSupport
  import Testing

  /// The elementary functions against the C library's of extended precision, whose 64 bits are a
  /// reference to 2⁻¹¹ units of the last place.
  @Suite struct AccuracyTests {
    private static let count = 1_000_000

    @Test(arguments: Range.exponential)
    func `exp is within a unit of the last place`(range: Range) {
      expect(range, within: 1, Portable.exp, Glibc.exp)
    }

    @Test(arguments: Range.exponential)
    func `exp2 is within a unit of the last place`(range: Range) {
      expect(range, within: 1, Portable.exp2, Glibc.exp2)
    }

    @Test(arguments: Range.logarithm)
    func `log is within a unit of the last place`(range: Range) {
      expect(range, within: 1, Portable.log, Glibc.log)
    }

    @Test(arguments: Range.logarithm)
    func `log2 is within a unit of the last place`(range: Range) {
      expect(range, within: 1, Portable.log2, Glibc.log2)
    }

    @Test(arguments: Range.logarithm)
    func `log10 is within a unit of the last place`(range: Range) {
      expect(range, within: 1, Portable.log10, Glibc.log10)
    }

    @Test(arguments: Range.circular)
    func `sin is within a unit of the last place`(range: Range) {
      expect(range, within: 1, Portable.sin, Glibc.sin)
    }

    @Test(arguments: Range.circular)
    func `cos is within a unit of the last place`(range: Range) {
      expect(range, within: 1, Portable.cos, Glibc.cos)
    }

    @Test(arguments: [Range.anything, .nearZero, .betweenMinusOneAndZero])
    func `log1p is within two units of the last place`(range: Range) {
      expect(range, within: 2, Portable.log1p, Glibc.log1p)
    }

    @Test(arguments: [Range.anything, .nearZero, .aroundZero])
    func `tanh is within three units of the last place`(range: Range) {
      expect(range, within: 3, Portable.tanh, Glibc.tanh)
    }

    @Test(arguments: [Range.anything, .nearZero, .aroundZero, .exponents])
    func `logistic is within three units of the last place`(range: Range) {
      expect(range, within: 3, Portable.logistic) { 1 / (1 + Glibc.exp(-$0)) }
    }

    @Test(arguments: PowerRange.allCases)
    func `pow is within a unit of the last place`(range: PowerRange) {
      var generator = SeededGenerator(seed: 2)
      var worst = (error: 0.0, x: 1.0, y: 1.0)
      for _ in 0..<Self.count / 5 {
        let (x, y) = range.draw(&generator)
        let error = unitsOfLastPlace(Portable.pow(x, y), Glibc.pow(Float80(x), Float80(y)))
        if !(error <= worst.error) { worst = (error, x, y) }
      }
      #expect(worst.error <= 1, "at \(worst)")
    }

    private func expect(
      _ range: Range, within bound: Double, _ function: (Double) -> Double,
      _ reference: (Float80) -> Float80
    ) {
      var generator = SeededGenerator(seed: 1)
      var worst = (error: 0.0, x: 0.0)
      for _ in 0..<Self.count / 4 {
        let x = range.draw(&generator)
        let error = unitsOfLastPlace(function(x), reference(Float80(x)))
        if !(error <= worst.error) { worst = (error, x) }
      }
      #expect(worst.error <= bound, "at \(worst)")
    }
  }

  /// How far `value` is from `reference`, in the distance between numbers there; infinite when only one
  /// of them is finite or a number.
  private func unitsOfLastPlace(_ value: Double, _ reference: Float80) -> Double {
    let nearest = Double(reference)
    if value == nearest && value.isInfinite || value.isNaN && nearest.isNaN { return 0 }
    guard value.isFinite && nearest.isFinite else { return .infinity }
    return Double(((Float80(value) - reference) / Float80(nearest.ulp)).magnitude)
  }

  enum Range: Sendable {
    /// Any bits that are a finite number: most are huge or tiny.
    case anything
    /// The exponents with which 2ˣ and eˣ are finite and above 0, and a little beyond.
    case exponents
    case aroundZero, nearZero, aroundOne, nearOne, betweenMinusOneAndZero
    /// Below the normal range.
    case subnormal
    /// eˣ and 2ˣ below the normal range.
    case subnormalPower
    /// Angles of up to 2²⁰ radians.
    case angles
    /// The numbers nearest to multiples of a quarter turn, where nearly all digits cancel.
    case quarterTurns

    static let exponential = [anything, exponents, aroundZero, subnormalPower]
    static let logarithm = [anything, aroundOne, nearOne, subnormal]
    static let circular = [anything, aroundZero, angles, quarterTurns]

    func draw(_ generator: inout SeededGenerator) -> Double {
      let unit = generator.unit()
      switch self {
      case .anything: return anyFinite(&generator)
      case .exponents: return unit * 2200 - 1100
      case .aroundZero: return unit * 20 - 10
      case .nearZero: return (unit - 0.5) * Glibc.exp2(-70 * generator.unit())
      case .aroundOne: return 0.5 + 1.5 * unit
      case .nearOne: return 1 + (unit - 0.5) * Glibc.exp2(-50 * generator.unit())
      case .betweenMinusOneAndZero: return -Glibc.exp2(-70 * unit)
      case .subnormal:
        return Double(bitPattern: generator.next() >> UInt64.random(in: 12...62, using: &generator))
      case .subnormalPower: return -(unit < 0.5 ? 707 + unit * 80 : 1021 + (unit - 0.5) * 120)
      case .angles: return (unit - 0.5) * 0x1p21
      case .quarterTurns:
        let nearest = (unit * Glibc.exp2(40 * generator.unit())).rounded() * (Double.pi / 2)
        return nearest + nearest.ulp * Double(Int.random(in: -4...4, using: &generator))
      }
    }
  }

  enum PowerRange: CaseIterable, Sendable {
    case anything, results, nearOne, ordinary, subnormalResults, subnormalBases, tinyExponents

    func draw(_ generator: inout SeededGenerator) -> (Double, Double) {
      let unit = generator.unit()
      let base = anyFinite(&generator).magnitude
      let exponentOfResult = unit * 2200 - 1100
      switch self {
      case .anything: return (base, anyFinite(&generator))
      case .results: return (base, exponentOfResult / Glibc.log2(base))
      case .nearOne:
        let base = 1 + (generator.unit() - 0.5) * Glibc.exp2(-50 * generator.unit())
        return base == 1 ? (base, 1) : (base, exponentOfResult / Glibc.log2(base))
      case .ordinary: return (unit * 200, generator.unit() * 10 - 5)
      case .subnormalResults: return (base, (-1020 - 56 * unit) / Glibc.log2(base))
      case .subnormalBases:
        return (Range.subnormal.draw(&generator), (unit * 2 - 1) * generator.unit())
      case .tinyExponents: return (base, anyFinite(&generator) * 0x1p-600)
      }
    }
  }

  private func anyFinite(_ generator: inout SeededGenerator) -> Double {
    while true {
      let value = Double(bitPattern: generator.next())
      if value.isFinite { return value }
    }
  }
#endif
