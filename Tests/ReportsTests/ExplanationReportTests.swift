import Experiments
import FeedMetrics
import Foundation
import ReportKit
internal import Scenarios
import Stochastics
import Studies
import TestSupport
import Testing

/// The parts of a change in every format.
///
/// The like rate of the four worlds is 0.0401, 0.0403, 0.0399 and 0.0402 under newest, and 0.0456, 0.0455, 0.0457 and
/// 0.0459 under affinity: +0.00555. By surface, home's likes for each look are 1205/24,000 = 0.0502 and 1527/28,000 =
/// 0.0545, and the contest's 0.025. From rates come, at home, 0.65 (*r*′ − *r*) in each world: the mean of
/// 0.65 (381/7000 − 301/6000) = 0.002770 and so on, 0.65 (381.75/7000 − 301.25/6000) = 0.002813. The rest, 0.002737,
/// comes from the mix: at home 0.1 ((*r* + *r*′)/2 − *c*) with the mean *c* (0.040125 + 0.045675)/2 = 0.0429, that is
/// 0.1 (0.052373 − 0.0429) = 0.000947, and at the contest −0.1 (0.025 − 0.0429) = 0.00179.
@Suite struct ExplanationReportTests {
  private func text(_ explanation: Explanation, width: Int = 100) -> String {
    ReportFormat.text.render(explanation.document, width: width, hasStyle: false)
  }

  @Test func `the text has all dimensions, and the levels of the one whose mix moves the metric`()
    throws
  {
    let shown = text(try SampleExplanations.explanation())
    expectEqual(
      shown,
      """
      quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in 4 parallel worlds

      affinity against newest

      Likes an examined post like_rate: 0.0401 → 0.0457, +0.0056 [+0.0051, +0.0060]

      by                      from the mix              95% CI  from rates  most at
      surface                      +0.0027  [+0.0027, +0.0028]     +0.0028  +0.0038 home
      first or repeated look        0.0000    [0.0000, 0.0000]     +0.0055  +0.0055 first
      creator's group               0.0000    [0.0000, 0.0000]     +0.0055  +0.0055 majority
      category                      0.0000    [0.0000, 0.0000]     +0.0056  +0.0056 category 0

      By surface: +0.0027 comes from the mix (contest: 30% of looks instead of 40%), and +0.0028 from
      other rates (home: 0.0545 instead of 0.0502).

      surface      looks             rate      mix    rates  together              95% CI  share
      home     60% → 70%  0.0502 → 0.0545  +0.0009  +0.0028   +0.0038  [+0.0033, +0.0042]    68%
      contest  40% → 30%  0.0250 → 0.0250  +0.0018   0.0000   +0.0018  [+0.0018, +0.0018]    32%
      all                 0.0401 → 0.0457  +0.0027  +0.0028   +0.0055  [+0.0051, +0.0060]   100%

      Looks: share of all looks, newest → candidate; rate: what a look leads to there; mix: the part that
      comes from looking more or less at a level; rates: the part that comes from another rate there; the
      parts add up to the change (Kitagawa 1955); intervals are paired by world and not corrected for the
      number of levels.

      """)
  }

  @Test(
    arguments: [
      (nil, nil), ("like_rate", nil), ("relevance@10", "Like rate is not a tested metric."),
      (
        "like_rate(surface=home)",
        "Like rate counts all surfaces. The primary, like rate on home, counts some of them: see the parts by surface."
      ),
    ] as [(String?, String?)])
  func `a metric that did not decide is said to be another one`(
    primary: String?, note: String?
  ) throws {
    var design = SampleExplanations.results().design
    design.questions = Scenario.Questions(primary: primary)
    let metric = try #require(MetricCatalogue.definition("like_rate"))
    expectEqual(Explanation.note(on: metric, in: design), note)
  }

