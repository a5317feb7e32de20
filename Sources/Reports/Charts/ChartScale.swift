internal import PortableMath
internal import ReportKit

/// Where values lie on an axis.
package struct ChartScale: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case linear
    /// Equal factors are equally far apart; values are above 0.
    case logarithmic
    /// asinh(x / c): as good as linear within ± *c*, logarithmic beyond.
    case symmetricLogarithmic(Double)
    /// Of relative changes *x* > −1, asinh(ln(1 + x) / c): twice and half as much are equally far from no change.
    case ratio(Double)
  }

  package let kind: Kind
  /// From the first to the last value, which are different.
  package let domain: ClosedRange<Double>
  private let start: Double
  private let end: Double

  package init(_ kind: Kind = .linear, _ domain: ClosedRange<Double>) {
    precondition(domain.lowerBound < domain.upperBound, "the domain is \(domain)")
    self.kind = kind
    self.domain = domain
    (start, end) = (Self.bent(domain.lowerBound, kind), Self.bent(domain.upperBound, kind))
    precondition(start.isFinite && end.isFinite, "\(kind) has no place for \(domain)")
  }

  /// A scale that holds all of the values, with a margin on both sides.
  ///
  /// - Parameters:
  ///   - values: Those that are not finite, or have no place on the scale, are passed by.
  ///   - including: A value that is on the scale in any case, such as 0.
  ///   - padding: The margin as a part of the scale.
  /// - Returns: `nil` without a value.
  package init?(
    _ kind: Kind = .linear, holding values: some Sequence<Double>, including: Double? = nil,
    padding: Double = 0.04
  ) {
    let bent = (Array(values) + (including.map { [$0] } ?? [])).map { Self.bent($0, kind) }
      .filter(\.isFinite)
    guard let low = bent.min(), let high = bent.max() else { return nil }
    // A single value is in the middle.
    let margin = high > low ? (high - low) * padding : max(high.magnitude, 1) * 0.5
    self.init(kind, Self.straight(low - margin, kind)...Self.straight(high + margin, kind))
  }

  /// The place of a value from 0, at the start of the domain, to 1; beyond these for values outside of it.
  package func fraction(_ value: Double) -> Double {
    (Self.bent(value, kind) - start) / (end - start)
  }

  /// The place of a value, or of the nearest end of the domain.
  package func clamped(_ value: Double) -> Double {
    fraction(min(max(value, domain.lowerBound), domain.upperBound))
  }

  private static func bent(_ value: Double, _ kind: Kind) -> Double {
    switch kind {
    case .linear: value
    case .logarithmic: value > 0 ? Portable.log(value) : -.infinity
    case .symmetricLogarithmic(let near): asinh(value / near)
    case .ratio(let near): value > -1 ? asinh(Portable.log(1 + value) / near) : -.infinity
    }
  }

  private static func straight(_ bent: Double, _ kind: Kind) -> Double {
    switch kind {
    case .linear: bent
    case .logarithmic: Portable.exp(bent)
    case .symmetricLogarithmic(let near): sinh(bent) * near
    case .ratio(let near): Portable.exp(sinh(bent) * near) - 1
    }
  }

  private static func asinh(_ x: Double) -> Double {
    let size = Portable.log(x.magnitude + (x * x + 1).squareRoot())
    return x < 0 ? -size : size
  }

  private static func sinh(_ x: Double) -> Double {
    (Portable.exp(x) - Portable.exp(-x)) / 2
  }
}

extension ChartScale {
  /// Round values inside of the domain, in order, at least `gap` of the scale apart.
  ///
  /// - Parameter gap: A part of the scale, above 0. Lines of 12 px of text beside a height of 240 px need about
  ///   0.1.
  package func ticks(gap: Double) -> [Double] {
    precondition(gap > 0, "a gap of \(gap)")
    switch kind {
    case .linear: return linearTicks(gap)
    case .logarithmic:
      return chosen(of: Self.decades(domain.lowerBound...domain.upperBound), gap)
    case .symmetricLogarithmic:
      // The large values first, since they show where the scale ends.
      let reach = max(domain.lowerBound.magnitude, domain.upperBound.magnitude)
      let sizes = Self.decades(reach / 1e6...reach, isDescending: true)
      return chosen(of: [0] + sizes.flatMap { [$0, -$0] }, gap)
    case .ratio: return chosen(of: Self.ratios, gap)
    }
  }

