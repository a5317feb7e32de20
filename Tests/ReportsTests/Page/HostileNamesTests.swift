import Experiments
import Foundation
import ReportKit
import Reports
import Scenarios
import TestSupport
import Testing

/// Names are data: none of them becomes markup, script or the end of an attribute.
@Suite struct HostileNamesTests {
  private static let names = [
    "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "'--><svg/onload=alert(1)>",
    "a\u{2028}b", "{{{payload}}}", "\\u003c\\", "<!--", "]]>",
    // One character for Swift, a quotation mark and another for a browser.
    "\"\u{301} onmouseover=alert(1) x=\"\u{301}", "<\u{200D}b>",
  ]

  /// With tested metrics the page has a card for the decision.
  @Test(arguments: names, [Scenario.Questions(), Scenario.Questions(primary: "relevance@10")])
  func `a name stays text`(name: String, questions: Scenario.Questions) throws {
    let sample = SampleResults.results(candidates: ["affinity"], questions: questions)
    let results = sample.renamingArms { $0 == "affinity" ? name : $0 }
    let page = PageText(results)
    // The page's own.
    expectEqual(page.count("<script"), 1)
    expectEqual(page.count("</script>"), 1)
    expectEqual(page.count("<!--"), 0)
    // Elements and attributes are as many as with any name.
    let plain = PageText(sample)
    for mark in [UInt8(ascii: "<"), UInt8(ascii: "\"")] {
      expectEqual(page.marks(mark), plain.marks(mark))
    }
    #expect(page.tips("shares").contains { $0.hasPrefix("\(HTMLText.escaped(name)), ") })
  }

  @Test func `the scenario of a page has no character that hides or turns text`() throws {
    let sample = SampleResults.results(candidates: ["affinity"])
    var design = sample.design
    design.resolvedScenario = "{\"name\":\"a\u{202E}b\u{2028}\u{1D173}c\"}"
    let html = PageText(ExperimentResults(design: design, outcomes: sample.outcomes)).html
    for shown in ["u202eb", "u2028", "ud834", "udd73c"] { #expect(html.contains(shown)) }
    #expect(!html.unicodeScalars.contains("\u{202E}") && !html.unicodeScalars.contains("\u{1D173}"))
  }
}

extension PageText {
  /// How often a byte of ASCII stands in the markup.
  fileprivate func marks(_ byte: UInt8) -> Int { markup.utf8.count { $0 == byte } }
}
