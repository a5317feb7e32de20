/// A number or curve fitted to logs.
public struct FittedFigure: Sendable, Hashable {
  /// The figure's name, such as `activity, gamma shape`.
  public let name: String
  /// One number, or the numbers of a curve.
  public let values: [Double]
  /// Standard error of the value, or the largest standard error of a curve; `nil` where unknown.
  public let standardError: Double?
  /// The number of observations; `nil` where the logs do not have it.
  public let count: Int?
  /// Goodness of fit, such as `KS 0.032`, and `rows as independent`; empty where no distribution was fitted.
  public let quality: String
  /// The file as the mapping names it.
  public let source: String
  /// The scenario key that the figure can set; `nil` for a figure that only describes the logs.
  public let key: String?

  /// That the standard error takes rows as independent, because they name no member.
  static let independentRows = "rows as independent"
}

/// A figure that the logs cannot give, and why.
public struct RefusedFigure: Sendable, Hashable {
  public let name: String
  public let reason: String
  public let source: String
  /// The scenario key that the figure would have set.
  public let key: String?
}

/// Collects figures; of several for one key the first counts.
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

  /// Adds a fit, or the reason for its refusal.
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
  /// The goodness of fit, such as `KS 0.032, AIC 395485.0`.
  var summary: String {
    let distance = kolmogorovSmirnov.map { "KS \($0.rounded(digits: 4)), " } ?? ""
    return distance + "AIC \(aic.rounded(digits: 1))"
  }
}

extension Double {
  /// The number rounded to so many decimals, as its shortest text.
  func rounded(digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let value = (self * scale).rounded() / scale
    return value == value.rounded() && value.magnitude < 0x1p53 ? "\(Int(value))" : "\(value)"
  }
}
