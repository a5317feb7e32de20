import Experiments
import Foundation
internal import ReportKit
import Scenarios
import TestSupport
import Testing

@Suite struct ResultsJSONTests {
  @Test(arguments: [
    (WorldPlan.fixed(4), false), (.looks(first: 4, most: 4), false),
    (.looks(first: 4, most: 32), true), (.open(first: 4, most: 32), true),
    (.precise(.init(metric: "like_rate", size: 0.1, first: 4, most: 32)), true),
  ])
  func `figures of other tests say where the results ended the experiment`(
    plan: WorldPlan, isSaid: Bool
  ) {
    let json = SampleResults.results(
      candidates: ["affinity"], metrics: [SampleResults.metrics[7]], plan: plan
    ).json
    expectEqual(json.contains(#""for": "a fixed number of replications""#), isSaid)
    expectEqual(json.contains(#""stopped_by_data": true"#), isSaid)
  }

  @Test func `headroom has the reference rankers against the baseline, or the reason why not`() {
    func json(_ plan: HeadroomPlan) -> String {
      let questions = Scenario.Questions(primary: "relevance@10")
      return SampleResults.results(
        candidates: ["affinity"], headroom: plan, metrics: [SampleResults.metrics[8]],
        questions: questions
      ).json
    }
    let found = json(.references(worlds: 4, random: "random", ideal: "ideal"))
    #expect(found.contains(#""found": true,\#n    "gap": null,\#n    "ideal": {"#))
    #expect(found.contains(#""metric": "relevance@10",\#n    "random": {"#))
    let gap = json(.unavailable(.surface))
    #expect(gap.contains(#""found": null,\#n    "gap": "surface",\#n    "ideal": null,"#))
  }

  @Test func `keys are sorted, numbers shortest, and undefined is null`() {
    let results = SampleResults.results(
      candidates: ["affinity"], worlds: 1, metrics: [SampleResults.metrics[1]])
    expectEqual(
      results.json,
      #"""
      {
        "antithetic": false,
        "arms": [
      \#(arm("newest", mean: "0.8", days: "[0.08, 0.16]")),
      \#(arm("affinity", mean: "1.1", days: "[0.11000000000000001, 0.22000000000000003]"))
        ],
        "baseline": "newest",
        "candidates": [
          "affinity"
        ],
        "comparisons": [
          {
            "asked": null,
            "baseline_mean": 0.8,
            "candidate": "affinity",
            "candidate_mean": 1.1,
            "decided_by": null,
            "difference": {
              "evidence": "single",
              "lower": null,
              "mean": 0.30000000000000004,
              "p": null,
              "standard_error": null,
              "upper": null
            },
            "further": {
              "bca": null,
              "hodges_lehmann": {
                "estimate": 0.30000000000000004,
                "lower": null,
                "upper": null
              },
              "sign_flip": {
                "exact": true,
                "p": 1
              },
              "signed_rank": {
                "count": 1,
                "p": 1,
                "statistic": 1
              },
              "tost": null,
              "welch": null
            },
            "judged": {
              "evidence": "single",
              "lower": null,
              "mean": -0.09999999999999987,
              "p": null,
              "standard_error": null,
              "upper": null
            },
            "margin": 0,
            "metric": "group_exposure_ratio",
            "missing": 0,
            "probability_better": null,
            "reason": "one pair of worlds has no spread",
            "relative": {
              "estimate": 0.37500000000000006,
              "lower": null,
              "upper": null
            },
            "shown": {
              "change": "−0.10",
              "label": "Least shown group, distance from 1",
              "limit": "–",
              "word": "not sure yet"
            },
            "variance_reduction": null,
            "verdict": "undecided",
            "worlds": 1
          }
        ],
        "decisions": [],
        "ending": {
          "kind": "planned"
        },
        "feedlab": "0.1.0",
        "headroom": null,
        "held_fixed": {},
        "intercepts": {
          "comment": null,
          "like": null,
          "open": null,
          "save": null,
          "usual_utility": 0,
          "vote": null
        },
        "level": 0.95,
        "live_design": null,
        "margins": {
          "feed_turnover": "4%"
        },
        "plan": {
          "kind": "fixed",
          "worlds": 1
        },
        "probability_of_best": {},
        "questions": {
          "alpha": 0.05,
          "correction": "holm",
          "equivalence": "interval",
          "family": "scenario",
          "guardrails": [],
          "primary": null
        },
        "realism": null,
        "sampled_members": 20000,
        "scenario": {
          "digest": "5ca1ab1e",
          "name": "quickstart",
          "resolved": {
            "feedlab": 1,
            "name": "quickstart",
            "seed": 18446744073709551615
          }
        },
        "seed": 18446744073709551615,
        "societies": null,
        "supply": null,
        "trend": null,
        "volumes": [],
        "worlds": 1,
        "yardsticks": false
      }

      """#)
  }

  /// An arm of one world, whose metric has this mean, on days 0 and 1 as well.
  private func arm(_ name: String, mean: String, days: String) -> String {
    #"""
        {
          "breakdown": {
            "day": {
              "metrics": {
                "group_exposure_ratio": {
                  "mean": \#(days),
                  "standard_error": [null, null],
                  "worlds": [1, 1]
                }
              },
              "scopes": [
                "0",
                "1"
              ]
            },
            "ranker": {
              "metrics": {},
              "scopes": []
            },
            "row": {
              "metrics": {},
              "scopes": []
            },
            "surface": {
              "metrics": {},
              "scopes": []
            }
          },
          "metrics": {
            "group_exposure_ratio": {
              "controlled": null,
              "lower": null,
              "mean": \#(mean),
              "missing": 0,
              "scaled": null,
              "standard_deviation": null,
              "standard_error": null,
              "support": 12,
              "upper": null,
              "worlds": 1
            }
          },
          "name": "\#(name)",
          "worlds": [
            {
              "counts": {
                "activity": 0,
                "arrivals": 0,
                "departures": 0,
                "events": 0,
                "examined": 0,
                "follows": 0,
                "friendships": 0,
                "impressions": 0,
                "interactions": 0,
                "members": 2000,
                "pages": 0,
                "posts": 0,
                "requests": 0,
                "sessions": 0
              },
              "digest": "d0",
              "metrics": {
                "group_exposure_ratio": {
                  "support": 12,
                  "value": \#(mean)
                }
              },
              "world": 0
            }
          ]
        }
    """#
  }

  @Test func `undefined values and comparisons are null`() throws {
    let results = SampleResults.results(
      candidates: ["affinity"], worlds: 2, metrics: [SampleResults.metrics[2]])
    #expect(results.json.contains("\"value\": null"))
    #expect(results.json.contains("\"verdict\": \"undefined\""))
    #expect(!results.json.contains("nan"))
  }

  @Test func `another parser reads it`() throws {
    let results = SampleResults.results(candidates: ["affinity", "newest-again"])
    let object = try JSONSerialization.jsonObject(with: Data(results.json.utf8))
    let root = try #require(object as? [String: Any])
    expectEqual((root["comparisons"] as? [Any])?.count, 2 * 9)
    expectEqual((root["arms"] as? [Any])?.count, 3)
    expectEqual(root["seed"] as? UInt64, .max)
  }
}