  private func linearTicks(_ gap: Double) -> [Double] {
    let least = (domain.upperBound - domain.lowerBound) * gap
    // Between the least numbers of all there is no room for a step.
    guard least.isNormal else { return [] }
    let power = Self.power(Int(Portable.log10(least).rounded(.down)))
    let step = [1, 2, 5, 10].map { $0 * power }.first { $0 >= least * (1 - 1e-9) } ?? 10 * power
    let first = (domain.lowerBound / step - 1e-9).rounded(.up)
    let last = (domain.upperBound / step + 1e-9).rounded(.down)
    guard first <= last else { return [] }
    return (Int(first)...Int(last)).map { Self.rounded(Double($0), times: step) }
  }

  /// The candidates in the order of their importance, without those too near to one before.
  private func chosen(of candidates: [Double], _ gap: Double) -> [Double] {
    var chosen: [Double] = []
    for value in candidates where domain.contains(value) {
      let place = fraction(value)
      if chosen.allSatisfy({ (fraction($0) - place).magnitude >= gap }) { chosen.append(value) }
    }
    return chosen.sorted()
  }

  /// Powers of ten, then twice and five times these.
  private static func decades(
    _ range: ClosedRange<Double>, isDescending: Bool = false
  ) -> [Double] {
    let (first, last) = (
      Int(Portable.log10(range.lowerBound).rounded(.down)),
      Int(Portable.log10(range.upperBound).rounded(.up))
    )
    let exponents = isDescending ? Array((first...last).reversed()) : Array(first...last)
    return [1, 2, 5].flatMap { factor in exponents.map { rounded(factor, times: power($0)) } }
  }

  /// Relative changes, the most important first: none, then 10 % and twice as much, then finer ones.
  private static let ratios: [Double] = [
    0, -0.1, 0.1, 1, -0.5, 9, -0.9, 99, -0.99, -0.03, 0.03, 0.3, -0.3, 2, 4, -0.01, 0.01, -0.7, 0.5,
    -0.2, 0.2, 49, -0.003, 0.003, -0.001, 0.001,
  ]

  private static func power(_ exponent: Int) -> Double {
    let size = (0..<exponent.magnitude).reduce(1.0) { power, _ in power * 10 }
    return exponent < 0 ? 1 / size : size
  }

  /// A product without the last bits that steps such as 0.1 leave.
  private static func rounded(_ factor: Double, times step: Double) -> Double {
    step < 1 ? factor / (1 / step).rounded() : factor * step
  }
}

extension ChartScale {
  /// The ticks with their texts: numbers with equal decimals, or with those that each needs.
  package func labels(gap: Double, isSigned: Bool = false, suffix: String = "") -> [ChartTick] {
    let values = ticks(gap: gap)
    if case .ratio = kind { return values.map { ChartTick($0, Self.ratioText($0)) } }
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }
    // The difference of two ticks may be a bit below their step.
    let common =
      kind == .linear ? steps.min().map { NumberText.decimals(showing: $0 * (1 + 1e-9)) } : nil
    return values.map { value in
      let decimals = common ?? NumberText.decimals(showing: value.magnitude)
      return ChartTick(
        value, NumberText.fixed(value, decimals: decimals, isSigned: isSigned) + suffix)
    }
  }

  /// A relative change: in percent or, from twice as much, as a factor.
  package static func ratioText(_ change: Double) -> String {
    if change == 0 { return "0" }
    if change >= 1 { return "\(NumberText.rounded(change + 1, figures: 2))\u{202F}×" }
    return NumberText.rounded(change * 100, figures: 2).signed(change) + "%"
  }
}

extension String {
  fileprivate func signed(_ value: Double) -> String { value > 0 ? "+" + self : self }
}

/// A labelled value of an axis.
package struct ChartTick: Hashable, Sendable {
  package let value: Double
  /// Lines of text, the first at the top; none for a mere line of the grid.
  package let lines: [String]
  /// Whether it is a heading of the ticks that follow.
  package var isHeading = false

  package init(_ value: Double, _ text: String) { self.init(value, lines: [text]) }

  package init(_ value: Double, lines: [String], isHeading: Bool = false) {
    self.value = value
    self.lines = lines
    self.isHeading = isHeading
  }
}
