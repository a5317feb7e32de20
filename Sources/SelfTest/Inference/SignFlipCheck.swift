internal import Stochastics

/// S2: the test of differences without spread, whose *t* is undefined.
///
/// When all *n* differences are *c* ≠ 0, the sign-flip test gives each of the 2ⁿ choices of signs the
/// same probability, and two of them have a mean as far from 0 as observed: p = 2 ÷ 2ⁿ. The choices
/// are enumerated. The check is deterministic.
struct SignFlipCheck: SelfCheck {
  let id = "S2"
  let suites = [SelfTestSuite.stats]
  let source = "sign-flip test (Fisher 1935)"

  private static let counts = 2...12

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let wrong = Self.counts.count { count in
      let constant = Array(repeating: -0.25, count: count)
      return pairedT(differences: constant, level: Finding.level)?.pValue != enumerated(constant)
    }
    let equal = Self.counts.count { count in
      let result = pairedT(differences: Array(repeating: 0, count: count), level: Finding.level)
      return result?.pValue != 1 || result?.interval?.halfWidth != 0
    }
    let size = "\(Self.counts.lowerBound) to \(Self.counts.upperBound) pairs"
    return [
      Finding(never: "constant differences: p not as counted", size: size, times: wrong),
      Finding(never: "no differences: p not 1 or interval not 0", size: size, times: equal),
    ]
  }

  /// The share of all choices of signs with a mean as far from 0.
  private func enumerated(_ differences: [Double]) -> Double {
    let observed = differences.reduce(0, +).magnitude
    let choices = 0..<(1 << differences.count)
    let extreme = choices.count { choice in
      let sum = differences.enumerated().reduce(0) {
        $0 + (choice >> $1.offset & 1 == 1 ? -$1.element : $1.element)
      }
      return sum.magnitude >= observed
    }
    return Double(extreme) / Double(choices.count)
  }
}
