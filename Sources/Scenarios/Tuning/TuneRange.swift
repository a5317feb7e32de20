internal import PortableMath

/// The values that a parameter may take while it is tuned, laid out over positions from 0 to 1.
///
/// Values have four significant digits, so that the judged value is the written one.
public enum TuneRange: Sendable, Hashable, Codable {
  /// From `low` to `high`, both included and `low` the less.
  ///
  /// Whole numbers have shares of the positions that are equal on a linear scale, and on a log scale as
  /// wide as the numbers from half below to half above are there.
  case interval(low: Double, high: Double, scale: Scale, isWhole: Bool)
  /// Some values, two at least, in the order of the scenario; each has an equal share of the positions.
  case choices([Double])

  /// How values between the ends are spaced.
  public enum Scale: String, Sendable, Hashable, Codable, CaseIterable {
    /// By equal differences.
    case linear
    /// By equal ratios; both ends are above 0.
    case log
  }

  /// The value at a position.
  ///
  /// - Parameter position: In `0...1`.
  public func value(at position: Double) -> Double {
    precondition((0...1).contains(position), "a position of \(position)")
    switch self {
    case .choices(let values):
      return values[min(Int(position * Double(values.count)), values.count - 1)]
    case .interval(let low, let high, let scale, isWhole: false):
      return min(max(scale.between(low, high, at: position).roundedToFourDigits, low), high)
    case .interval(let low, let high, let scale, isWhole: true):
      return min(max(scale.between(low - 0.5, high + 0.5, at: position).rounded(), low), high)
    }
  }

  /// A position that has a value: the middle of those that have it.
  ///
  /// - Parameter value: One of the range; of another the nearest counts.
  public func position(of value: Double) -> Double {
    switch self {
    case .choices(let values):
      let nearest = values.indices.min {
        (values[$0] - value).magnitude < (values[$1] - value).magnitude
      }
      return (Double(nearest ?? 0) + 0.5) / Double(values.count)
    case .interval(let low, let high, let scale, isWhole: false):
      return scale.position(of: min(max(value, low), high), from: low, to: high)
    case .interval(let low, let high, let scale, isWhole: true):
      let value = min(max(value.rounded(), low), high)
      let ends = [value - 0.5, value + 0.5].map {
        scale.position(of: $0, from: low - 0.5, to: high + 0.5)
      }
      return (ends[0] + ends[1]) / 2
    }
  }

  /// Whether a value is one of the range.
  public func contains(_ value: Double) -> Bool {
    switch self {
    case .choices(let values): values.contains(value)
    case .interval(let low, let high, _, let isWhole):
      (low...high).contains(value) && (!isWhole || value == value.rounded())
    }
  }
}

extension TuneRange.Scale {
  fileprivate func between(_ low: Double, _ high: Double, at position: Double) -> Double {
    switch self {
    case .linear: low + (high - low) * position
    case .log: low * Portable.exp(Portable.log(high / low) * position)
    }
  }

  fileprivate func position(of value: Double, from low: Double, to high: Double) -> Double {
    let position =
      switch self {
      case .linear: (value - low) / (high - low)
      case .log: Portable.log(value / low) / Portable.log(high / low)
      }
    return min(max(position, 0), 1)
  }
}

extension Double {
  /// The nearest number with four significant digits.
  package var roundedToFourDigits: Double {
    guard self != 0 else { return 0 }
    // A product or quotient with a power of ten up to 10²² is rounded once.
    var scale = 1.0
    if magnitude >= 10_000 {
      while magnitude / scale >= 10_000 { scale *= 10 }
      return (self / scale).rounded() * scale
    }
    while magnitude * scale < 1_000, scale < 1e22 { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
