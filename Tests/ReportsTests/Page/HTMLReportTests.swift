import Experiments
import FeedMetrics
import Foundation
import PageResources
import Reports
internal import Scenarios
import Testing

@Suite struct HTMLReportTests {
  private static let compared = SampleResults.results(candidates: ["affinity", "newest-again"])
  private static let measured = SampleResults.results(candidates: ["affinity"], baseline: nil)

  @Test func `the same results give the same bytes`() {
    let (one, other) = (PageText(Self.compared), PageText(Self.compared))
    #expect(one.html == other.html)
    #expect(!one.html.contains(NSHomeDirectory() + "/"))
  }

  @Test func `a comparison has every section and a link to each`() {
    let page = PageText(Self.compared)
    let anchors = page.between("<a href=\"#", "\"").filter { $0 != "top" }
    #expect(
      anchors == [
        "summary", "changes", "fair", "fresh", "diverse", "checks", "method",
      ])
    for anchor in anchors { #expect(page.count(" id=\"\(anchor)\"") == 1, "\(anchor)") }
    #expect(
      page.between("data-chart=\"", "\"") == ["effects", "series", "lorenz", "age", "categories"])
  }

  @Test func `a measurement has no effects, no checks and no cards, but all metrics`() {
    let page = PageText(Self.measured)
    let anchors = page.between("<a href=\"#", "\"").filter { $0 != "top" }
    #expect(anchors == ["changes", "fair", "fresh", "diverse", "measures", "method"])
    #expect(page.between("data-chart=\"", "\"") == ["series", "lorenz", "age", "categories"])
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
    #expect(page.between("data-chart=\"", "\"") == ["effects"])
    #expect(page.markup.contains("<dd>none of one world</dd>"))
    #expect(page.markup.contains("No clear difference between "))
    #expect(!page.markup.contains("% CI"))
  }

  @Test func `the headline names the largest gain and the largest loss`() throws {
    let page = PageText(SampleResults.results(candidates: ["affinity"]))
    let headline = try #require(page.between("<h1>", "</h1>").first)
      .replacing(/<[^>]*>/, with: "")
    // Of what is shown first likes go from 0.040125 to 0.045675 on average, and inequality from 0.605 to
    // 0.65875.
    #expect(
      headline
        == "affinity raises likes an examined post by 13.8%, but raises inequality of exposure by 8.9%"
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
        #"<h1>Do not ship <span class="rk" style="--c:var(--s1)">affinity</span></h1>"#))
    #expect(!page.markup.contains("checks failed"))
    #expect(
      page.markup.contains(
        #"<meta name="description" content="Do not ship affinity – Simulated community of 2,000 members,"#
      ))
    #expect(page.markup.contains("Inequality of exposure, affinity (guardrail)"))
    #expect(page.markup.contains("Relevance of the top ten, affinity (primary)"))
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
    #expect(
      try #require(page.between("<h1>", "</h1>").first).replacing(/<[^>]*>/, with: "")
        == "No reason to ship newest-again; do not ship affinity")
    let cards = page.between(#"<article class="decision "#, "</article>").map { card in
      card.replacing("</dd>", with: "|").replacing(/<[^>]*>/, with: " ").split(separator: " ")
        .joined(separator: " ")
    }
    // The worst end of the interval of inequality is 0.0614, which two digits round up to 0.062.
    #expect(
      cards == [
        #"bad"> ✕ Do not ship affinity Primary Relevance of the top ten +16.5% [+16.0, +17.0]|"#
          + " Broken limit Inequality of exposure +8.9% [+7.8, +9.9]| Guardrails 1 of 2 within limits|"
          + " To change it Inequality of exposure passes with a limit of 0.062 instead of 0.|",
        #"warn"> = No reason to ship newest-again Primary Relevance of the top ten no clear change:"#
          + " 0.0% [0.0, 0.0]| Guardrails 2 of 2 within limits|",
      ])
  }

  @Test func `the first screen has the community and what the arms are`() throws {
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
    #expect(
      page.between(#"<dl class="arms">"#, "</dl>") == [
        "<div><dt>newest (baseline)</dt><dd>home: newest first; app: paging keyset</dd></div>"
          + "<div><dt>affinity</dt><dd>home: posts of the categories that the viewer interacts with, newest first"
          + " inside each; app: paging offset</dd></div>"
      ])
  }

  @Test func `arms that are the same differ in nothing that matters`() {
    let page = PageText(SampleResults.results(candidates: ["newest-again"]))
    #expect(page.markup.contains("No difference that matters between "))
    #expect(page.markup.contains("= identical"))
  }

  @Test func `checks tell what is broken, and the pill counts them`() {
    // feed_turnover may lose 4 % of 0.915, 0.037: affinity's interval, of differences −0.01, 0.01, 0.01
    // and −0.01, lies within; the same arm again differs by nothing.
    let page = PageText(Self.compared)
    #expect(page.markup.contains("✓ 2 checks passed"))
    #expect(page.count("<span class=\"pill good\">✓ within limit</span>") == 2)
    #expect(page.markup.contains("≥ −0.037"))
  }

  @Test func `the data of the charts are what the specifications use`() throws {
    for results in [Self.compared, Self.measured] {
      let page = PageText(results)
      for (name, chart) in try page.charts() {
        let uses = try #require(chart["uses"] as? [String])
        #expect(!uses.isEmpty, "\(name)")
        for data in uses { #expect(!(try page.rows(data)).isEmpty, "\(data)") }
        let spec = try #require(chart["spec"] as? [String: Any])
        #expect(Self.namedData(spec).isSubset(of: uses), "\(name)")
        #expect(Self.namedData(spec).contains(uses[0]), "\(name)")
      }
    }
  }

  /// The names of the data that a part of a specification asks for.
  private static func namedData(_ part: Any) -> Set<String> {
    if let list = part as? [Any] { return list.reduce(into: []) { $0.formUnion(namedData($1)) } }
    guard let object = part as? [String: Any] else { return [] }
    let own = (object["data"] as? [String: Any])?["name"] as? String
    return object.values.reduce(into: Set(own.map { [$0] } ?? [])) { $0.formUnion(namedData($1)) }
  }

  @Test func `effects have the sign of the change, as everywhere else`() throws {
    let rows = try PageText(Self.compared).rows("effects").filter {
      $0["ranker"] as? String == "affinity"
    }
    func estimate(_ name: String) throws -> Double {
      try #require(rows.first { $0["metric"] as? String == name }?["est"] as? Double)
    }
    // 0.65875/0.605 − 1, which is worse, since lower is better.
    #expect(abs(try estimate("Inequality of exposure") - 8.8843) < 1e-3)
    // 0.641/0.55025 − 1.
    #expect(abs(try estimate("Relevance of the top ten") - 16.4925) < 1e-3)
    // 1.11/0.8025 − 1, which is better, since both are nearer to 1 on average.
    #expect(abs(try estimate("Least shown group") - 38.3178) < 1e-3)
    #expect(
      rows.first { $0["metric"] as? String == "Inequality of exposure" }?["tone"] as? String
        == "bad")
    #expect(
      rows.first { $0["metric"] as? String == "Least shown group" }?["tone"] as? String == "good")
    // What has no good side is not drawn.
    #expect(!rows.contains { $0["metric"] as? String == "Separate bubbles" })
  }

  @Test func `arms keep their slots in every chart`() throws {
    let charts = try PageText(Self.compared).charts()
    func scale(_ chart: String) throws -> [String: String] {
      let text = String(
        decoding: try JSONSerialization.data(
          withJSONObject: charts[chart]!["spec"]!, options: [.sortedKeys]), as: UTF8.self
      )
      let domain = try #require(
        text.firstMatch(of: /"domain":\["([^\]]*)"\],"range":\["(var[^\]]*)"\]/))
      let pairs = zip(
        domain.1.components(separatedBy: "\",\""), domain.2.components(separatedBy: "\",\""))
      return Dictionary(uniqueKeysWithValues: pairs.map { ($0, $1) })
    }
    for chart in ["lorenz", "age"] {
      #expect(
        try scale(chart) == [
          "newest": "var(--s0)", "affinity": "var(--s1)", "newest-again": "var(--s2)",
        ], "\(chart)")
    }
    // Changes against the control have no line of its own.
    for chart in ["effects", "series"] {
      #expect(
        try scale(chart) == ["affinity": "var(--s1)", "newest-again": "var(--s2)"], "\(chart)")
    }
  }

  /// A day has a tenth of a run's value, the next one two of them, and so has a difference: relevance@10
  /// 0.641 − 0.55025 = 0.09075 makes 0.009075 and 0.01815.
  @Test func `days show the differences from the control, paired by world`() throws {
    let page = PageText(Self.compared)
    let rows = try page.rows("series").filter {
      $0["metric"] as? String == "relevance@10" && $0["ranker"] as? String == "affinity"
    }
    let values = rows.compactMap { $0["value"] as? Double }
    #expect(values.count == 2 && rows.allSatisfy { $0["isChange"] as? Bool == true })
    #expect(abs(values[0] - 0.009075) < 1e-9 && abs(values[1] - 0.01815) < 1e-9)
    #expect(!(try page.rows("series").contains { $0["ranker"] as? String == "newest" }))
    #expect(
      page.markup.contains(
        "Relevance of the top ten: affinity is clearly above newest on 2 of 2 days"))
    let levels = try PageText(Self.measured).rows("series")
    #expect(levels.allSatisfy { $0["isChange"] as? Bool == false })
  }

  @Test func `nothing is fetched from anywhere`() {
    let page = PageText(Self.compared)
    #expect(!page.markup.contains(" src="))
    #expect(page.between(" href=\"", "\"").allSatisfy { $0.hasPrefix("#") || $0 == "data:," })
    #expect(page.html.contains("default-src 'none'"))
    #expect(!page.html.contains("unsafe-eval"))
  }

  @Test func `without the library each chart has its table and no licence is shown`() {
    let page = PageText(Self.compared)
    #expect(page.count("<figure ") == 5)
    #expect(page.count("<summary>Figures as a table</summary><div class=\"scroll\"") == 5)
    #expect(!page.html.contains("id=\"library\""))
    #expect(!page.html.contains("Licences of the chart library"))
  }

  @Test func `with the library the page carries it and its licence`() throws {
    // "x", gzipped.
    let gzip = "H4sIAAAAAAAAA6sAAIPZuPcBAAAA"
    let library = try ChartLibrary(Data("\(gzip)\n".utf8))
    let page = PageText(Self.compared, library: library)
    #expect(page.between("<script id=\"library\" type=\"text/plain\">", "</script>") == [gzip])
    #expect(page.html.contains("University of Washington Interactive Data Lab"))
  }

  @Test(arguments: ["", "</script>", "eA==", "H4sI</script>"])
  func `something else is no library`(text: String) {
    let fault = #expect(throws: NoChartLibrary.self) { try ChartLibrary(Data(text.utf8)) }
    #expect(fault?.description == "this is not a chart library; scripts/chart-library makes one")
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
    #expect(
      Set(try page.rows("lorenz").compactMap { $0["ranker"] as? String }) == Set(names.prefix(6)))
    #expect(page.markup.contains("The first 6 of 8 arms are drawn; all are in the tables."))
    #expect(page.markup.contains("arm-7"))
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
