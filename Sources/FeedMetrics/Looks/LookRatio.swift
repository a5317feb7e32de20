/// A metric as a ratio of what is added up over looks: the form that can be divided exactly by the levels of a
/// dimension.
public struct LookRatio: Sendable, Hashable {
  public enum Denominator: Sendable, Hashable {
    case looks
    /// Days of the window since they joined, over all members.
    case memberDays
  }

  /// What is added up, less `subtracted`.
  public let numerator: LookSum
  public let subtracted: LookSum?
  public let denominator: Denominator

  init(_ numerator: LookSum, less subtracted: LookSum? = nil, over denominator: Denominator) {
    self.numerator = numerator
    self.subtracted = subtracted
    self.denominator = denominator
  }

  /// The numerator of the sums of a level.
  public func numerator(_ sums: [Double]) -> Double {
    sums[numerator.rawValue] - (subtracted.map { sums[$0.rawValue] } ?? 0)
  }

  /// The denominator that all levels have in common.
  ///
  /// - Parameter table: Of any dimension.
  public func denominator(_ counts: LookCounts, _ table: LookCounts.Table) -> Double {
    switch denominator {
    case .looks: table.sums.reduce(0) { $0 + $1[LookSum.looks.rawValue] }
    case .memberDays: counts.memberDays
    }
  }
}
