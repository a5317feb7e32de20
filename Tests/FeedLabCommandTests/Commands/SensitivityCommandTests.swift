import Foundation
import TestSupport
import Testing

/// `feedlab sensitivity --of behaviour`.
@Suite struct SensitivityCommandTests {
  private static let small = [
    "sensitivity", "small.yml", "--of", "behaviour", "--candidate", "affinity", "--trajectories",
    "2", "--parameters", "examination.eta",
  ]

  @Test func `parameters are chosen by key, without its section, and by expression`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      "sensitivity", "small.yml", "--of", "behaviour", "--trajectories", "2", "--filter",
      "engagement_rate", "--candidate", "affinity", "--format", "json", "--quiet", "--levels", "2",
      "--parameters", "voting.fatigue, behaviour.examination.eta,actions.*n$", in: folder)
    expectEqual(outcome.code, 0)
    let parameters = try jsonObject(outcome.output)["parameters"] as? [[String: Any]]
    // In the order of the ranges, whatever that of the list.
    expectEqual(
      parameters?.map { $0["key"] as? String },
      [
        "behaviour.examination.eta", "behaviour.actions.open",
        "behaviour.actions.member-deviation", "behaviour.actions.activity-correlation",
        "behaviour.voting.fatigue",
      ])
    expectEqual(parameters?.first?["settings"] as? [Double], [0.2, 1.1])
  }

  @Test(
    arguments: calls(
      """
      --parameters examination.etta =>
        --parameters 'examination.etta': there is no plausible range of this name; did you mean 'examination.eta'?
      --parameters eta,behaviour.examination.ta =>
        --parameters 'behaviour.examination.ta': there is no plausible range of this name; did you mean 'behaviour.examination.eta'?
      --parameters nothing =>
        --parameters 'nothing': there is no plausible range of this name; 'feedlab describe plausible' lists them
      --parameters [ =>
        --parameters '[': not a regular expression: character 1: ']' is missing for the '['
      --parameters scrolling.cost =>
        --parameters 'scrolling.cost': this parameter has no plausible range; --set changes its value
      --parameters ' , ' => --parameters ' , ': matches no parameter
      --trajectories 1 => --trajectories 1: expected a number from 2 to 10,000
      --levels 3 => --levels 3: expected an even number from 2 to 64
      --levels -2 => --levels -2: expected an even number from 2 to 64
      -n 1 => -n 1: each community needs at least two worlds
      --set ab.replications=1 => -n 1: each community needs at least two worlds
      --method morris => --method: it applies to --of weights, not to --of behaviour
      --baseline newst => --baseline 'newst': there is no arm of this name; did you mean 'newest'?
      """))
  func `a call that cannot be right is refused in one line`(
    arguments: [String], message: String
  ) throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    try expectRefusal(
      ["sensitivity", "small.yml", "--of", "behaviour", "--out", "out"] + arguments, message,
      in: folder)
  }

  @Test func `what varies is societies, behaviour or weights`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let usage = """
      Help:  --of <subject>  What varies: societies, behaviour or weights. Default: societies.
      Usage: feedlab sensitivity [<options>] <scenario>
        See 'feedlab sensitivity --help' for more information.

      """
    let graph = try feedlab("sensitivity", "small.yml", "--of", "graph", in: folder)
    expectEqual(
      graph,
      .init(
        code: 64, output: "",
        error: "feedlab: error: The value 'graph' is invalid for '--of <subject>'."
          + " Please provide one of 'societies', 'behaviour' or 'weights'.\n" + usage))
  }

  @Test func `a scenario with one arm has nothing to compare`() throws {
    let text = "feedlab: 1\narms: {newest: {home: recency}}\n"
    let folder = try ScratchFolder(["one.yml": text])
    try feedlab("sensitivity", "one.yml", "--of", "behaviour", in: folder).expectRefusal(
      "one.yml: it has no arm to compare 'newest' with")
  }
}

/// `feedlab describe plausible`.
@Suite struct DescribePlausibleTests {
  @Test func `a range has its reason and what is allowed`() throws {
    let outcome = try feedlab(
      "describe", "plausible", "behaviour.actions.open", in: ScratchFolder())
    outcome.expectOutput(
      """
      behaviour.actions.open: Mean rate of opening at a first look, if everyone's posts come in random
        order.
        plausible  0.08 to 0.38 of examined items
        scale      log
        reason     0.18 in KuaiRand's random feed, 0.38 in its standard feed; half of the first
        default    0.18
        allowed    0 to 0.9

      """)
  }

  @Test func `every format lists the same`() throws {
    let folder = try ScratchFolder()
    let json = try feedlab("describe", "plausible", "--format", "json", in: folder).output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let keys = try #require(object as? [[String: Any]]).compactMap { $0["key"] as? String }
    #expect(keys.count >= 20)
    let text = try feedlab("describe", "plausible", in: folder).output
    let markdown = try feedlab("describe", "plausible", "--format", "markdown", in: folder).output
    for key in keys {
      #expect(text.contains("\n\(key) "))
      #expect(markdown.contains("| `\(key)` |"))
    }
  }

  @Test func `a key that has none is refused with the nearest`() throws {
    try feedlab(
      "describe", "plausible", "behaviour.examination.etta", in: ScratchFolder()
    ).expectRefusal(
      "describe plausible 'behaviour.examination.etta': there is no"
        + " plausible range of this name; did you mean 'behaviour.examination.eta'?")
  }
}
