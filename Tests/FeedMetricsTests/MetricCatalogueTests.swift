import FeedMetrics
import TestSupport
import Testing

@Suite struct MetricCatalogueTests {
  @Test func `the catalogue is in the order of families and of values`() {
    let families = MetricCatalogue.all.map(\.family)
    let order = MetricFamily.allCases.flatMap { family in families.filter { $0 == family } }
    expectEqual(families, order)
    expectEqual(MetricCatalogue.all.map(\.id), Trace().metrics().map(\.id))
    expectEqual(Set(MetricCatalogue.all.map(\.id)).count, MetricCatalogue.all.count)
  }

  @Test func `a metric is found by its name`() {
    expectEqual(MetricCatalogue.definition("ndcg@10")?.family, .utility)
    expectEqual(MetricCatalogue.definition("NDCG"), nil)
  }

  @Test func `labels are short, and no two metrics have the same`() {
    let labels = MetricCatalogue.all.map(\.label)
    for label in labels {
      #expect((3...MetricDefinition.longestLabel).contains(label.count), "\(label)")
    }
    expectEqual(Set(labels).count, labels.count)
    expectEqual(
      MetricCatalogue.definition("creator_atkinson(epsilon=2.25)")?.label,
      "Creator Atkinson (ε 2.25)")
    expectEqual(MetricCatalogue.definition("utility_p99")?.label, "Relevance p99")
  }

  @Test func `definitions are complete and on one line`() {
    for definition in MetricCatalogue.all {
      let texts = [
        definition.label, definition.name, definition.formula, definition.range,
        definition.undefined,
        definition.source,
      ]
      for text in texts {
        #expect(!text.isEmpty && !text.contains("\n"), "\(definition.id)")
      }
    }
  }
}
