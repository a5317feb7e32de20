import Foundation
import TestSupport
import Testing

/// `feedlab sensitivity --of weights`.
@Suite struct WeightSensitivityTests {
  @Test func `Sobol's indices come from samples, of chosen numbers`() throws {
    let folder = try ScratchFolder(["small.yml": tunedScenario])
    let outcome = try feedlab(
      "sensitivity", "small.yml", "--of", "weights", "--method", "sobol", "--samples", "4", "-n",
      "1", "--parameters", "like", "--metric", "engagement_rate", "--format", "csv", in: folder)
    expectEqual(outcome.code, 0)
    #expect(
      outcome.error.hasPrefix(
        "feedlab: 1 number of 'affinity', 4 samples: 12 points x 1 world = 12 runs\n"))
    let lines = outcome.output.split(separator: "\n")
    expectEqual(lines.count, 2)
    expectEqual(
      lines.first,
      "metric,parameter,value,first,first_lower,first_upper,total,total_lower,total_upper,variance,measurable"
    )
    expectEqual(lines.last?.hasPrefix("engagement_rate,affinity.home.weights.like,3,"), true)
    try expectEqual(folder.read("reports/small/weights.csv"), outcome.output)
  }

  @Test(
    arguments: calls(
      """
      --arm affinty => --arm 'affinty': there is no arm of this name; did you mean 'affinity'?
      --arm newest =>
        --arm 'newest': this arm has no number to tune; write a number of its rankers as {value: 3, tune: [0, 10]}
      --metric engagement =>
        --metric 'engagement': there is no metric of this name; there are engagement_rate, first_look_engagement_rate and engagement_per_member_day
      --trajectories 1 => --trajectories 1: expected a number from 2 to 10,000
      --levels 5 => --levels 5: expected an even number from 2 to 64
      -n 1 => -n 1: each point needs at least two worlds
      --samples 8 => --samples: it applies only to --method sobol
      --method sobol --levels 4 => --trajectories and --levels: they apply only to --method morris
      --method sobol --samples 1 => --samples 1: expected a number from 2 to 100,000
      --parameters weights.lik,[ =>
        --parameters '[': not a regular expression: character 1: ']' is missing for the '['
      --parameters ' , ' => --parameters ' , ': matches no parameter
      --candidate random =>
        --baseline and --candidate: they do not apply to --of weights; --arm names the arm
      """))
  func `a call that cannot be right is refused in one line`(
    arguments: [String], message: String
  ) throws {
    let folder = try ScratchFolder(["small.yml": tunedScenario])
    try expectRefusal(
      ["sensitivity", "small.yml", "--of", "weights", "--out", "out"] + arguments, message,
      in: folder)
  }

  @Test func `a scenario without numbers to tune gets an example of one`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    try feedlab("sensitivity", "small.yml", "--of", "weights", in: folder).expectRefusal(
      "small.yml: no arm has a number to tune; write a number of its rankers as"
        + " {value: 3, tune: [0, 10]}")
  }

  @Test func `which of several tuned arms is meant must be named`() throws {
    let text = tunedScenario.replacing(
      "random:   {home: random}",
      with: "other: {home: {ranker: affinity, weights: {save: {value: 2, tune: [1, 4]}}}}")
    let folder = try ScratchFolder(["small.yml": text])
    try feedlab("sensitivity", "small.yml", "--of", "weights", in: folder).expectRefusal(
      "several arms have numbers to tune; --arm names one of affinity, other")
  }
}
