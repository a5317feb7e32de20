import FeedMetrics
import Foundation
import Reports
import TestSupport
import Testing

@Suite struct MetricDescriptionTests {
  private static let all =
    MetricCatalogue.all + MetricCatalogue.occasional + MetricCatalogue.tables

  @Test(arguments: all)
  func `of one metric everything is reported, in every form`(metric: MetricDefinition) throws {
    let description = MetricDescription([metric])
    let text = description.text(width: 10_000)
    let facts = [
      ("family", metric.family.rawValue), ("formula", metric.formula),
      ("unit", metric.unit.isEmpty ? "none, a pure number" : metric.unit), ("range", metric.range),
      ("no value", metric.undefined), ("source", metric.source),
    ]
    #expect(text.hasPrefix("\(metric.id): \(metric.name)\n"))
    for (label, fact) in facts {
      #expect(!fact.isEmpty, "\(label)")
      let line = text.split(separator: "\n").first { $0.hasPrefix("  \(label) ") }
      expectEqual(line?.hasSuffix(" " + fact), true, "\(label)")
    }
    #expect(text.contains("\n  tier      \(metric.tier.rawValue), reported "))
    #expect(text.contains("\n  good      "))
    let json = try JSONSerialization.jsonObject(with: Data(description.json.utf8))
    let object = try #require((json as? [[String: Any]])?.first)
    let keys = ["id", "family", "tier", "name", "formula", "unit", "range", "undefined", "source"]
    #expect(keys.allSatisfy { object[$0] is String })
    #expect(
      description.markdown.contains("\n## \(metric.family.rawValue)\n\n### `\(metric.id)`\n\n"))
    #expect(description.markdown.contains("\n- No value: "))
  }

  @Test func `the list has each metric once, by family, the extended ones marked`() {
    let lines = MetricDescription(Self.all).text(width: 200).split(separator: "\n")
    for metric in Self.all {
      let own = lines.filter { $0.hasPrefix("  \(metric.id) ") }
      expectEqual(own.count, 1, "\(metric.id)")
      expectEqual(own.first?.hasSuffix(" extended"), (metric.tier == .extended), "\(metric.id)")
    }
    let headings = lines.filter { line in MetricFamily.allCases.contains { $0.rawValue == line } }
    expectEqual(headings.map(String.init), MetricFamily.allCases.map(\.rawValue))
    #expect(
      lines.contains {
        $0.hasPrefix("With --references each metric m is also reported on the scale ")
      })
  }
}
