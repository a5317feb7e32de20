public import FeedMetrics

/// The members, creators or posts of one world by what each adds to the change of a metric.
///
/// Each is a level of the looks as in a ``Decomposition``: its part is what comes from more or fewer looks and from
/// another rate, and the parts of all add up to the change of the metric in the world.
public struct Movers: Sendable, Hashable {
  /// A member, creator or post.
  public struct Mover: Sendable, Hashable {
    /// Its number under each arm, which can differ for a post; `nil` for a post that one arm does not have.
    public let baselineNumber: Int?
    public let candidateNumber: Int?
    public let baseline: SubjectLooks
    public let candidate: SubjectLooks
    /// What a look led to; `nil` without looks.
    public let baselineRate: Double?
    public let candidateRate: Double?
    public let fromMix: Double
    public let fromRate: Double
    /// The part of the change: the sum of the two.
    public var whole: Double { fromMix + fromRate }

    /// A page that shows it: of the arm with more looks, the candidate's where both have as many.
    public var page: SubjectLooks.Page? {
      let pages = [candidate, baseline].map { (looks: $0[.looks], page: $0.page) }
      return pages[0].looks >= pages[1].looks
        ? pages[0].page ?? pages[1].page : pages[1].page ?? pages[0].page
    }
  }

  public let metric: MetricDefinition
  public let subject: LookSubject
  /// The metric in the world.
  public let baselineValue: Double
  public let candidateValue: Double
  /// Those with looks under either arm, the largest part first, whatever its sign; then by number.
  public let movers: [Mover]

  /// - Parameters:
  ///   - metric: A ratio of sums over looks.
  ///   - baseline: The looks of the world under the baseline.
  ///   - candidate: The looks of the same subject in the same world under a candidate.
  /// - Returns: `nil` for a metric of another form, and where it has no value under an arm.
  public init?(of metric: MetricDefinition, baseline: LooksOfEach, candidate: LooksOfEach) {
    precondition(baseline.subject == candidate.subject, "the looks of \(baseline.subject)")
    guard let ratio = MetricCatalogue.ratio(of: metric.id),
      let before = baseline.counts.tables.first, let after = candidate.counts.tables.first
    else { return nil }
    let (size, newSize) = (
      ratio.denominator(baseline.counts, before), ratio.denominator(candidate.counts, after)
    )
    guard size > 0, newSize > 0 else { return nil }
    let pairs = Self.pairs(baseline, candidate)
    let (old, new) = (
      pairs.map { baseline.looks(of: $0.baseline) }, pairs.map { candidate.looks(of: $0.candidate) }
    )
    let (totals, newTotals) = (Totals(ratio, old.map(\.sums)), Totals(ratio, new.map(\.sums)))
    let parts = WorldPart.parts(ratio, (totals, over: size), (newTotals, over: newSize))
    self.metric = metric
    subject = baseline.subject
    baselineValue = totals.numerators.reduce(0, +) / size
    candidateValue = newTotals.numerators.reduce(0, +) / newSize
    let all = pairs.indices.map { index in
      Mover(
        baselineNumber: pairs[index].baseline, candidateNumber: pairs[index].candidate,
        baseline: old[index], candidate: new[index], baselineRate: totals.rate(index),
        candidateRate: newTotals.rate(index), fromMix: parts[index].fromMix,
        fromRate: parts[index].fromRate)
    }
    movers = all.enumerated().filter { $0.element.hasLooks }.sorted { one, other in
      let sizes = (one.element.whole.magnitude, other.element.whole.magnitude)
      return sizes.0 == sizes.1 ? one.offset < other.offset : sizes.0 > sizes.1
    }.map(\.element)
  }

  /// The numbers of each under both arms.
  private static func pairs(
    _ baseline: LooksOfEach, _ candidate: LooksOfEach
  ) -> [(baseline: Int?, candidate: Int?)] {
    guard baseline.subject == .posts else {
      return (0..<max(baseline.looks.count, candidate.looks.count)).map { ($0, $0) }
    }
    let known = Dictionary(
      zip(baseline.identities, baseline.identities.indices), uniquingKeysWith: { first, _ in first }
    )
    var pairs = baseline.identities.indices.map { (baseline: Int?($0), candidate: Int?.none) }
    for (number, identity) in candidate.identities.enumerated() {
      if let index = known[identity], pairs[index].candidate == nil {
        pairs[index].candidate = number
      } else {
        pairs.append((nil, number))
      }
    }
    return pairs
  }
}

extension Movers.Mover {
  fileprivate var hasLooks: Bool { baseline.hasLooks || candidate.hasLooks }
}

extension LooksOfEach {
  fileprivate func looks(of number: Int?) -> SubjectLooks {
    number.flatMap { looks.indices.contains($0) ? looks[$0] : nil } ?? SubjectLooks()
  }
}
