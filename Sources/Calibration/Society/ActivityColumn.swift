internal import PortableMath
internal import Stochastics

/// A column of users' activity, to fit the spread of session rates to.
struct ActivityColumn {
  private let column: CountedValues
  private let unit: String
  private let sample: Sample
  private let source: String

  /// - Parameters:
  ///   - column: Impressions or actions of each user; zeros are excluded.
  ///   - unit: The counted things, in the plural.
  init(_ column: CountedValues, of unit: String, _ sample: Sample, from source: String) {
    self.column = column.positive
    self.unit = unit
    self.sample = sample
    self.source = source
  }

  /// The key that the fit can set; `nil` for actions, which are too rare for the spread of sessions.
  private var key: String? { unit == "impressions" ? "behaviour.sessions.shape" : nil }
  private var name: String { "activity (\(unit) a user)" }

  func fit(into list: inout FigureList) {
    if let reason = refusal {
      list.refuse(name, reason, from: source, key: key)
      return
    }
    list.attempt(name, from: source, key: key) { (list) throws(FitRefusal) in
      if let least = sample.truncatedBelow {
        let gamma = try TruncatedGammaFit(column, from: least)
        list.add(
          "\(name) from \(least.rounded(digits: 3)) up, gamma shape", gamma.shape,
          n: gamma.quality.count, quality: gamma.quality.summary, from: source, key: key)
      } else {
        try compare(into: &list)
      }
    }
    if let mean = column.meanEstimate {
      list.add("\(name), mean", mean, n: column.count, from: source)
    }
    if let gini = column.gini {
      list.add("\(name), Gini index", gini, n: column.count, from: source)
    }
  }

  /// Fits both distributions; the shape comes from the one that the data follow better.
  private func compare(into list: inout FigureList) throws(FitRefusal) {
    let gamma = try GammaFit(column)
    let logNormal = try LogNormalFit(column)
    let isGamma =
      (gamma.quality.kolmogorovSmirnov ?? 1) <= (logNormal.quality.kolmogorovSmirnov ?? 1)
    if !isGamma {
      list.add(
        "\(name), gamma shape with the log-normal's variation", logNormal.gammaShape,
        n: column.count, quality: logNormal.quality.summary, from: source, key: key)
    }
    for (parameter, estimate, quality) in [
      ("gamma shape", gamma.shape, gamma.quality), ("gamma scale", gamma.scale, gamma.quality),
      ("log-normal mu", logNormal.mu, logNormal.quality),
      ("log-normal sigma", logNormal.sigma, logNormal.quality),
    ] {
      list.add(
        "\(name), \(parameter)", estimate, n: column.count, quality: quality.summary, from: source,
        key: isGamma && parameter == "gamma shape" ? key : nil)
    }
  }

  /// Why the column does not represent all users; `nil` if it does.
  private var refusal: String? {
    if sample.truncatedBelow != nil { return nil }
    let remedy = "set truncatedBelow to the smallest activity of a user in the sample"
    if sample.isTop {
      return "a sample of the most active users does not represent all users; \(remedy)"
    }
    guard column.count >= 50, let least = column.values.first, let median = column.quantile(0.5),
      least >= 5, 4 * least > median
    else { return nil }
    return "no user has fewer than \(least.rounded(digits: 0)) \(unit), where the median is"
      + " \(median.rounded(digits: 1)): this looks like a sample of the most active users; \(remedy)"
  }
}

extension LogNormalFit {
  /// The shape of the gamma distribution with the same coefficient of variation: 1/(e^σ² − 1).
  fileprivate var gammaShape: Estimate {
    let square = Portable.exp(sigma.value * sigma.value)
    let shape = 1 / (square - 1)
    let slope = 2 * sigma.value * square * shape * shape
    return Estimate(shape, standardError: sigma.standardError.map { $0 * slope })
  }
}

/// A gamma distribution fitted by maximum likelihood to numbers truncated below a limit.
private struct TruncatedGammaFit {
  let shape: Estimate
  let quality: FitQuality

  init(_ whole: CountedValues, from least: Double) throws(FitRefusal) {
    let column = whole.filter { $0 >= least }
    guard column.values.count >= 2 else {
      throw .tooFew(
        found: column.values.count, needed: 2, of: "different values of truncatedBelow or more")
    }
    let n = Double(column.count)
    let total = column.total
    let logTotal = column.sum { Portable.log($0) }
    let found = try MaximumLikelihood(
      of: "a truncated gamma distribution", from: [0, Portable.log(total / n)]
    ) { parameters in
      let (shape, scale) = (Portable.exp(parameters[0]), Portable.exp(parameters[1]))
      guard shape > 1e-4, shape < 1e4, scale > 0, scale.isFinite else { return -.infinity }
      let room = 1 - Cumulative.gamma(least, shape: shape, scale: scale)
      guard room > 0 else { return -.infinity }
      return (shape - 1) * logTotal - total / scale
        - n * (SpecialFunctions.logGamma(shape) + shape * parameters[1] + Portable.log(room))
    }
    let (shape, scale) = (Portable.exp(found.parameters[0]), Portable.exp(found.parameters[1]))
    let below = Cumulative.gamma(least, shape: shape, scale: scale)
    self.shape = found.estimate { Portable.exp($0[0]) }
    quality = FitQuality(
      count: column.count, logLikelihood: found.logLikelihood, parameterCount: 2,
      kolmogorovSmirnov: column.gapToContinuous({
        max(0, Cumulative.gamma($0, shape: shape, scale: scale) - below) / (1 - below)
      }))
  }
}