  @Test func `a dimension of many levels shows the largest, and what all add up to`() throws {
    let shown = text(try SampleExplanations.explanation(by: .category))
    expectEqual(
      shown,
      """
      quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in 4 parallel worlds

      affinity against newest

      Likes an examined post like_rate: 0.0401 → 0.0457, +0.0056 [+0.0051, +0.0060]

      By category: 0.0000 comes from the mix, and +0.0056 from other rates (category 0: 0.042 instead of
      0.036).

      category              looks           rate     mix    rates  together              95% CI  share
      category 0        87% → 87%  0.036 → 0.042  0.0000  +0.0056   +0.0056  [+0.0051, +0.0060]   100%
      category 1          1% → 1%  0.010 → 0.010  0.0000   0.0000    0.0000    [0.0000, 0.0000]     0%
      category 2          1% → 1%  0.020 → 0.020  0.0000   0.0000    0.0000    [0.0000, 0.0000]     0%
      category 3          1% → 1%  0.030 → 0.030  0.0000   0.0000    0.0000    [0.0000, 0.0000]     0%
      category 4          1% → 1%  0.040 → 0.040  0.0000   0.0000    0.0000    [0.0000, 0.0000]     0%
      category 5          1% → 1%  0.050 → 0.050  0.0000   0.0000    0.0000    [0.0000, 0.0000]     0%
      category 6          1% → 1%  0.060 → 0.060  0.0000   0.0000    0.0000    [0.0000, 0.0000]     0%
      category 7          1% → 1%  0.070 → 0.070  0.0000   0.0000    0.0000    [0.0000, 0.0000]     0%
      category 8          1% → 1%  0.080 → 0.080  0.0000   0.0000    0.0000    [0.0000, 0.0000]     0%
      category 9          1% → 1%  0.090 → 0.090  0.0000   0.0000    0.0000    [0.0000, 0.0000]     0%
      category 10         1% → 1%  0.100 → 0.100  0.0000   0.0000    0.0000    [0.0000, 0.0000]     0%
      all, with 3 more             0.040 → 0.046  0.0000  +0.0056   +0.0056  [+0.0051, +0.0060]   100%

      Looks: share of all looks, newest → candidate; rate: what a look leads to there; mix: the part that
      comes from looking more or less at a level; rates: the part that comes from another rate there; the
      parts add up to the change (Kitagawa 1955); intervals are paired by world and not corrected for the
      number of levels.

      """)
  }

  @Test func `one world has no intervals`() throws {
    let shown = text(try SampleExplanations.explanation(by: .surface, worlds: 1))
    expectEqual(
      shown,
      """
      quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in one world

      affinity against newest

      Likes an examined post like_rate: 0.0401 → 0.0456, +0.0055

      By surface: +0.00273 comes from the mix (contest: 30% of looks instead of 40%), and +0.00277 from
      other rates (home: 0.0544 instead of 0.0502).

      surface      looks             rate       mix     rates  together  95% CI  share
      home     60% → 70%  0.0502 → 0.0544  +0.00094  +0.00277  +0.00372       –      –
      contest  40% → 30%  0.0250 → 0.0250  +0.00179   0.00000  +0.00179       –      –
      all                 0.0401 → 0.0456  +0.00273  +0.00277  +0.00550       –      –

      Looks: share of all looks, newest → candidate; rate: what a look leads to there; mix: the part that
      comes from looking more or less at a level; rates: the part that comes from another rate there; the
      parts add up to the change (Kitagawa 1955); intervals are paired by world and not corrected for the
      number of levels.

      """)
  }

  @Test func `Markdown has the same tables`() throws {
    let document = try SampleExplanations.explanation(by: .surface).document
    let expected = """
      <!-- feedlab:explain scenario=quickstart -->
      ### FeedLab explain: quickstart

      2,000 members, 14 days (3 warm-up), 2 arms in 4 parallel worlds.

      #### **affinity** against **newest**

      Likes an examined post `like_rate`: 0.0401 → 0.0457, +0.0056 [+0.0051, +0.0060]

      By surface: +0.0027 comes from the mix (contest: 30% of looks instead of 40%), and +0.0028 from other rates (home: 0.0545 instead of 0.0502).

      | Surface | looks | rate | mix | rates | together | 95% CI | share |
      |:--|--:|--:|--:|--:|--:|:-:|--:|
      | home | 60% → 70% | 0.0502 → 0.0545 | +0.0009 | +0.0028 | +0.0038 | [+0.0033, +0.0042] | 68% |
      | contest | 40% → 30% | 0.0250 → 0.0250 | +0.0018 | 0.0000 | +0.0018 | [+0.0018, +0.0018] | 32% |
      | all |  | 0.0401 → 0.0457 | +0.0027 | +0.0028 | +0.0055 | [+0.0051, +0.0060] | 100% |

      Looks: share of all looks, newest → candidate; rate: what a look leads to there; mix: the part that comes from looking more or less at a level; rates: the part that comes from another rate there; the parts add up to the change (Kitagawa 1955); intervals are paired by world and not corrected for the number of levels.

      """
    expectEqual(ReportFormat.markdown.render(document), expected)
  }

