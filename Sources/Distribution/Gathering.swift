internal import DataFiles
package import Experiments
public import RunStore
public import SocialFeed
public import Studies
package import SyntheticSociety

/// The studies of a plan and their results in a store.
///
/// Only the results in the store count. Runs are taken in the order of the study, so that a study's results do
/// not depend on which machine simulated the runs, or when.
public struct Gathering: Sendable {
  /// One study of the plan.
  public struct Part: Sendable {
    public let study: PlannedStudy
    /// The study's results; `nil` while runs are missing, or where no world is left.
    public let finding: (any AnyFinding)?
    /// Runs that the study still needs until its next look or round, then runs of later rounds that do not depend on
    /// their outcomes.
    public let rounds: [[WorkPlan.Unit]]
    /// The known runs and their outcomes.
    package let runs: [(run: WorldRun, outcome: WorldOutcome)]
    /// A line for each run whose simulation failed.
    public let failures: [String]
    /// Worlds that are excluded under all arms.
    public let lostWorlds: [Int]
    /// Paths of damaged results.
    public let damaged: [String]
    /// Results that exist and cannot be read.
    public let unreadable: [StoreFailure]
    fileprivate let missingRuns: [[PlannedRun]]

    /// How many runs are known.
    public var known: Int { runs.count }
    public var missing: [WorkPlan.Unit] { Array(rounds.joined()) }
  }

  public let plan: WorkPlan
  public let parts: [Part]
  /// Paths of results that differ from an earlier result of their unit.
  public let conflicts: [String]

  /// Results that exist and cannot be read. Until they are read, it is not known which runs are missing.
  public var unreadable: [StoreFailure] { parts.flatMap(\.unreadable) }

  /// - Parameter rankers: The rankers that the scenarios can name.
  public init(
    _ plan: WorkPlan, in store: WorkStore, rankers: RankerCatalogue = .available
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

  /// A plan of the missing runs; `nil` when none is missing.
  ///
  /// - Parameters:
  ///   - others: Plans under way elsewhere, whose units are excluded.
  ///   - nextRoundOnly: Whether only the next round of each study is planned, so that each round can have its
  ///     own machines.
  public func missing(
    in store: WorkStore, excluding others: [WorkPlan] = [], nextRoundOnly: Bool = false
  ) throws(WorkFailure) -> WorkPlan? {
    let taken = Set(others.flatMap(\.units))
    var inputs: [String: String] = [:]
    var units: [WorkPlan.Unit] = []
    for part in parts {
      var rounds = zip(part.rounds, part.missingRuns).map { units, runs in
        zip(units, runs).filter { !taken.contains($0.0) }
      }
      rounds.removeAll(where: \.isEmpty)
      let planned = Array(rounds.prefix(nextRoundOnly ? 1 : rounds.count).joined())
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
    let known = KnownRuns(study, in: store.results)
    var finding = try study.finding(in: known)
    let (failures, rounds) = (known.failed, known.rounds)
    var lost: [Int] = []
    // Only an experiment can exclude a world: the settings of an analysis have different worlds.
    if !failures.isEmpty, case .experiment = study.study.plan {
      lost = Set(failures.map(\.world)).sorted()
      if rounds.isEmpty { finding = study.finding(without: lost, in: known) }
    }
    return Part(
      study: study, finding: finding, rounds: rounds.map { $0.map(study.unit) },
      runs: known.runs, failures: failures.map(\.description), lostWorlds: lost,
      damaged: known.damaged, unreadable: known.unreadable,
      missingRuns: rounds)
  }
}
