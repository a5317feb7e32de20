import FeedMetrics
import Foundation
import Scenarios
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

@Suite struct ScenarioDescriptionTests {
  @Test func `the text names every parameter with value, default and source`() {
    let text = ScenarioDescription().text
    for parameter in SocietyParameter.all {
      #expect(text.contains("\(parameter.key)\n    \(parameter.summary)\n"), "\(parameter.key)")
      if !parameter.source.isEmpty { #expect(text.contains("    Source: \(parameter.source).\n")) }
    }
    for ranker in RankerCatalogue.standard.descriptors {
      #expect(text.contains("\nThe ranker \(ranker.name)\n    \(ranker.summary)\n"))
      for parameter in ranker.parameters { #expect(text.contains(parameter.summary)) }
    }
  }

  @Test func `a key is described by itself, a section with what is below it`() throws {
    try expectEqual(
      #require(ScenarioDescription(of: "behaviour.examination.eta")).text,
      """
      behaviour.examination.eta
          Position k is examined with probability k^-eta.
          Value: a number from 0 to 3.
          Default: 0.5.
          Source: \(SocietyParameter.all.first { $0.key == "behaviour.examination.eta" }!.source).

      """)
    try expectEqual(
      #require(ScenarioDescription(of: "ab")).text,
      """
      ab.baseline
          The arm that the others are compared with.
          Value: a name of at most 100 small letters, digits and hyphens, such as long-half-life.
          Default: the first arm.
      ab.candidates
          The arms that are compared with it.
          Value: a list, each a name of at most 100 small letters, digits and hyphens, such as long-half-life.
          Default: the other arms.
      ab.replications
          Number of parallel worlds; every arm is simulated in each of them. With a range, such as 8..64, an experiment looks at 8 worlds, 16 and so on, and ends when the primary and the guardrails are decided.
          Value: a whole number from 1 to 1000000 (worlds), a range such as 8..64, or auto, which is 8..64.
          Default: auto where a primary or guardrails are written, otherwise 8.
      ab.primary
          The metric that a candidate must improve to be shipped; none where guardrails only are tested.
          Value: the id of a metric that has a good side, or none.
          Default: engagement_per_member_day on the surfaces on which the arms have different rankers, such as engagement_per_member_day(surface=home), or on all surfaces; none where guardrails are written.
      ab.guardrails
          Metrics that a candidate must not harm by more than their margin.
          Value: a list, each the id of a metric that has a good side.
          Default: none.
      ab.alpha
          Type I error rate.
          Value: a number from 0.0001 to 0.5.
          Default: 0.05.
      ab.correction
          Correction of the p values of the primary and the guardrails for their number.
          Value: holm, bh, none.
          Default: holm.
          Source: Holm 1979.
      ab.family
          Hypothesis family, whose p values are corrected together: of all candidates, of each candidate, or each p value by itself.
          Value: scenario, candidate, none.
          Default: scenario.
      ab.equivalence
          Whether equivalence is decided by the printed interval, or by two one-sided tests at alpha each.
          Value: interval, tost.
          Default: interval.
      ab.antithetic
          Whether each world is a pair of antithetic twins, one with 1 - u for every random number u of the other, whose mean is the value of the world. A pair takes twice the time, and has less variance where a metric rises or falls with the random numbers.
          Value: false, true.
          Default: false.
          Source: Hammersley & Morton 1956.

      """)
    #expect(try #require(ScenarioDescription(of: "ab")).markdown.contains("| `ab.baseline` | "))
    #expect(try #require(ScenarioDescription(of: "arms")).text.contains("The ranker affinity"))
  }

  @Test func `a key that there is not is known by its nearest`() {
    #expect(ScenarioDescription(of: "wrold") == nil)
    expectEqual(ScenarioDescription.nearest(to: "wrold"), "world")
    expectEqual(ScenarioDescription.nearest(to: "world.membrs"), "world.members")
    expectEqual(ScenarioDescription.nearest(to: "eta"), "behaviour.examination.eta")
    expectEqual(ScenarioDescription.nearest(to: "horizon"), nil)
  }

  @Test func `the table has a row for each key, of five cells`() {
    let lines = ScenarioDescription().markdown.split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("| `") }
    #expect(rows.count > SocietyParameter.all.count)
    for row in rows {
      expectEqual(row.replacing("\\|", with: "").split(separator: "|").count, 5, "\(row)")
    }
  }

  @Test func `the JSON has the same keys as the text`() throws {
    let data = Data(ScenarioDescription().json.utf8)
    let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let keys = try #require(root["keys"] as? [[String: String]])
    let text = ScenarioDescription().text
    for key in keys { #expect(text.contains("\(key["key"]!)\n    \(key["summary"]!)\n")) }
    let eta = try #require(keys.first { $0["key"] == "behaviour.examination.eta" })
    expectEqual(eta["default"], "0.5")
    expectEqual(eta["value"], "a number from 0 to 3")
    let rankers = try #require(root["rankers"] as? [[String: Any]])
    expectEqual(
      Set(rankers.map { $0["name"] as? String }),
      Set(RankerCatalogue.standard.descriptors.map(\.name)))
  }

  // MARK: - JSON Schema

  private func schema() throws -> [String: Any] {
    let data = Data(ScenarioDescription.jsonSchema.utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func find(_ path: String, in schema: [String: Any]) -> [String: Any]? {
    path.split(separator: ".").reduce(schema as [String: Any]?) { node, name in
      (node?["properties"] as? [String: Any])?[String(name)] as? [String: Any]
    }
  }

  @Test func `the schema knows every parameter with range and default`() throws {
    let schema = try schema()
    expectEqual(schema["$schema"] as? String, "https://json-schema.org/draft/2020-12/schema")
    for parameter in SocietyParameter.all {
      let property = try #require(find(parameter.key, in: schema), "\(parameter.key)")
      expectEqual(property["type"] as? String, (parameter.isInteger ? "integer" : "number"))
      expectEqual(property["minimum"] as? Double, parameter.range.lowerBound)
      expectEqual(property["maximum"] as? Double, parameter.range.upperBound)
      expectEqual(property["default"] as? Double, parameter.defaultValue)
    }
  }

  @Test func `the schema knows every metric, and each ranker on its feeds`() throws {
    let schema = try schema()
    let metrics = try #require(find("metrics", in: schema)?["propertyNames"] as? [String: Any])
    let forms = try #require(metrics["anyOf"] as? [[String: Any]])
    expectEqual(
      forms.first?["enum"] as? [String],
      (MetricCatalogue.all + MetricCatalogue.occasional).map(\.id))
    let arm = try #require(find("arms", in: schema)?["additionalProperties"] as? [String: Any])
    for surface in Surface.allCases {
      let forms = try #require(find(surface.description, in: arm)?["anyOf"] as? [[String: Any]])
      let names = RankerCatalogue.standard.descriptors.filter { $0.surfaces.contains(surface) }.map(
        \.name)
      expectEqual(forms.first?["enum"] as? [String], names)
      expectEqual(
        forms.dropFirst().map { $0["$ref"] as? String }, names.map { "#/$defs/ranker-\($0)" })
    }
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    expectEqual(
      definitions.keys.sorted(),
      RankerCatalogue.standard.descriptors.map { "ranker-\($0.name)" }.sorted())
  }

  @Test func `the schema takes metrics with other values of a parameter`() throws {
    func pattern(_ form: [String: Any]?) throws -> Regex<AnyRegexOutput> {
      let forms = try #require(form?["anyOf"] as? [[String: Any]])
      return try Regex(try #require(forms.last?["pattern"] as? String))
    }
    let schema = try schema()
    let all = try pattern(find("metrics", in: schema)?["propertyNames"] as? [String: Any])
    let ids = [
      "creator_atkinson(epsilon=2)", "creator_top7_share", "utility_p25", "overlap@5",
      "zero_impression_share(hours=6)", "like_rate(surface=home+contest)",
      "creator_atkinson(epsilon=2,surface=home)",
    ]
    for id in ids {
      #expect(MetricCatalogue.definition(id) != nil, "\(id)")
      #expect(id.contains(all), "\(id)")
    }
    for id in [
      "relevance@5", "creator_atkinsonXepsilon=2)", "my_utility_p25", "creator_top_share",
      "like_rate(surface=hom)", "follow_growth(surface=home)",
    ] {
      expectEqual(MetricCatalogue.definition(id), nil, "\(id)")
      #expect(!id.contains(all), "\(id)")
    }
    // A share of the supply has no good side.
    let primary = try pattern(find("ab.primary", in: schema))
    #expect("utility_p25".contains(primary))
    #expect(!"new_creator_supply_share(days=3)".contains(primary))
    #expect(!"looks_per_member_day(surface=home)".contains(primary))
  }

  @Test func `the schema knows what a formula and a ranker around another take`() throws {
    let definitions = try #require(schema()["$defs"] as? [String: [String: Any]])
    let formula = try #require(definitions["ranker-formula"])
    expectEqual(formula["required"] as? [String], ["ranker", "score"])
    let weights = try #require(find("weights", in: formula))
    // Each is a plain number, or one with the range over which it is tuned.
    let weight = try #require(weights["additionalProperties"] as? [String: Any])
    let pool = try #require(find("pool", in: formula))
    for (number, type) in [(weight, "number"), (pool, "integer")] {
      let ways = try #require(number["anyOf"] as? [[String: Any]])
      expectEqual(ways.first?["type"] as? String, type)
      expectEqual(ways.last?["required"] as? [String], ["value", "tune"])
      expectEqual(find("value", in: ways.last ?? [:])?["type"] as? String, type)
    }
    let diversity = try #require(definitions["ranker-diversity"])
    let inner = try #require(find("of", in: diversity))
    expectEqual(inner["default"] as? String, "recency")
    let forms = try #require(inner["anyOf"] as? [[String: Any]])
    let names = RankerCatalogue.standard.descriptors.map(\.name).filter { $0 != "diversity" }
    expectEqual(forms.first?["enum"] as? [String], names)
    expectEqual(
      forms.dropFirst().map { $0["$ref"] as? String }, names.map { "#/$defs/ranker-\($0)" })
  }

  @Test func `no map of the schema lets an unknown key through`() throws {
    func check(_ value: Any) {
      if let list = value as? [Any] { list.forEach(check) }
      guard let map = value as? [String: Any] else { return }
      if map["type"] as? String == "object" { #expect(map["additionalProperties"] != nil) }
      map.values.forEach(check)
    }
    check(try schema())
  }
}
