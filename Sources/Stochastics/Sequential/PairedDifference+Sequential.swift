// Paired differences of comparisons whose number of worlds depends on what they showed. Differences
// without spread have the result of the paired t test.

/// The paired difference with the interval and *p* of ``AlwaysValidT``.
///
/// - Parameters:
///   - differences: One for each pair of worlds, all finite.
///   - level: Coverage at all numbers of worlds together.
/// - Returns: `nil` without differences; no interval while it is unbounded.
public func alwaysValidT(differences: [Double], level: Double) -> PairedDifference? {
  guard let student = pairedT(differences: differences, level: level),
    student.evidence == .student
  else { return pairedT(differences: differences, level: level) }
  let summary = Summary(differences)
  let test = AlwaysValidT()
  return PairedDifference(
    evidence: .student, count: student.count, mean: student.mean,
    standardError: student.standardError, degreesOfFreedom: student.degreesOfFreedom,
    interval: test.interval(summary, level: level),
    pValue: test.pValue(summary))
}

/// The paired difference of Stein's two stages: the spread is that of the first stage alone, with its
/// degrees of freedom, the mean that of all worlds.
///
/// It is exact too for differences other than those whose spread decided how many worlds there are. Be
/// *S* the covariances of all normal differences over the first stage: they decide *N*, and are
/// independent of the first stage's means and of the later worlds, so that (*d̄* − μ)√*N*/σ is standard
/// normal whatever *S*. Divided by the difference's own *s*₀/σ it is *t* with *n*₀ − 1 degrees of
/// freedom. Student's *t* over all *N* worlds is not: it misses up to 6.6 % instead of 5 %.
///
/// - Parameters:
///   - differences: One for each pair of worlds in their order, all finite.
///   - firstStage: How many of them the first stage had, at least 2.
///   - level: Coverage of the interval.
/// - Returns: `nil` without differences.
///
/// Source: Stein, *The Annals of Mathematical Statistics* 16(3), 1945.
public func steinT(
  differences: [Double], firstStage: Int, level: Double
) -> PairedDifference? {
  let first = Array(differences.prefix(firstStage))
  guard let all = pairedT(differences: differences, level: level), all.evidence == .student,
    let start = pairedT(differences: first, level: level), start.evidence == .student,
    let deviation = Summary(first).standardDeviation
  else { return pairedT(differences: differences, level: level) }
  let error = deviation / Double(differences.count).squareRoot()
  let freedom = Double(first.count - 1)
  let reach = StudentT.criticalValue(level: level, degreesOfFreedom: freedom) * error
  return PairedDifference(
    evidence: .student, count: all.count, mean: all.mean, standardError: error,
    degreesOfFreedom: freedom,
    interval: ConfidenceInterval(lower: all.mean - reach, upper: all.mean + reach, level: level),
    pValue: StudentT.twoSidedP(all.mean / error, degreesOfFreedom: freedom))
}
