import Experiments
import FeedMetrics
import Foundation
import PageResources
import Reports
internal import Scenarios
import TestSupport
import Testing

@Suite struct HTMLReportTests {
  private static let compared = SampleResults.results(candidates: ["affinity", "newest-again"])
  private static let measured = SampleResults.results(candidates: ["affinity"], baseline: nil)

  @Test func `the same results give the same bytes`() {
    let (one, other) = (PageText(Self.compared), PageText(Self.compared))
    expectEqual(one.html, other.html)
    #expect(!one.html.contains(NSHomeDirectory() + "/"))
  }

  @Test func `a comparison has every section and a link to each`() {
    let page = PageText(Self.compared)
    let anchors = page.between("<a href=\"#", "\"").filter { $0 != "top" }
    expectEqual(
      anchors,
      [
        "summary", "scorecard", "changes", "fair", "fresh", "diverse", "checks", "method",
      ])
    for anchor in anchors { expectEqual(page.count(" id=\"\(anchor)\""), 1, "\(anchor)") }
    expectEqual(page.figures, ["effects", "series", "shares", "age", "categories"])
  }

  @Test func `a measurement has no effects, no checks and no cards, but all metrics`() {
    let page = PageText(Self.measured)
    let anchors = page.between("<a href=\"#", "\"").filter { $0 != "top" }
    expectEqual(anchors, ["changes", "fair", "fresh", "diverse", "measures", "method"])
    expectEqual(page.figures, ["series", "shares", "age", "categories"])
    #expect(page.markup.contains("<h1>2 arms of quickstart, in 4 parallel worlds</h1>"))
    for metric in SampleResults.metrics { #expect(page.markup.contains(metric.name)) }
    #expect(!page.html.contains("class=\"kpi\""))
  }

  @Test func `one world without curves or days has neither charts of them nor intervals`() {
    let results = SampleResults.results(candidates: ["affinity"], worlds: 1)
    let bare = ExperimentResults(
      design: results.design,
      outcomes: results.outcomes.map {
        WorldOutcome(
          arm: $0.arm, world: $0.world, values: $0.values, digest: $0.digest, summary: $0.summary)
      })
    let page = PageText(bare)
    expectEqual(page.figures, ["effects"])
    #expect(page.markup.contains("<dd>none of one world</dd>"))
    #expect(page.markup.contains("No sure difference between "))
    #expect(!page.markup.contains("% CI"))
  }

  @Test func `the headline names the largest gain and the largest loss`() throws {
    let page = PageText(SampleResults.results(candidates: ["affinity"]))
    let headline = try #require(page.between("<h1>", "</h1>").first)
      .replacing(/<[^>]*>/, with: "")
    // Of what is shown first likes go from 0.040125 to 0.045675 on average, and inequality from 0.605 to
    // 0.65875.
    expectEqual(
      headline,
      "affinity raises likes an examined post by 0.0056, but raises inequality of exposure by 0.054"
    )
  }

  @Test func `where metrics are tested the headline is the decision, and the checks are its gates`()
  {
    let page = PageText(
      SampleResults.results(
        candidates: ["affinity"],
        questions: .init(primary: "relevance@10", guardrails: ["creator_exposure_gini"])))
    // 0.65875 is more than 0.605 by a half-width and more, and has no margin.
    #expect(
      page.markup.contains(
        #"<h1>Do not ship <span class="rk s1">affinity</span></h1>"#))
    #expect(!page.markup.contains("checks failed"))
    #expect(
      page.markup.contains(
        #"<meta name="description" content="Do not ship affinity – Simulated community of 2,000 members,"#
      ))
    #expect(page.markup.contains("Inequality of exposure, affinity (guardrail)"))
    #expect(page.markup.contains("Relevance of the top ten, affinity (primary)"))
    expectEqual(page.count("<span class=\"pill good\">better</span>"), 1)
    expectEqual(page.count("<span class=\"pill bad\">broken</span>"), 1)
    #expect(page.markup.contains("--primary relevance@10 --guardrail creator_exposure_gini"))
  }

  @Test func `each candidate has a card with its decision, and the headline has all of them`()
    throws
  {
    let page = PageText(
      SampleResults.results(
        candidates: ["affinity", "newest-again"],
        questions: .init(
          primary: "relevance@10", guardrails: ["creator_exposure_gini", "feed_turnover"])))
    try expectEqual(
      #require(page.between("<h1>", "</h1>").first).replacing(/<[^>]*>/, with: ""),
      "No reason to ship newest-again; do not ship affinity")
    let cards = page.between(#"<article class="decision "#, "</article>").map { card in
      card.replacing("</dd>", with: "|").replacing(/<[^>]*>/, with: " ").split(separator: " ")
        .joined(separator: " ")
    }
    expectEqual(
      cards,
      [
        #"bad arm a1"> ✕ Do not ship affinity Primary Relevance of the top ten +0.091 [+0.086, +0.095], better 0 |"#
          + " Limit broken Inequality of exposure +0.054 [+0.041, +0.067], limit 0 0 limit |"
          + " Details Limits 1 of 2 ok|"
          + " Best gain Least shown group, distance from 1 −0.09 [−0.12, −0.06], better|",
        #"warn arm a2"> = No reason to ship newest-again Primary Relevance of the top ten 0.000 [0.000, 0.000], too"#
          + " small| Details Limits 2 of 2 ok|",
      ])
  }

  @Test func `the top has the community, what the arms are, and what the same results need`() throws
  {
    let results = SampleResults.results(candidates: ["affinity"])
    var design = results.design
    design.resolvedScenario = #"""
      {"arms":{"affinity":{"app":{"paging":"offset","sync":"never"},"contest":{"ranker":"recency"},\#
      "home":{"ranker":"affinity","threshold":0.1}},\#
      "newest":{"app":{"paging":"keyset","sync":"never"},"contest":{"ranker":"recency"},\#
      "home":{"ranker":"recency"}}}}
      """#
    let page = PageText(ExperimentResults(design: design, outcomes: results.outcomes))
    #expect(
      page.markup.contains(
        "Simulated community of 2,000 members, default assumptions, not fitted to your data."))
    expectEqual(
      page.between(#"<dl class="arms">"#, "</dl>"),
      [
        "<div><dt>newest (baseline)</dt><dd>home: newest first; app: paging keyset</dd></div>"
          + "<div><dt>affinity</dt><dd>home: posts of the categories that the viewer interacts with, newest first"
          + " inside each; app: paging offset</dd></div>"
      ])
    expectEqual(
      page.between(#"<dl class="meta">"#, "</dl>").first?.contains(
        "<dt>Seed</dt><dd>\(design.seed)</dd></div><div><dt>FeedLab</dt><dd>\(FeedLab.version), sim-"
      ), true)
  }

  @Test func `arms that are the same differ in nothing that matters`() {
    let page = PageText(SampleResults.results(candidates: ["newest-again"]))
    #expect(page.markup.contains("No difference that matters between "))
    #expect(page.markup.contains(">too small<"))
  }

  @Test func `checks tell what is broken, and the pill counts them`() {
    // feed_turnover may lose 4 % of 0.915, 0.037: affinity's interval, of differences −0.01, 0.01, 0.01
    // and −0.01, lies within; the same arm again differs by nothing.
    let page = PageText(Self.compared)
    #expect(page.markup.contains("✓ 2 checks passed"))
    expectEqual(page.count("<span class=\"pill good\">ok</span>"), 2)
    #expect(page.markup.contains("≥ −4%"))
  }

  @Test func `every figure has a drawing that is shown, and a table`() {
    for results in [Self.compared, Self.measured] {
      let page = PageText(results)
      for id in page.figures {
        let charts = page.figure(id).matches(of: /<div class="chart"[^>]*>/).map { String($0.0) }
        expectEqual(charts.count { !$0.contains(" hidden") }, 1, "\(id)")
        #expect(page.figure(id).contains("<svg class=\"wide\""), "\(id)")
        #expect(page.figure(id).contains("<summary>Figures as a table</summary>"), "\(id)")
      }
    }
  }

  @Test func `every colour of a drawing is one of the theme`() {
    let page = PageText(Self.compared)
    let colours = Set(PageText(html: page.markup).between("=\"var(--", ")"))
    #expect(colours.count > 8)
    for colour in colours { #expect(page.html.contains("--\(colour):"), "\(colour)") }
  }

  @Test func `effects have the sign of the change, as everywhere else`() throws {
    let tips = PageText(Self.compared).tips("effects")
    func tip(_ start: String) throws -> String {
      try #require(tips.first { $0.hasPrefix("\(start), affinity: ") })
    }
    // 0.65875 − 0.605, which is worse, since lower is better.
    #expect(try tip("Inequality of exposure").contains(": +0.054 [+0.046, +0.061], worse"))
    // 0.641 − 0.55025.
    #expect(try tip("Relevance of the top ten").contains(": +0.091 [+0.088, +0.093], better"))
    // 194,500 − 11,450 seconds.
    #expect(try tip("Median age when shown").contains(": +50.8 h "))
    // What has no good side, or a target, is not drawn: its change is no share of the baseline.
    for name in ["Separate bubbles", "Least shown group"] {
      #expect(!tips.contains { $0.hasPrefix(name) })
    }
  }

  @Test func `arms keep their colours and lines in every chart`() {
    let page = PageText(Self.compared)
    let keys = ["newest": "s0", "affinity": "s1", "newest-again": "s2"]
    for id in page.figures where id != "categories" {
      let legend = page.figure(id).matches(
        of: /<li class="arm a[0-9]"><svg[^>]*><line[^>]*var\(--(s[0-9])\)[^>]*><\/svg>([^<]*)</)
      let found = Dictionary(uniqueKeysWithValues: legend.map { (String($0.2), String($0.1)) })
      // Changes against the control have no line of its own.
      let isChange = ["effects", "series"].contains(id)
      expectEqual(found, (isChange ? keys.filter { $0.key != "newest" } : keys), "\(id)")
    }
  }

  /// A day has a tenth of a run's value, the next one two of them, and so has a difference: relevance@10
  /// 0.641 − 0.55025 = 0.09075 makes 0.0091 and 0.0182.
  @Test func `days show the differences from the control, paired by world`() throws {
    let page = PageText(Self.compared)
    let panel = try #require(
      page.between("data-panel=\"relevance@10\" role=\"img\"", "</svg>").first)
    let tips = PageText(html: panel).between("<title>affinity, day ", " ±")
    expectEqual(tips, ["0: +0.009", "1: +0.018"])
    #expect(!panel.contains("<title>newest, day"))
    #expect(
      page.markup.contains(
        "Relevance of the top ten: affinity is clearly above newest on 2 of 2 days"))
    #expect(PageText(Self.measured).figure("series").contains("<title>newest, day 0: 0."))
  }

  @Test func `the scorecard has a row for each metric and candidate, with what the metric is`()
    throws
  {
    let page = PageText(Self.compared)
    let all = page.between("<tr class=\"arm a", "</tr>").filter { $0.contains("class=\"term\"") }
    // Nine metrics and two candidates, after those that matter most.
    let metrics = SampleResults.metrics.map(\.id)
    for id in metrics {
      let rows = all.filter { $0.contains("<code>\(id)</code>") }
      #expect(rows.count == 2 || rows.count == 3, "\(id)")
      #expect(rows.allSatisfy { $0.contains("role=\"tooltip\"") })
    }
    let likes = try #require(
      all.first { $0.contains("<code>like_rate</code>") && $0.contains(">affinity<") })
    // 0.045675 − 0.040125, and their ratio − 1.
    #expect(likes.contains("<b>+0.0056</b>"))
    #expect(likes.contains("data-value=\"0.138"))
    #expect(likes.contains("<td class=\"verdict up\">better</td>"))
    #expect(likes.contains("<svg viewBox="))
    // What matters is open, the families are closed.
    let folds = page.markup.matches(of: /<details class="card score"( open)?>/).map { $0.1 != nil }
    #expect(folds.first == true && folds.dropFirst().allSatisfy { !$0 })
  }

  @Test func `exposure is shown as the shares of the most and the least seen authors`() {
    let page = PageText(SampleResults.results(candidates: ["affinity"], worlds: 1))
    // In world 0 of newest the least seen part p of authors gets p²: half of them 25 %, and the most
    // seen tenth 1 − 0.9² = 19 %; under affinity p³, 12.5 % and 27.1 %.
    let tips = page.tips("shares")
    for tip in [
      "newest, most seen 10%: 19.0%", "newest, least seen half: 25.0%",
      "affinity, most seen 10%: 27.1%", "affinity, least seen half: 12.5%",
      "affinity, most seen 2%: 5.9%",  // 1 − 0.98³ = 0.0588
    ] {
      #expect(tips.contains(tip), "\(tip)")
    }
    #expect(page.figure("shares").contains("<option value=\"lorenz\">Lorenz curves</option>"))
  }

  @Test func `nothing is fetched from anywhere`() {
    let page = PageText(Self.compared)
    #expect(!page.markup.contains(" src="))
    #expect(page.between(" href=\"", "\"").allSatisfy { $0.hasPrefix("#") || $0 == "data:," })
    #expect(page.html.contains("default-src 'none'"))
    #expect(!page.html.contains("unsafe-"))
    #expect(!page.markup.contains(" style=\""))
  }

  @Test func `more arms than colours can distinguish are in the tables alone`() throws {
    let names = (0..<8).map { "arm-\($0)" }
    let results = SampleResults.results(candidates: [], baseline: nil)
    let design = ExperimentDesign(
      scenario: "many", scenarioDigest: "", resolvedScenario: "{}", seed: 1, members: 10, days: 4,
      warmUpDays: 1, arms: names, worlds: 4, metrics: results.design.metrics)
    let outcomes = names.flatMap { name in
      results.outcomes.map {
        WorldOutcome(
          arm: name, world: $0.world, values: $0.values, scopes: $0.scopes, curves: $0.curves,
          digest: "", summary: $0.summary)
      }
    }
    let page = PageText(ExperimentResults(design: design, outcomes: outcomes))
    let legend = page.figure("shares").matches(of: /<li class="arm a[0-9]">.*?<\/svg>([^<]*)</)
    expectEqual(legend.map { String($0.1) }, Array(names.prefix(6)))
    #expect(page.markup.contains("The first 6 of 8 arms are drawn; all are in the tables."))
    // Each arm has a row in a table of a few metrics, and one in the ranking.
    #expect(page.markup.contains("<th scope=\"row\">arm-7</th>"))
    #expect(page.markup.contains("id=\"leaderboard\""))
  }

  @Test func `the command that repeats the run is quoted for a shell`() {
    let page = PageText(Self.compared.renamingArms { $0 == "affinity" ? "it's $HOME" : $0 })
    #expect(
      page.markup.contains(
        "feedlab ab quickstart.json --baseline newest --candidate"
          + " &#39;it&#39;\\&#39;&#39;s $HOME&#39; --candidate newest-again -n 4 --margin feed_turnover=4%"
      ))
  }
}
