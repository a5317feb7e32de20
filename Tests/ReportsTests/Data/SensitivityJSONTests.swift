internal import Experiments
import Foundation
import ReportKit
internal import Studies
import TestSupport
import Testing

@Suite struct SensitivityJSONTests {
  private let results = SampleSocieties.results()

  private func object() throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(results.json.utf8)) as? [String: Any])
  }

  @Test func `says what was done`() throws {
    let object = try object()
    expectEqual(object["of"] as? String, "behaviour")
    expectEqual(object["method"] as? String, "morris")
    expectEqual(object["worlds"] as? Int, 3)
    expectEqual(object["trajectories"] as? Int, 4)
    expectEqual(object["levels"] as? Int, 4)
    // 4 trajectories of 3 parameters and one more point, 3 worlds, 2 arms.
    expectEqual(object["runs"] as? Int, 96)
    expectEqual(object["idle"] as? [String], ["behaviour.voting.fatigue"])
    let parameter = try #require((object["parameters"] as? [[String: Any]])?.first)
    expectEqual(parameter["key"] as? String, "behaviour.examination.eta")
    expectEqual(parameter["settings"] as? [Double], [0.2, 0.5, 0.8, 1.1])
    expectEqual(parameter["scenario"] as? Double, 0.5)
  }

  @Test func `has each society with its trajectory, seed and values`() throws {
    let societies = try #require(try object()["societies"] as? [[String: Any]])
    expectEqual(societies.count, 16)
    for (index, society) in societies.enumerated() {
      expectEqual(society["trajectory"] as? Int, index / 4)
      expectEqual((society["seed"] as? NSNumber)?.uint64Value, results.design.seed(of: index))
      expectEqual(society["values"] as? [Double], results.design.values(of: index))
    }
  }

  @Test func `a finding has a column of verdicts and an influence a parameter`() throws {
    let findings = try #require(try object()["findings"] as? [[String: Any]])
    expectEqual(findings.count, results.findings.count)
    let finding = findings[0]
    let verdicts = (finding["societies"] as? [String: Any])?["verdict"] as? [String]
    expectEqual(verdicts, results.findings[0].comparisons.map(\.verdict.rawValue))
    let counts = try #require(finding["verdicts"] as? [String: Int])
    expectEqual(
      counts,
      [
        "better": verdicts!.count { $0 == "better" }, "worse": verdicts!.count { $0 == "worse" },
      ])
    let influences = try #require(finding["influences"] as? [[String: Any]])
    expectEqual(influences.map { $0["measurable"] as? Bool }, [true, false, false])
    // 0.1 of the slope, from 0.2 to 1.1.
    #expect(abs(try #require(influences[0]["mu_star"] as? Double) - 0.09) < 1e-12)
    expectEqual(influences[0]["trend"] as? String, "up")
    #expect(influences[1]["trend"] is NSNull)
    let changes = try #require(influences[0]["changes"] as? [[String: Any]])
    expectEqual(changes.map { $0["reversal"] as? Bool }, [true, true, true, true])
    let levels = try #require(influences[0]["verdicts_by_setting"] as? [[String: Int]])
    expectEqual(levels.map { Array($0.keys) }, [["better"], ["better"], ["worse"], ["worse"]])
  }

  @Test func `what is undefined is null`() throws {
    let findings = try #require(try object()["findings"] as? [[String: Any]])
    let finding = try #require(findings.first { $0["metric"] as? String == "rank_quality_tau" })
    expectEqual(finding["verdicts"] as? [String: Int], ["undefined": 16])
    #expect((finding["better_share"] as? [String: Any])?["estimate"] is NSNull)
    let influence = try #require((finding["influences"] as? [[String: Any]])?.first)
    for key in ["mu", "mu_star", "sigma", "noise", "p"] { #expect(influence[key] is NSNull) }
  }

  @Test func `the table has a row for each metric and parameter`() {
    let rows = results.csv.split(separator: "\n", omittingEmptySubsequences: false)
    expectEqual(rows.count, 1 + 7 * 3 + 1)
    expectEqual(
      rows[0],
      "candidate,metric,societies,better_share,worse_share,equal_share,undecided_share,"
        + "parameter,low,high,mu,mu_error,mu_star,mu_star_error,sigma,noise,p,measurable,changes,"
        + "reversals")
    expectEqual(
      rows[2],
      "affinity,creator_exposure_gini,16,0.375,0.625,0,0,behaviour.posting.feedback,0,1,"
        + "0,0,0,0,0,0,1,false,0,0")
    expectEqual(
      rows[4], "affinity,rank_quality_tau,0,,,,,behaviour.examination.eta,0.2,1.1,,,,,,,,false,0,0")
    expectEqual(ReportFormat.tsv.render(results.document), results.csv.replacing(",", with: "\t"))
  }
}
