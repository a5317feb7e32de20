internal import DataFiles
public import RunStore
public import SocialFeed

/// How much of a plan is done, counted in its store.
public struct PlanStatus: Hashable, Sendable {
  public var units = 0
  public var known = 0
  public var failed = 0
  public var missing = 0
  /// Results that exist and cannot be read.
  public var unreadable: [StoreFailure] = []
  /// Planned seconds of the missing units, on one core.
  public var missingSeconds = 0.0

  /// - Parameter rankers: The rankers that the scenarios can name.
  public init(
    _ plan: WorkPlan, in store: WorkStore, rankers: RankerCatalogue = .available
  ) throws(WorkFailure) {
    let studies = try PlannedStudy.all(of: plan, in: store, rankers: rankers)
    let keys = studies.map(\.keys)
    units = plan.units.count
    for unit in plan.units {
      let (number, run) = try studies.run(of: unit)
      let key = keys[number].key(of: run.run)
      switch store.results.knowledge(of: key, where: { studies[number].admits($0, of: run.run) }) {
      case .known: known += 1
      case .failed: failed += 1
      case .unreadable(let result): unreadable.append(result)
      case .unknown, .damaged:
        missing += 1
        missingSeconds += unit.cost
      }
    }
  }
}
