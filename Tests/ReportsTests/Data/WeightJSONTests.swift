import Foundation
import ReportKit
internal import Scenarios
internal import Studies
import TestSupport
import Testing

@Suite struct WeightJSONTests {
  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `a screening has its numbers, points and effects`() throws {
    let object = try object(SampleWeights.screening.json)
    expectEqual(object["of"] as? String, "weights")
    expectEqual(object["method"] as? String, "morris")
    expectEqual(object["arm"] as? String, "blend")
    expectEqual(object["trajectories"] as? Int, 4)
    expectEqual(
      object["flat_rays"] as? [[String]],
      [
        ["blend.home.weights.like", "blend.home.weights.view"]
      ])
    expectEqual(object["idle"] as? [String], ["blend.home.half-life"])
    let parameters = try #require(object["parameters"] as? [[String: Any]])
    expectEqual(parameters[0]["high"] as? Double, 9)
    expectEqual(parameters[2]["choices"] as? [Double], [86_400, 604_800])
    let points = try #require(object["points"] as? [[String: Any]])
    // 4 × (3 + 1), the scenario's own and the halved weights; three worlds a trajectory.
    expectEqual(points.count, 18)
    expectEqual(points.map { $0["first_world"] as? Int }, (0..<18).map { $0 < 16 ? $0 / 4 * 3 : 0 })
    expectEqual(points[16]["values"] as? [Double], [2, 1, 86_400])
    expectEqual(points[17]["values"] as? [Double], [1, 0.5, 86_400])
    let findings = try #require(object["findings"] as? [[String: Any]])
    expectEqual((findings[1]["means"] as? [Any])?.count, 18)
    let influences = try #require(findings[1]["influences"] as? [[String: Any]])
    expectEqual(influences.map { $0["parameter"] as? String }, SampleWeights.parameters.map(\.key))
  }

  @Test func `Sobol's indices are null where a metric does not vary`() throws {
    let object = try object(SampleWeights.variance.json)
    expectEqual(object["method"] as? String, "sobol")
    expectEqual(object["samples"] as? Int, 16)
    let findings = try #require(object["findings"] as? [[String: Any]])
    let indices = try #require(findings[1]["indices"] as? [String: Any])
    expectEqual(indices["rows"] as? Int, 16)
    expectEqual((indices["total"] as? [Any])?.count, 3)
    #expect(findings[0]["indices"] is NSNull)
  }

  @Test func `the table has a row for each metric and number`() {
    let lines = SampleWeights.variance.csv.split(separator: "\n")
    expectEqual(lines.count, 1 + 2 * 3)
    expectEqual(lines[1], "relevance@10,blend.home.weights.like,2,,,,,,,,false")
    #expect(
      ReportFormat.tsv.render(SampleWeights.screening.document).hasPrefix(
        "metric\tparameter\tvalue\tmu\tmu_error\tmu_star\tmu_star_error\tsigma\tnoise\tp\tmeasurable\n"
      ))
  }
}
