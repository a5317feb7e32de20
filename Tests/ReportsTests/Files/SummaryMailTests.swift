import Experiments
import ReportKit
import Scenarios
internal import Studies
import TestSupport
import Testing

/// `summary.html`, for mail.
@Suite struct SummaryMailTests {
  private static let tested = Scenario.Questions(
    primary: "relevance@10", guardrails: ["creator_exposure_gini", "feed_turnover"])

  private func mail(_ candidates: [String], _ questions: Scenario.Questions = tested) -> String {
    SampleResults.results(candidates: candidates, questions: questions).mail
  }

  /// The text between the tags, with a line for each element that has one.
  private func words(_ html: String) -> [String] {
    html.drop { $0 != "\n" }.replacing(
      /<(?:br|\/p|\/h[12]|\/td|\/th|\/li|\/strong|\/title)>/, with: "\n"
    )
    .replacing(/<[^>]*>/, with: "").split(separator: "\n").map(String.init)
    .filter { $0.contains { !$0.isWhitespace } }
  }

  @Test func `the decisions are first, the failures before the others, then what they rest on`()
    throws
  {
    let words = words(mail(["newest-again", "affinity"]))
    let failed = try #require(words.firstIndex(of: "✕ Do not ship affinity"))
    let other = try #require(words.firstIndex(of: "= No reason to ship newest-again"))
    let table = try #require(words.firstIndex(of: "affinity"))
    #expect(failed < other && other < table)
    #expect(
      words[..<failed].contains(
        "Simulated community of 2,000 members, default assumptions, not fitted to your data."))
    expectEqual(
      Array(words[(failed + 1)...].prefix(4)),
      [
        "Primary", "Relevance of the top ten +0.091 [+0.086, +0.095], better", "Limit broken",
        "Inequality of exposure +0.054 [+0.041, +0.067], limit 0",
      ])
    #expect(
      words.contains {
        $0.hasPrefix("feedlab report FOLDER --full prints all 9 metrics.")
      }, "\(words.suffix(3))")
  }

  @Test func `without tested metrics the changes by family are first`() {
    let words = words(mail(["affinity"], Scenario.Questions()))
    #expect(
      words.contains {
        $0.hasPrefix("affinity against newest: fairness to creators better") || $0 == "affinity"
      })
    #expect(!words.contains { $0.contains("ship") })
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "'--><svg/onload=alert(1)>",
    "<!--", "\"\u{301} onmouseover=alert(1) x=\"\u{301}",
  ])
  func `a hostile name of an arm stays text`(name: String) {
    let sample = SampleResults.results(candidates: ["affinity"], questions: Self.tested)
    let hostile = sample.renamingArms { $0 == "affinity" ? name : $0 }.mail
    for mark in [UInt8(ascii: "<"), UInt8(ascii: "\"")] {
      expectEqual(hostile.utf8.count { $0 == mark }, sample.mail.utf8.count { $0 == mark })
    }
    #expect(!hostile.contains("<script") && !hostile.contains("<img") && !hostile.contains("<svg"))
  }

}
