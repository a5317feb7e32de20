import Foundation
import TestSupport
import Testing

/// The options by which `feedlab ab` decides.
@Suite struct DecisionOptionsTests {
  @Test(
    arguments: calls(
      """
      --primary relevance@5 => --primary 'relevance@5': expected relevance@10
      --metrics named --set ab.primary=none --set metrics={} =>
        --metrics named: the scenario names none under metrics, as its primary or as a guardrail
      --primary like_rate(surface=hom) =>
        --primary 'like_rate(surface=hom)': there is no surface 'hom'; did you mean 'home'?
      --guardrail follow_growth(surface=home) =>
        --guardrail 'follow_growth(surface=home)': 'follow_growth' has no value for a surface
      --margin like_rat(surface=home)=1% =>
        --margin 'like_rat(surface=home)': there is no metric of this name; did you mean 'like_rate(surface=home)'?
      --primary like_rate(surface=contest) --set behaviour.surfaces.contest=0 =>
        --primary: 'like_rate(surface=contest)' counts pages of contest, which no session opens: behaviour.surfaces.contest is 0
      --primary engagement_rat =>
        --primary 'engagement_rat': there is no metric of this name; did you mean 'engagement_rate'?
      --guardrail engagment =>
        --guardrail 'engagment': there is no metric of this name; there are engagement_rate, first_look_engagement_rate and engagement_per_member_day
      --primary new_creator_supply_share =>
        --primary 'new_creator_supply_share': this metric has no good side, so that no value is better than another
      --primary ndcg@10 --guardrail ndcg@10 => --guardrail 'ndcg@10': this metric is the primary
      --guardrail ndcg@10 --guardrail ndcg@10 => --guardrail 'ndcg@10': this metric is given twice
      --alpha 0.7 => --alpha 0.7: expected a number from 0.0001 to 0.5
      --half-width 0.01 =>
        --half-width '0.01': expected a metric and a number greater than 0, such as engagement_rate=0.001
      --half-width ndcg@10=0.01 --until open =>
        --half-width and --until: only one of them can be given
      --until decided -n 3 =>
        -n 3 and --until decided: -n fixes the number of worlds, and --until decided lets results determine it; give a range, such as -n 8..64, or only one of them
      --until open -n 1 => --until open: at least two worlds are needed
      --half-width ndcg@10=1 -n 1 => --half-width: at least two worlds are needed
      --margin ndcg@10=much =>
        --margin 'ndcg@10=much': expected a number from 0 in the metric's unit, such as 0.01, or a percentage of the baseline from 0% to 1000%, such as 1%
      --margin 1% --margin 2% => --margin '2%': the metrics without one has a margin already
      -n 8..4 =>
        -n 8..4: expected a whole number from 1 to 1000000 (worlds), a range such as 8..64, or auto, which is 8..64
      """))
  func `what cannot be meant is refused, word for word`(arguments: [String], message: String) throws
  {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    try expectRefusal(["ab", "small.yml"] + arguments, message, in: folder)
  }

  /// The decision, the looks and every file are those without the filter, to the byte.
  @Test func `a filter chooses printed rows and nothing else`() throws {
    let asking = smallScenario.replacing(
      "{primary: none, replications: 2}",
      with: "{primary: engagement_rate, guardrails: [ndcg@10], replications: 2..4}")
    let folder = try ScratchFolder(["asking.yml": asking])
    let all = try feedlab("ab", "asking.yml", "--out", "all", "--quiet", in: folder)
    let some = try feedlab(
      "ab", "asking.yml", "--filter", "^like_rate$", "--out", "some", "--quiet", in: folder)
    #expect(all.code == 0 && some.code == 0)
    for file in ["results.json", "replications.csv", "breakdown.csv", "summary.md", "report.html"] {
      try expectEqual(folder.read("all/\(file)"), folder.read("some/\(file)"), "\(file)")
    }
    let rows = some.output.split(separator: "\n").filter { $0.contains(/^[a-z_0-9@]+ [↑↓→!]/) }
    // A table for each candidate.
    let ids = rows.map { $0.prefix { $0 != " " } }
    expectEqual(Set(ids), ["like_rate", "engagement_rate", "ndcg@10"])
    let decisions = all.output.split(separator: "\n").filter { $0.contains(#/^[✓✕=?] \S/#) }
    #expect(!decisions.isEmpty)
    for decision in decisions { #expect(some.output.contains(decision)) }

    let csv = try feedlab(
      "ab", "asking.yml", "--filter", "^like_rate$", "--out", "some", "--format", "csv", "--quiet",
      in: folder
    ).output
    expectEqual(
      Set(csv.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[1] }),
      ["like_rate", "engagement_rate", "ndcg@10"])
    let json = try feedlab(
      "ab", "asking.yml", "--filter", "^like_rate$", "--out", "some", "--format", "json", "--quiet",
      in: folder
    ).output
    expectEqual(json, (try folder.read("all/results.json")))
  }

  @Test func `a plan and tested metrics of the command line are those of the results`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      "ab", "small.yml", "--candidate", "affinity", "-n", "2..4", "--primary", "engagement_rate",
      "--guardrail", "creator_exposure_gini", "--margin", "engagement_rate=50%", "--margin", "0.5",
      "--alpha", "0.1", "--correction", "bh", "--out", "out", in: folder)
    expectEqual(outcome.code, 0)
    let root = try jsonObject(folder.read("out/results.json"))
    let questions = try #require(root["questions"] as? [String: Any])
    expectEqual(questions["primary"] as? String, "engagement_rate")
    expectEqual(questions["guardrails"] as? [String], ["creator_exposure_gini"])
    expectEqual(questions["alpha"] as? Double, 0.1)
    expectEqual(questions["correction"] as? String, "bh")
    let plan = try #require(root["plan"] as? [String: Any])
    expectEqual(plan["kind"] as? String, "looks")
    expectEqual(plan["first"] as? Int, 2)
    expectEqual(plan["most"] as? Int, 4)
    let comparisons = try #require(root["comparisons"] as? [[String: Any]])
    let gini = try #require(
      comparisons.first { $0["metric"] as? String == "creator_exposure_gini" })
    expectEqual(gini["margin"] as? Double, 0.5)
    let margins = try #require(root["margins"] as? [String: String])
    expectEqual(margins["engagement_rate"], "50%")
    expectEqual(margins["creator_exposure_gini"], "0.5")
  }
}
