public import FeedMetrics
internal import Scenarios
internal import SocialFeed
internal import SyntheticSociety

/// How far the order of posts can move the primary metric: random and ideal order against the baseline.
public struct Headroom: Sendable, Hashable {
  /// How many worlds have runs of the reference rankers.
  public let worlds: Int
  /// Random order against the baseline, in these worlds.
  public let random: Comparison
  /// Ideal order against the baseline, in these worlds.
  public let ideal: Comparison
  /// Ideal order against random order, in these worlds.
  public let range: Comparison

  public var metric: MetricDefinition { range.metric }

  /// Whether ideal order is better than random order, beyond chance.
  public var isFound: Bool { range.verdict == .better }

  /// Each column has a value for each world; `nil` where the metric has none.
  ///
  /// - Returns: `nil` where the metric has no value in any of the worlds.
  init?(
    _ metric: MetricDefinition, baseline: [Double?], random: [Double?], ideal: [Double?],
    alpha: Double
  ) {
    func comparison(_ reference: ReferenceRanker, _ old: [Double?], _ new: [Double?]) -> Comparison
    {
      Comparison(
        metric: metric, candidate: reference.rawValue, baseline: old, candidate: new,
        rule: .student(alpha: alpha))
    }
    worlds = baseline.count
    self.random = comparison(.random, baseline, random)
    self.ideal = comparison(.ideal, baseline, ideal)
    range = comparison(.ideal, random, ideal)
    guard self.random.worlds > 0, self.ideal.worlds > 0, range.worlds > 0 else { return nil }
  }
}

/// The runs to find a ``Headroom`` from.
public enum HeadroomPlan: Sendable, Hashable, Codable {
  /// The number of worlds, from the first, and the names of the arms in random and ideal order.
  case references(worlds: Int, random: String, ideal: String)
  case unavailable(HeadroomGap)

  /// The worlds that are simulated in any case.
  ///
  /// Two worlds have an interval of 13 standard errors on either side, in which 0 nearly always lies. Three worlds take
  /// a quarter more time for 24 runs of arms, and four for 32.
  static func worlds(arms: Int, worlds: Int) -> Int { arms * worlds < 32 ? 3 : min(4, worlds) }

  /// Fewer have no useful interval.
  static let fewestWorlds = 3
}

/// Why an experiment does not find a ``Headroom``.
public enum HeadroomGap: String, Sendable, Hashable, Codable, CaseIterable {
  case noPrimary = "no_primary"
  case fewWorlds = "few_worlds"
  case liveTests = "live_tests"
  /// Pages of external rankers are recorded or replayed.
  case tapes
  case sameOrder = "same_order"
  /// The arms differ in their pool, app or frozen order too.
  case moreThanOrder = "more_than_order"
  /// The arms differ on a surface that the reference rankers cannot order.
  case surface
}

extension Experiment {
  /// Adds the reference rankers in the first worlds, on the surfaces on which the compared arms differ, so that the
  /// results show how far order can move the primary metric. An arm that is equal to a reference ranker is
  /// simulated once and serves as both; the arms of ``addReferenceRankers()`` serve, too.
  ///
  /// The primary, the worlds, live tests and tapes must be set before.
  ///
  /// - Precondition: The experiment compares arms.
  public mutating func addHeadroom() {
    precondition(design.baseline != nil, "an experiment without a comparison has no headroom")
    guard let gap = headroomGap else { return addHeadroomArms() }
    design.headroom = .unavailable(gap)
  }

  /// The compared arms, the baseline first.
  private var compared: [Arm] { arms.prefix(design.arms.count).map(\.arm) }

  private var headroomGap: HeadroomGap? {
    if !design.metrics.contains(where: { $0.id == design.questions.primary }) { return .noPrimary }
    if design.liveDesign != nil { return .liveTests }
    if tapes != nil { return .tapes }
    if design.worlds < HeadroomPlan.fewestWorlds { return .fewWorlds }
    let (compared, baseline) = (compared, compared[0])
    let differing = Surface.allCases.filter { surface in
      compared.contains { $0.ranker(of: surface) != baseline.ranker(of: surface) }
    }
    if differing.isEmpty { return .sameOrder }
    let isOrder = compared.allSatisfy {
      ($0.pool, $0.app, $0.freeze) == (baseline.pool, baseline.app, baseline.freeze)
    }
    if !isOrder { return .moreThanOrder }
    return differing.allSatisfy(ReferenceRanker.order) ? nil : .surface
  }

  /// Finds or makes the arms of the reference rankers.
  mutating func addHeadroomArms() {
    var names: [String] = []
    for reference in ReferenceRanker.allCases {
      let name = reference.rawValue
      if design.hasReferenceRankers {
        names.append(name)
        continue
      }
      let arm = reference.arm(like: arms[0].arm, among: compared)
      if let same = arms.first(where: { reference.conflict(of: $0.arm, with: arm) == nil }) {
        names.append(same.arm.name)
        continue
      }
      let isTaken = arms.contains { $0.arm.name == name }
      let chosen = isTaken ? "\(name) order" : name
      headroomArms.append(ExperimentArm(arm: arm.choosing([], name: chosen)))
      names.append(chosen)
    }
    design.headroom = .references(
      worlds: HeadroomPlan.worlds(arms: design.arms.count, worlds: design.worlds),
      random: names[0], ideal: names[1])
  }

  /// Adds the runs of ``headroomQueue(_:_:_:_:)`` to the work; the first of them before any run begins, so that progress
  /// does not go back when the arms are finished.
  func expectHeadroomRuns(in worlds: Int, _ monitor: ExperimentMonitor) {
    monitor.expectMore(seconds: Double(worlds * headroomArms.count) * design.days * 86_400)
  }

  /// The runs of the reference rankers that are no arms, in some worlds.
  func headroomQueue(
    _ worlds: Range<Int>, _ monitor: ExperimentMonitor, _ intercepts: SolvedIntercepts,
    _ simulate: @escaping RunSimulator
  ) -> RunQueue {
    RunQueue(
      worlds: worlds, arms: headroomArms.count, metrics: design.metrics.map(\.id),
      monitor: monitor, countsRuns: false, simulate: simulate
    ) { _, world, arm in run(headroomArms[arm].arm, world: space.world(world), intercepts) }
  }
}

extension ExperimentDesign {
  /// The reference rankers that are simulated in some worlds only.
  package var headroomArms: [String] {
    guard case .references(_, let random, let ideal)? = headroom else { return [] }
    return [random, ideal].filter { !measuredArms.contains($0) }
  }

  /// All arms that have runs: first the arms in each world, then the arms in some worlds.
  package var storedArms: [String] { simulatedArms + headroomArms }

  /// In how many worlds the reference rankers are simulated before anything is known.
  var firstHeadroomWorlds: Int {
    guard case .references(let worlds, _, _)? = headroom, !headroomArms.isEmpty else { return 0 }
    return min(worlds, self.worlds)
  }
}

extension ExperimentResults {
  /// The worlds, after the known ones, that must be simulated under the reference rankers before an arm is refused for
  /// want of headroom that would otherwise be shipped; empty where the known worlds are enough.
  var missingHeadroomWorlds: Range<Int> {
    guard let headroom, decisions.contains(where: { $0.outcome == .noHeadroom }) else {
      return 0..<0
    }
    return headroom.worlds..<max(headroom.worlds, min(design.worlds, 2 * headroom.worlds))
  }
}
