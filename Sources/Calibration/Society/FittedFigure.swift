/// A figure that was fitted to logs.
public struct FittedFigure: Sendable, Hashable {
  /// Such as `activity, gamma shape`.
  public let name: String
  /// One number, or those of a curve.
  public let values: [Double]
  /// Of the value; of a curve the largest; `nil` where none can be told.
  public let standardError: Double?
  /// How many observations it rests on; `nil` where the logs do not say.
  public let count: Int?
  /// How well the data follow what was fitted, such as `KS 0.032`; empty where nothing was.
  public let quality: String
  /// The file as the mapping names it.
  public let source: String
  /// The scenario's key that it can set; `nil` for one that tells about the logs alone.
  public let key: String?
}

/// A figure that the logs cannot give, and why.
public struct RefusedFigure: Sendable, Hashable {
  public let name: String
  public let reason: String
  public let source: String
  /// The scenario's key that it would have set.
  public let key: String?
}

/// What is fitted, one figure after the other; of several for one key the first counts.
struct FigureList {
  private(set) var figures: [FittedFigure] = []
  private(set) var refusals: [RefusedFigure] = []

  mutating func add(
    _ name: String, _ estimate: Estimate, n count: Int?, quality: String = "", from source: String,
    key: String? = nil
  ) {
    figures.append(
      FittedFigure(
        name: name, values: [estimate.value], standardError: estimate.standardError, count: count,
        quality: quality, source: source, key: key))
  }

  /// Adds a number that has no standard error of its own.
  mutating func add(
    _ name: String, _ value: Double, n count: Int?, from source: String, key: String? = nil
  ) {
    add(name, Estimate(value, standardError: nil), n: count, from: source, key: key)
  }

  mutating func add(
    curve name: String, _ values: [Double], standardErrors: [Double?], n count: Int,
    from source: String, key: String
  ) {
    figures.append(
      FittedFigure(
        name: name, values: values, standardError: standardErrors.compactMap { $0 }.max(),
        count: count, quality: "", source: source, key: key))
  }

  mutating func refuse(
    _ name: String, _ reason: String, from source: String, key: String? = nil
  ) {
    refusals.append(RefusedFigure(name: name, reason: reason, source: source, key: key))
  }

  /// Fits, or notes why it cannot be.
  mutating func attempt(
    _ name: String, from source: String, key: String? = nil,
    _ fit: (inout FigureList) throws(FitRefusal) -> Void
  ) {
    do throws(FitRefusal) {
      try fit(&self)
    } catch {
      refuse(name, "\(error)", from: source, key: key)
    }
  }
}

extension FitQuality {
  /// Such as `KS 0.032, AIC 395485.0`.
  var words: String {
    let distance = kolmogorovSmirnov.map { "KS \($0.rounded(digits: 4)), " } ?? ""
    return distance + "AIC \(aic.rounded(digits: 1))"
  }
}

extension Double {
  /// Rounded to so many decimals, as short as it reads back.
  func rounded(digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let value = (self * scale).rounded() / scale
    return value == value.rounded() && value.magnitude < 0x1p53 ? "\(Int(value))" : "\(value)"
  }
}
