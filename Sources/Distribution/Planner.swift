public import Studies

extension WorkPlan {
  /// Plans the first runs of studies, of an experiment those until its first look, and keeps in a store what
  /// they need.
  ///
  /// Runs that the store knows already are planned too: they are found there, and not lived through again.
  ///
  /// - Parameters:
  ///   - studies: Of scenarios with different names.
  ///   - store: Made where it is missing.
  public init(_ studies: [any DistributedStudy], in store: WorkStore) throws(WorkFailure) {
    var inputs: [String: String] = [:]
    var units: [Unit] = []
    for study in studies {
      let planned = try PlannedStudy(study, in: store)
      let lives = KnownLives(planned, in: nil)
      _ = try planned.finding(in: lives)
      inputs.merge(planned.inputs) { first, _ in first }
      inputs.merge(try planned.inputs(for: lives.missing, in: store)) { first, _ in first }
      units += lives.missing.map(planned.unit)
    }
    self.init(inputs: inputs, parent: nil, units: units)
    try store.keep(self)
  }
}
