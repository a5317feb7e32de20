import Calibration
import Reports
import Scenarios
import SocialFeed
import Studies
import SyntheticSociety
import TestSupport
import Testing

@Suite struct CalibratedScenarioTests {
  /// Rates as ranked and in random order, and nine users with a session of 90 impressions and one of 10; with follows or
  /// without.
  private func fitted(follows: Bool) throws -> (FittedSociety, RealCommunity, Scenario) {
    let folder = try TestFolder()
    try folder.write("k,r,u\nview,0.3,0.2\nlike,0.03,0.01\n", to: "r.csv")
    try folder.write(
      "s,d\n" + (0..<60).map { "\($0),\(($0 + 1) % 60)\n" }.joined(), to: "f.csv")
    try folder.write("g,n\n<1s,765\n10-60s,126\n>=120min,9\n", to: "g.csv")
    try folder.write("d,n\n20220408,400\n20220409,509\n", to: "d.csv")
    try folder.write("n\n50\n152\n", to: "u.csv")
    let tables =
      """
      {role: rates, file: r.csv, columns: {kind: k, rate: r, rateUniform: u}},
      {role: hist, file: g.csv, axis: gapSeconds, columns: {bin: g, count: n}},
      {role: hist, file: d.csv, axis: date, columns: {bin: d, impressions: n}},
      {role: counts, file: u.csv, columns: {impressions: n}}
      """
      + (follows ? ", {role: follows, file: f.csv, columns: {src: s, dst: d}}" : "")
    try folder.write(
      "{\"format\": \"feedlab-mapping/1\", \"tables\": [\(tables)]}\n", to: "m.json")
    let mapping = try LogMapping.load(file: "\(folder.path)/m.json")
    let tallies = try LogReader.read(mapping)
    let real = RealCommunity(tallies)
    let society = FittedSociety(tallies, of: mapping, members: 60)
    let text = CalibratedScenario(society, realism: .init(mapping: "m.json", hasUniform: true)).text
    return (society, real, try Scenario.parse(Array(text.utf8), file: "p.yml"))
  }

  /// A community that is solved among other candidates than those that the scenario names opens and likes at other
  /// rates there.
  @Test(arguments: [false, true])
  func `keys are solved with the candidates that the scenario names`(follows: Bool) throws {
    let (society, real, scenario) = try fitted(follows: follows)
    expectEqual(scenario.parameters.pool, society.feed.pool)
    expectEqual(scenario.parameters.pool.audience == .everyone, !follows)
    #expect(scenario.arms.allSatisfy { $0.pool == society.feed.pool })
    let (pilot, worlds) = SimulatedFit(scenario, society, real).runs()
    expectEqual(pilot.parameters.pool, society.feed.pool)
    // Two worlds, as ranked and in random order.
    expectEqual(worlds.map(\.arm.name), ["logged", "random", "logged", "random"])
    for run in worlds {
      expectEqual(run.parameters.pool, society.feed.pool)
      expectEqual(run.arm.pool, society.feed.pool)
    }
  }

  @Test func `rates that are known in both orders solve intercepts and what a good order brings`()
    throws
  {
    let (society, real, _) = try fitted(follows: false)
    let solved = SimulatedFigure.all.filter { $0.real(society, real) != nil }
    expectEqual(
      solved.map(\.key),
      [
        "behaviour.sessions.shape", "behaviour.sessions.mean", "behaviour.scrolling.cost",
        "behaviour.actions.open", "behaviour.actions.like", "behaviour.utility.match",
        "behaviour.actions.like-worth",
      ])
    // The Gini index of 50 and 152 is 102 ÷ (2 × 202); 18 sessions of 9 users in two days, of 909 ÷ 18 looks; 3 likes in
    // 30 opens.
    let wanted = [51.0 / 202, 1, 50.5, 0.2, 0.01, 0.3, 0.1]
    let found = solved.compactMap { $0.real(society, real) }
    #expect(zip(found, wanted).allSatisfy { abs($0 / $1 - 1) < 1e-9 }, "\(found)")
    expectEqual(
      solved.map(\.order), [.ranked, .ranked, .ranked, .random, .random, .ranked, .ranked])
  }

  /// With the slope of the figure a key moves by eight tenths of what its figure is off, at most by a factor of √e.
  @Test func `a key moves towards its figure, and stays in its range`() throws {
    func figure(_ key: String) throws -> SimulatedFigure {
      try #require(SimulatedFigure.all.first { $0.key == key })
    }
    // 20 % too many looks a session: a cost of exp(0.8 × ln 1.2 ÷ 2.5) times as much.
    let cost = try figure("behaviour.scrolling.cost")
    #expect(abs(cost.value(after: 0.5, error: 0.182_321_6) - 0.530_039) < 1e-6)
    // A tenth of the visits: 1 × √e, not 1 × 10^0.8.
    let visits = try figure("behaviour.sessions.mean")
    #expect(abs(visits.value(after: 1, error: -2.302_585) - 1.648_721) < 1e-6)
    let match = try figure("behaviour.utility.match")
    expectEqual(match.value(after: 19, error: -2), match.parameter.range.upperBound)
  }
}
