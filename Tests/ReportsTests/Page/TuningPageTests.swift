import Foundation
import Reports
internal import Studies
import TestSupport
import Testing

@Suite struct TuningPageTests {
  private let race: TuningResults
  private let binding: TuningResults
  private let front: TuningResults

  init() throws {
    race = try SampleTuning.results(SampleTuning.race)
    binding = try SampleTuning.results(SampleTuning.binding)
    front = try SampleTuning.results(SampleTuning.front)
  }

  private func page(_ results: TuningResults) -> PageText {
    PageText(html: TuningPage(results).text)
  }

  @Test func `the same results give the same bytes`() {
    expectEqual(page(race).html, page(race).html)
    #expect(!page(race).html.contains(NSHomeDirectory() + "/"))
  }

  @Test func `a search has its trials, values, history and correlations, and a link to each part`()
  {
    let page = page(race)
    let anchors = page.between("<a href=\"#", "\"").filter { $0 != "top" }
    expectEqual(anchors, ["search", "checks", "measures", "method"])
    for anchor in anchors { expectEqual(page.count(" id=\"\(anchor)\""), 1, "\(anchor)") }
    expectEqual(page.figures, ["tuning", "tuned-values", "tuning-history", "tuned-influence"])
    #expect(page.markup.contains("feedlab tune tuned.json --arm blend --method race --budget 200"))
  }

  @Test func `every figure is drawn without a script, in colours of the theme`() {
    for results in [race, binding, front] {
      let page = page(results)
      for id in page.figures {
        let figure = PageText(html: page.figure(id))
        #expect(figure.count("<svg") >= 2 && figure.count("<text ") > 4, "\(id)")
        for colour in Set(figure.between("var(--", ")")) {
          #expect(page.html.contains("--\(colour):"), "\(colour)")
        }
      }
    }
  }

  @Test func `the count of trials is the same in the facts, the title and the method`() {
    let page = page(binding)
    let (count, feasible) = (
      binding.estimates.count, binding.estimates.count(where: \.isFeasible)
    )
    #expect(feasible > 0 && feasible < count)
    expectEqual(page.count("\(count) trials, \(feasible) of them feasible by estimate"), 2)
    #expect(page.html.contains("\(feasible) of \(count) trials keep the limits by estimate"))
  }

  @Test func `a trial that breaks a limit is hollow, and names the limit`() {
    let broken = binding.estimates.count { !$0.isFeasible }
    let page = page(binding)
    expectEqual(
      page.tips("tuning").count { $0.contains("; breaks Creator inequality ≥ 0.53;") },
      broken)
    // In both layouts.
    let hollow = PageText(html: page.figure("tuning")).count("fill=\"var(--card)\"")
    #expect(hollow >= 2 * broken)
    #expect(page.tips("tuning").contains { $0.hasPrefix("Incumbent: ") && $0.contains(" 0.000") })
  }

  @Test func `the chart of the trials has no values of fresh worlds, and not the baseline`() {
    for results in [binding, front] {
      let figure = PageText(html: page(results).figure("tuning"))
      expectEqual(figure.count("newest"), 0)
      expectEqual(figure.count("baseline"), 0)
    }
  }

  @Test func `the lead says how the baseline does and what the limit costs`() throws {
    let lead = PageText(html: page(binding).markup).between("class=\"lead\"", "</p>")
    #expect(lead.contains { $0.contains("Against the baseline newest") })
    #expect(lead.contains { $0.contains("more than the") && $0.contains("would buy about") })
  }

  @Test func `every limit has an axis, of which one is shown at first`() throws {
    let results = try SampleTuning.results(
      #"maximize: engagement_rate, subject-to: ["creator_exposure_gini >= 0.4", "creator_exposure_gini <= 0.6", "engagement_rate >= 0.1"], budget: 200"#
    )
    let figure = PageText(html: page(results).figure("tuning"))
    expectEqual(figure.count("<option "), 3)
    let charts = figure.html.matches(of: /<div class="chart[^>]*>/).map { String($0.0) }
    #expect(charts.count == 3 && charts.count { $0.contains("hidden") } == 2)
    expectEqual(figure.count("breaks the limit"), 6)
  }

  @Test func `the members of a front are marked among the trials`() {
    let page = page(front)
    let members = front.paretoFront?.points.count ?? 0
    expectEqual(page.tips("tuning").count { $0.contains("; on the Pareto front;") }, members)
    expectEqual(page.count("type=\"range\""), 0)
  }

  @Test func `the history ends with the change in fresh worlds`() {
    #expect(page(race).tips("tuning-history").contains("In fresh worlds"))
    expectEqual(race.history.last?.worlds, race.trainingWorlds)
  }
}

/// Where there is no browser they are left out.
@Suite(.serialized, .enabled(if: HeadlessBrowser.path != nil, "there is no browser"))
struct TuningPageBrowserTests {
  private static let limits =
    #"maximize: engagement_rate, subject-to: ["creator_exposure_gini >= 0.4", "engagement_rate >= 0.1"], budget: 200"#

  @Test func `without scripts every limit has its axis, and the console stays empty`() throws {
    let page = PageText(html: TuningPage(try SampleTuning.results(Self.limits)).text)
    #expect(try HeadlessBrowser.show(page.html).console.isEmpty)
    let bare = page.html.replacing(/<script[^>]*>[\s\S]*<\/script>/, with: "")
    // A script of the test looks which drawings are laid out.
    let look = """
      document.title = [...document.querySelectorAll('[aria-labelledby=tuning-t] .chart')]
        .map(e => e.getBoundingClientRect().height > 100).join()
      """
    let looked = bare.replacing(/script-src [^;"]*/, with: "script-src 'unsafe-inline'")
      .replacing("</body>", with: "<script>\(look)</script></body>")
    #expect(try HeadlessBrowser.show(looked).document.contains("<title>true,true</title>"))
  }
}
