import DataFiles
import Experiments
import RunStore
import Scenarios
import TestSupport
import Testing

@Suite struct SimulationVersionTests {
  /// When this fails, worlds are no longer what they were: raise ``FeedLab/simulation``, so that machines
  /// never mix the old with the new, and write down the new digest.
  @Test func `the simulation of this version makes these worlds`() throws {
    let text = """
      feedlab: 1
      name: guard
      seed: 20261122
      world: {members: 60, days: 8, warm-up: 1}
      arms:
        newest: {home: recency}
        affinity: {home: affinity, contest: recency}
        contest: {home: gravity}
      ab: {primary: none, replications: 2}
      """
    let experiment = Experiment(try Scenario.parse(Array(text.utf8), file: "guard.yml"))
    let results = try experiment.run(jobs: 2)
    let lives = results.outcomes.map { "\($0.arm) \($0.world) \($0.digest)\n" }.joined()
    expectEqual(FeedLab.simulation, "sim-7")
    expectEqual(
      SHA256.hexDigest(of: lives),
      "c0ead16c97ebee94b018d569f5956da7938b533ae7e06f3ae6f2b663d5533982")
  }

  /// Worlds are made of functions whose bits are the same everywhere; so is what distinguishes machines.
  @Test func `the arithmetic of this machine is that of the others`() {
    expectEqual(
      ArithmeticFingerprint.current,
      "2b4f3b77cc9c2ee9079b46211ffff79dc23531f07c8dca776a95555b7ceab9e7")
  }
}