  @Test func `the table has a row for each level, and one for all`() throws {
    let explanation = try SampleExplanations.explanation()
    let rows = ReportFormat.csv.render(explanation.document).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    expectEqual(
      rows[0].joined(separator: ","),
      "metric,candidate,by,at,baseline_weight,candidate_weight,baseline_rate,candidate_rate,from_mix,"
        + "from_mix_lower,from_mix_upper,from_rate,from_rate_lower,from_rate_upper,difference,difference_lower,"
        + "difference_upper")
    // Two surfaces, two looks, two groups and 14 categories; a single day divides nothing.
    expectEqual(rows.count, 1 + 3 + 3 + 3 + 15)
    expectEqual(rows[1][..<4], ["like_rate", "affinity", "surface", "home"])
    let expected: [[Double]] = [
      [
        0.6, 0.7, 1205.0 / 24_000, 1527.0 / 28_000,
        0.1 * ((301.25 / 6000 + 381.75 / 7000) / 2 - 0.0429),
      ],
      [0.4, 0.3, 0.025, 0.025, 0.00179],
      [1, 1, 0.040125, 0.045675, 0.00555 - 0.65 * (381.75 / 7000 - 301.25 / 6000)],
    ]
    for (row, numbers) in zip(rows[1...3], expected) {
      for (cell, number) in zip(row[4...8], numbers) {
        #expect(abs((Double(cell) ?? .nan) - number) < 1e-12, "\(row[3]): \(cell), not \(number)")
      }
    }
    expectEqual(rows[2][11...13], ["0", "0", "0"])
    #expect(rows[3][3] == "all" && abs((Double(rows[3][14]) ?? 0) - 0.00555) < 1e-12)
    #expect(
      ReportFormat.tsv.render(explanation.document).hasPrefix("metric\tcandidate\tby\tat\t"))
  }

  @Test func `the JSON has the parts by dimension and level`() throws {
    let text = ReportFormat.json.render(try SampleExplanations.explanation().document)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    expectEqual(
      Set(object.keys),
      [
        "feedlab", "scenario", "seed", "metric", "baseline", "level", "candidates",
      ])
    expectEqual(object["metric"] as? String, "like_rate")
    #expect(object["baseline"] as? String == "newest" && object["level"] as? Double == 0.95)
    let candidates = try #require(object["candidates"] as? [[String: Any]])
    expectEqual(candidates.map { $0["candidate"] as? String }, ["affinity"])
    let means = ["baseline_mean", "candidate_mean"].map { candidates[0][$0] as? Double ?? 0 }
    #expect(abs(means[0] - 0.040125) < 1e-15 && abs(means[1] - 0.045675) < 1e-15)
    let by = try #require(candidates[0]["by"] as? [String: [[String: Any]]])
    expectEqual(Set(by.keys), ["surface", "look", "creators", "category"])
    let surfaces = try #require(by["surface"])
    expectEqual(surfaces.map { $0["at"] as? String }, ["home", "contest", "all"])
    expectEqual(
      Set(surfaces[0].keys),
      [
        "at", "baseline_weight", "candidate_weight", "baseline_rate", "candidate_rate", "from_mix",
        "from_mix_lower", "from_mix_upper", "from_rate", "from_rate_lower", "from_rate_upper",
        "difference", "difference_lower", "difference_upper",
      ])
    for levels in by.values {
      let parts = levels.dropLast().compactMap { $0["difference"] as? Double }
      expectEqual(parts.count, levels.count - 1)
      let sum = try #require(levels.last?["difference"] as? Double)
      #expect(abs(parts.reduce(0, +) - sum) < 1e-15 && abs(sum - 0.00555) < 1e-15)
    }
  }

  @Test func `the usual metric is the primary one, or the first that has parts`() {
    var design = SampleExplanations.results().design
    expectEqual(Explanation.usualMetric(of: design)?.id, "like_rate")
    design.questions.primary = "relevance@10"
    expectEqual(Explanation.usualMetric(of: design)?.id, "like_rate")
    design.metrics += ["save_rate", "engagement_rate"].compactMap(MetricCatalogue.definition)
    design.questions.primary = "engagement_rate"
    expectEqual(Explanation.usualMetric(of: design)?.id, "engagement_rate")
    design.metrics.removeAll { MetricCatalogue.ratio(of: $0.id) != nil }
    expectEqual(Explanation.usualMetric(of: design), nil)
  }

  @Test func `results that cannot be explained say why`() {
    func refusal(
      _ results: ExperimentResults, of metric: MetricDefinition = SampleResults.metrics[7],
      by dimension: LookDimension? = nil
    ) -> Explanation.Refusal? {
      do throws(Explanation.Refusal) {
        _ = try Explanation(results, of: metric, by: dimension)
        return nil
      } catch {
        return error
      }
    }
    let results = SampleExplanations.results()
    expectEqual(refusal(results), nil)
    expectEqual(refusal(results, by: .tenure), .noDimension(.tenure))
    expectEqual(refusal(results, of: SampleResults.metrics[8]), .noMetric)
    expectEqual(refusal(SampleResults.results(candidates: ["affinity"])), .noLooks)
    expectEqual(
      refusal(SampleResults.results(candidates: ["affinity"], baseline: nil)), .noComparison)
  }

  @Test func `the page says why the metric changed`() throws {
    let page = PageText(SampleExplanations.results())
    #expect(page.between("<a href=\"#", "\"").contains("why"))
    expectEqual(page.count(" id=\"why\""), 1)
    let section = try #require(page.between("<section id=\"why\"", "</section>").first)
    #expect(
      section.contains("<h3>affinity: like rate +0.0056 [+0.0051, +0.0060]</h3>"),
      "\(section)")
    let rows = section.components(separatedBy: "<tbody>").dropFirst().map { body in
      body.components(separatedBy: "</tbody>")[0].components(separatedBy: "</tr>").dropLast().map {
        $0.replacing("</t", with: "|</t").replacing(/<[^>]*>/, with: "")
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
    // The levels of the surface, and the dimensions.
    expectEqual(
      rows,
      [
        [
          "home|60% → 70%|0.0502 → 0.0545||+0.0038|[+0.0033, +0.0042]|",
          "contest|40% → 30%|0.0250 → 0.0250||+0.0018|[+0.0018, +0.0018]|",
        ],
        [
          "surface|+0.0027|[+0.0027, +0.0028]|+0.0028|[+0.0024, +0.0032]|home +0.0038|",
          "first or repeated look|0.0000|[0.0000, 0.0000]|+0.0055|[+0.0051, +0.0060]|first +0.0055|",
          "creator&#39;s group|0.0000|[0.0000, 0.0000]|+0.0055|[+0.0051, +0.0060]|majority +0.0055|",
          "category|0.0000|[0.0000, 0.0000]|+0.0056|[+0.0051, +0.0060]|category 0 +0.0056|",
        ],
      ])
    // The largest part, 0.00281, is 48 wide: 0.000947 is 16.2, 0.00179 30.5.
    expectEqual(
      section.matches(of: /<rect class="(\w+)" x="0.0" y="\d" width="([0-9.]+)"/).map {
        "\($0.1) \($0.2)"
      }, ["mix 16.2", "rate 48.0", "mix 30.5", "rate 0.0"])
    expectEqual(PageText(SampleResults.results(candidates: ["affinity"])).count(" id=\"why\""), 0)
  }

  @Test func `names of groups are text on the page`() {
    let page = PageText(
      SampleExplanations.results(groups: ["<script>alert(1)</script>", "\"><b>x"]))
    #expect(page.count("<script>alert(1)") == 0 && page.count("\"><b>x") == 0)
    #expect(page.count("&lt;script&gt;alert(1)") > 0)
  }
}
