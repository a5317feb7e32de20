import Calibration
import Foundation
import SelfTest
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

@Suite struct RealismPlanTests {
  private static func world(_ name: String, preset: Preset? = nil) -> RealismWorld {
    var parameters = SocietyParameters()
    parameters.world.members = 40
    parameters.world.days = 2
    parameters.world.warmUpDays = 0.5
    preset?.apply(to: &parameters)
    return RealismWorld(
      name: name,
      run: WorldRun(
        parameters: parameters, arm: Arm(name: "default", choices: []), seed: 5, world: 0))
  }

  @Test func `every figure is in the report of every world, whatever the number of jobs`() {
    let plan = RealismPlan([Self.world("a"), Self.world("b", preset: .sticky)], replications: 2)
    let (one, three) = (plan.run(jobs: 1), plan.run(jobs: 3))
    expectEqual(one.worlds.map(\.name), ["a", "b"])
    for (world, other) in zip(one.worlds, three.worlds) {
      expectEqual(world.measurements.count, PublishedFigures.all.count)
      expectEqual(world.measurements, other.measurements)
      #expect(world.members == 40 && world.days == 2 && world.warmUpDays == 0.5)
    }
    #expect(one.worlds[0].measurements != one.worlds[1].measurements)
    // Rates in random order come from the other run.
    let random = plan.figures.indices.filter { plan.figures[$0].exposure == .random }
    #expect(!random.isEmpty)
    #expect(random.contains { one.worlds[0].measurements[$0]?.interval != nil })
  }

  private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../scenarios").standardizedFileURL.path()

  @Test(arguments: [(1.0, 5155.0, 3.0, 4), (0.1, 400, 1, 2)])
  func `the default society, each preset and the calibrated scenario are measured`(
    share: Double, members: Double, calibratedDays: Double, replications: Int
  ) throws {
    let setting = SelfTestSetting(share: share, scenarios: Self.scenarios)
    let worlds = try RealismWorld.all(setting)
    expectEqual(
      worlds.map(\.name),
      [
        "default", "static", "sticky", "satiating", "calibrated",
      ])
    for world in worlds.dropLast() {
      expectEqual(world.run.parameters.world.members, members)
      expectEqual(world.run.parameters.world.days, 17)
    }
    let calibrated = try #require(worlds.last).run
    expectEqual(calibrated.parameters.world.days, calibratedDays)
    expectEqual(calibrated.graph?.nodeCount, 5155)
    #expect(calibrated.arm.name == "personal" && worlds.last?.random.name == "random")
    expectEqual(RealismPlan.replications(setting), replications)
  }

  @Test func `recording decisions changes nothing else`() {
    var run = Self.world("a").run
    let plain = run.simulate(sinks: [])
    let recorder = BehaviourRecorder()
    run.adjustBehaviours = { recorder.record(&$0) }
    run.intercepts = SolvedIntercepts(for: Self.world("a").run)
    expectEqual(run.simulate(sinks: []), plain)
    #expect(!recorder.decisions.viewed.isEmpty && !recorder.decisions.opened.isEmpty)
  }

  /// Whoever joins leaves with a probability of one half after each session, and nobody else ever does: half of the
  /// newcomers are left after one session and a quarter after two, ± 5 standard errors of 250 of the 300 or so who
  /// join (a false alarm in 10⁶ seeds each). With the sessions of the other members nearly all would be left.
  @Test func `sessions of newcomers are counted to the last`() throws {
    var parameters = Self.world("a").run.parameters
    parameters.world.members = 300
    parameters.world.days = 4
    parameters.joining.share = 0.25
    parameters.sessions.mean = 10
    var run = WorldRun(
      parameters: parameters, arm: Arm(name: "default", choices: []), seed: 5, world: 0)
    let recorder = BehaviourRecorder()
    run.adjustBehaviours = {
      $0.churn = NewcomersLeave()
      recorder.record(&$0)
    }
    _ = run.simulate(sinks: [])
    let lives = recorder.decisions.newcomers
    for (sessions, share) in [(1, 0.5), (2, 0.25)] {
      let error = (share * (1 - share) / 250).squareRoot()
      #expect(abs(try #require(lives.survival(after: sessions)) - share) < 5 * error)
    }
  }

  @Test func `a figure is inside by its mean, and does not apply without a value`() {
    let figures = Array(PublishedFigures.all.prefix(3))
    let report = RealismReport(
      figures: figures,
      worlds: [
        RealismReport.World(
          name: "w", members: 1, days: 1, warmUpDays: 0, replications: 2,
          [[figures[0].value - 1, figures[0].value + 1], [2 * figures[1].value], []])
      ])
    expectEqual(report.isInside(figure: 0, world: 0), true)
    expectEqual(report.isInside(figure: 1, world: 0), false)
    expectEqual(report.isInside(figure: 2, world: 0), nil)
    #expect(report.counts(world: 0) == (1, 2))
    #expect(!report.isInside)
    expectEqual(report.worlds[0].measurements[0]?.mean, figures[0].value)
    expectEqual(report.worlds[0].measurements[1]?.interval, nil)
  }

  @Test func `one replication is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = RealismPlan([], replications: 1) }
  }
}

/// Newcomers leave with a probability of one half.
private struct NewcomersLeave: Behaviour {
  func decide(_ session: Churn.Situation) -> Bool { session.stayed == 0 && session.uniform < 0.5 }
}
