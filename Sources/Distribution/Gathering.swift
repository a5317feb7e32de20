package import Experiments
public import RunStore
public import SocialFeed
public import Studies
package import SyntheticSociety

/// What is in a store of the studies of a plan.
///
/// It looks at the results and asks nobody else; runs are taken in the order of the study, so that what is
/// made of them does not depend on who lived through them, or when.
public struct Gathering: Sendable {
  /// One study of the plan.
  public struct Part: Sendable {
    public let study: PlannedStudy
    /// What it found; `nil` while runs are missing, or where no world is left.
    public let finding: (any AnyFinding)?
    /// Runs that it still needs until its next look or round, and those of rounds that follow whatever comes
    /// of them.
    public let rounds: [[WorkPlan.Unit]]
    /// The runs that are known, and what came of them.
    package let runs: [(run: WorldRun, outcome: WorldOutcome)]
    /// What could not be lived through: a line for each.
    public let failures: [String]
    /// Worlds that are left out under all arms.
    public let lostWorlds: [Int]
    /// Files at the places of results that are none.
    public let damaged: [String]
    /// Results that are there and cannot be read.
    public let unreadable: [StoreFailure]
    fileprivate let missingRuns: [[PlannedRun]]

    /// How many runs are known.
    public var known: Int { runs.count }
    public var missing: [WorkPlan.Unit] { Array(rounds.joined()) }
  }

  public let plan: WorkPlan
  public let parts: [Part]
  /// Results that differ from an earlier one of their unit.
  public let conflicts: [String]

  /// Results that are there and cannot be read: nothing is known of what they would make missing.
  public var unreadable: [StoreFailure] { parts.flatMap(\.unreadable) }

  /// - Parameter rankers: Those that the scenarios can name.
  public init(
    _ plan: WorkPlan, in store: WorkStore, rankers: RankerCatalogue = .standard
  ) throws(WorkFailure) {
    self.plan = plan
    let studies = try PlannedStudy.all(of: plan, in: store, rankers: rankers)
    var parts: [Part] = []
    for study in studies { parts.append(try Self.part(study, store)) }
    self.parts = parts
    let keys = studies.map(\.keys)
    let units = try plan.units.map { unit throws(WorkFailure) in
      let (number, run) = try studies.run(of: unit)
      return keys[number].key(of: run.run)
    }
    conflicts = store.results.conflicts(of: units)
  }

  /// A plan of what is missing; `nil` when nothing is.
  ///
  /// - Parameters:
  ///   - others: Plans that others live through, whose units are left out.
  ///   - nextRoundAlone: Whether rounds of a study that follow the next are left out, so that each can have
  ///     machines of its own.
  public func missing(
    in store: WorkStore, leavingOut others: [WorkPlan] = [], nextRoundAlone: Bool = false
  ) throws(WorkFailure) -> WorkPlan? {
    let taken = Set(others.flatMap(\.units))
    var inputs: [String: String] = [:]
    var units: [WorkPlan.Unit] = []
    for part in parts {
      var rounds = zip(part.rounds, part.missingRuns).map { units, runs in
        zip(units, runs).filter { !taken.contains($0.0) }
      }
      rounds.removeAll(where: \.isEmpty)
      let planned = Array(rounds.prefix(nextRoundAlone ? 1 : rounds.count).joined())
      guard !planned.isEmpty else { continue }
      units += planned.map(\.0)
      inputs.merge(part.study.inputs) { first, _ in first }
      inputs.merge(try part.study.inputs(for: planned.map(\.1), in: store)) { first, _ in first }
    }
    guard !units.isEmpty else { return nil }
    let plan = WorkPlan(inputs: inputs, parent: plan.id, units: units)
    try store.keep(plan)
    return plan
  }

  private static func part(
    _ study: PlannedStudy, _ store: WorkStore
  ) throws(WorkFailure) -> Part {
    let lives = KnownLives(study, in: store.results)
    var finding = try study.finding(in: lives)
    let (failures, rounds) = (lives.failed, lives.rounds)
    var lost: [Int] = []
    // Of an analysis, worlds of one point are no worlds of another.
    if !failures.isEmpty, case .experiment = study.study.plan {
      lost = Set(failures.map(\.world)).sorted()
      if rounds.isEmpty { finding = study.finding(without: lost, in: lives) }
    }
    return Part(
      study: study, finding: finding, rounds: rounds.map { $0.map(study.unit) },
      runs: lives.known,
      failures: failures.map(\.words),
      lostWorlds: lost, damaged: lives.damaged, unreadable: lives.unreadable,
      missingRuns: rounds)
  }
}
