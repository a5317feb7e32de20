import SocialFeed
import TestSupport
import Testing

@Suite struct RankerSettingsErrorTests {
  private func refusal(
    _ name: String, _ values: [String: Double] = [:], formula: ScoreFormula? = nil,
    scores: ScoreTable? = nil, host: (any RankerHost)? = nil, of inner: RankerSettings? = nil
  ) -> String? {
    do throws(RankerSettingsError) {
      _ = try RankerCatalogue.standard.settings(
        name, values, formula: formula, scores: scores, host: host, of: inner)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `names and values from outside are errors with sentences`() throws {
    let other = RankerSettings(AffinityRanker.descriptor)
    expectEqual(refusal("best"), "there is no ranker 'best'")
    expectEqual(refusal(""), "there is no ranker ''")
    expectEqual(
      refusal("affinity", ["y": 1, "x": 1, "view": -1]), "the ranker affinity has no parameter 'x'")
    expectEqual(
      refusal("affinity", ["threshold": -1]),
      "threshold of the ranker affinity is -1.0; it is a number from 0.0 to 1000000.0")
    expectEqual(
      refusal("popularity", ["pool": 20.5]),
      "pool of the ranker popularity is 20.5; it is a whole number from 20.0 to 10000000.0")
    expectEqual(
      refusal("hot", ["pool": 0, "decade": .nan]),
      "decade of the ranker hot is nan; it is a number from 60.0 to 315360000.0")
    expectEqual(refusal("formula"), "the ranker formula needs a formula")
    expectEqual(
      refusal("recency", formula: try ScoreFormula("likes")), "the ranker recency takes no formula")
    expectEqual(
      refusal("recency", scores: try ScoreTable([], source: "test", digest: "test")),
      "the ranker recency takes no scores")
    expectEqual(refusal("external"), "the ranker external needs scores from elsewhere")
    expectEqual(refusal("command"), "the ranker command needs a host")
    expectEqual(refusal("recency", host: LikesHost()), "the ranker recency takes no host")
    expectEqual(refusal("recency", of: other), "the ranker recency takes no other ranker")
    expectEqual(refusal("diversity", ["window": 20], of: other), nil)
  }

  @Test func `what was chosen is in the settings, and the rest has its default`() throws {
    let catalogue = RankerCatalogue.standard
    let hot = try catalogue.settings("hot", ["decade": 3600])
    expectEqual(hot, RankerSettings(HotRanker.descriptor, ["decade": 3600]))
    let around = try catalogue.settings("diversity", ["lambda": 0.5], of: hot)
    expectEqual(around, RankerSettings(DiversityRanker.descriptor, ["lambda": 0.5], of: hot))
    let scored = try catalogue.settings("formula", formula: try ScoreFormula("likes"))
    #expect(scored.formula?.text == "likes" && scored["pool"] == 1000)
    let hosted = try catalogue.settings("command", ["pool": 50], host: LikesHost())
    #expect(hosted.host?.digest == "likes" && hosted["pool"] == 50)
    let affinity = try catalogue.settings("affinity", ["like": 9, "half-life": 60])
    expectEqual(affinity.affinityRule, AffinityRule(like: 9, halfLife: 60))
  }

  @Test func `no value that is taken ends the process when the ranker is made`() throws {
    let hostile = [
      -.infinity, -1e300, -1, -0.0, 0, Double.leastNonzeroMagnitude, 0.5, 1, 19, 20, 60, 1000, 1e6,
      1e7, 1e9, 1e300, .infinity, .nan,
    ]
    var made = 0
    for descriptor in RankerCatalogue.standard.descriptors {
      let any = try RankerSettings(ofAny: descriptor)
      for parameter in descriptor.parameters {
        for value in hostile {
          let settings = try? RankerCatalogue.standard.settings(
            descriptor.name, [parameter.name: value], formula: any.formula, scores: any.scores,
            host: any.host)
          guard let settings else { continue }
          _ = settings.makeRanker()
          made += 1
        }
      }
    }
    #expect(made > 100)
  }
}
