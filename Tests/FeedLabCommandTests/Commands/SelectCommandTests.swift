import Foundation
import TestSupport
import Testing

/// `feedlab select`.
@Suite struct SelectCommandTests {
  private static let small = [
    "select", "small.yml", "--metric", "relevance@10", "--delta", "0.05", "-n", "3..12",
  ]

  @Test func `the answer and the folder are printed`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(Self.small, in: folder)
    expectEqual(outcome.code, 0)
    let start = "small: 80 members, 1 day (0.25 warm-up), 3 arms in up to 12 parallel worlds\n\n"
    #expect(outcome.output.hasPrefix(start), "\(outcome.output)")
    #expect(
      outcome.output.contains("Kim and Nelson's procedure: an arm that leads by 0.05 or more"))
    let end = #/feedlab: done in [0-9.]+ s; files are in reports\/small\n/#
    #expect(outcome.error.wholeMatch(of: end) != nil, "\(outcome.error)")
    let json = try jsonObject(folder.read("reports/small/select.json"))
    expectEqual(json["metric"] as? String, "relevance@10")
    #expect(json["delta"] as? Double == 0.05 && json["alpha"] as? Double == 0.05)
    #expect(json["first_stage"] as? Int == 3 && json["most_worlds"] as? Int == 12)
    expectEqual((json["arms"] as? [Any])?.count, 3)
  }

  @Test func `guardrails of the scenario are measured, and the metric itself is none`() throws {
    let guarded = smallScenario.replacing(
      "ab: {primary: none, replications: 2}",
      with: "ab: {replications: 2, guardrails: [relevance@10, creator_exposure_gini]}")
    let folder = try ScratchFolder(["small.yml": guarded])
    let outcome = try feedlab(
      Self.small + ["--format", "json", "--quiet", "-n", "3..4"], in: folder)
    let guardrails = try #require(
      jsonObject(outcome.output)["guardrails"] as? [[String: Any]])
    expectEqual(guardrails.map { $0["candidate"] as? String }, ["affinity", "random"])
    #expect(guardrails.allSatisfy { $0["metric"] as? String == "creator_exposure_gini" })
  }

  @Test(
    arguments: calls(
      """
      --delta 0 => --delta 0.0: expected a number above 0, in the unit of relevance@10
      --delta -1 => --delta -1.0: expected a number above 0, in the unit of relevance@10
      --metric relevance_at_kk =>
        --metric 'relevance_at_kk': there is no metric of this name; did you mean 'relevance@10'?
      --metric category_beta_diversity =>
        --metric 'category_beta_diversity': this metric has no good side, so that no value is better than another
      --alpha 0.5 => --alpha 0.5: expected a number from 0.0001 up to, but not, 0.5
      -n 9 => -n 9: the first stage has 10 worlds; use -n 2..9 for a shorter one
      --candidate afinity =>
        --candidate 'afinity': there is no arm of this name; did you mean 'affinity'?
      """))
  func `a call that cannot be right is refused in one line`(
    arguments: [String], message: String
  ) throws {
    try expectRefusal(
      Self.small + arguments, message, in: ScratchFolder(["small.yml": smallScenario]))
  }
}
