import Foundation
import Reports
internal import Studies
import Testing

@Suite struct TuningPageTests {
  private let race: TuningResults
  private let front: TuningResults

  init() throws {
    race = try SampleTuning.results(SampleTuning.race)
    front = try SampleTuning.results(SampleTuning.front)
  }

  private func page(_ results: TuningResults, library: ChartLibrary? = nil) -> PageText {
    PageText(html: TuningPage(results, library: library).text)
  }

  @Test func `the same results give the same bytes`() {
    #expect(page(race).html == page(race).html)
    #expect(!page(race).html.contains(NSHomeDirectory() + "/"))
  }

  @Test func `a search has its trials, values, correlations and history, and a link to each part`()
  {
    let page = page(race)
    let anchors = page.between("<a href=\"#", "\"").filter { $0 != "top" }
    #expect(anchors == ["search", "checks", "measures", "method"])
    for anchor in anchors { #expect(page.count(" id=\"\(anchor)\"") == 1, "\(anchor)") }
    #expect(
      page.between("data-chart=\"", "\"")
        == ["tuning", "tuned-values", "tuned-influence", "tuning-course"])
    #expect(page.count("type=\"range\"") == 0)
    #expect(page.markup.contains("feedlab tune tuned.json --arm blend --method race --budget 200"))
  }

  @Test func `every chart has the rows that it uses, and every colour is one of the theme`() throws
  {
    for results in [race, front] {
      let page = page(results)
      for (name, chart) in try page.charts() {
        let uses = try #require(chart["uses"] as? [String])
        #expect(try !page.rows(uses[0]).isEmpty, "\(name)")
      }
      let payload = page.between("id=\"report\">", "</script>")[0]
      let colours = Set(PageText(html: payload).between("var(--", ")"))
      for colour in colours { #expect(page.html.contains("--\(colour):"), "\(colour)") }
      #expect(!payload.contains("<"))
    }
  }

  @Test func `the incumbent is at the origin of the trials`() throws {
    let rows = try page(race).rows("trials")
    #expect(rows.count == race.trials.count { $0.worlds > 0 })
    let incumbent = try #require(rows.first { $0["note"] as? String == "incumbent" })
    #expect(incumbent["x"] as? Double == 0 && incumbent["y"] as? Double == 0)
    #expect(incumbent["values"] as? String == "view 1, like 4")
  }

  @Test func `a front has a slider, and its members are marked`() throws {
    let page = page(front)
    #expect(page.count("type=\"range\"") == 1)
    let members = try page.rows("trials").filter { $0["kind"] as? String == "front" }
    #expect(members.count == front.paretoFront?.points.count)
    // Gains are scaled to 0 for the least and 1 for the largest.
    for name in ["xGain", "yGain"] {
      let gains = members.compactMap { $0[name] as? Double }
      #expect(gains.min() == 0 && gains.max() == 1)
    }
  }

  @Test func `the history ends with the gain in fresh worlds`() throws {
    let rows = try page(race).rows("course")
    let confirmed = rows.filter { $0["note"] as? String == "fresh worlds" }
    #expect(confirmed.count == (race.validatedGain == nil ? 0 : 1))
    #expect(rows.last?["worlds"] as? Int == race.trainingWorlds)
  }
}
