/// How much of the catalogue is shown at all.
struct PostCoverage: Metric {
  let definition = MetricDefinition(
    id: "post_coverage",
    family: .diversity,
    name: "Share of posts that anybody was shown",
    formula: """
      Different posts shown / posts created before the end of the run.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without posts",
    source: "Catalogue coverage, Ge et al., RecSys 2010")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let population = run.population
    let shown = run.counts.exposure[..<population].count { $0 > 0 }
    return MetricValue(mean: Double(shown), over: population)
  }
}
