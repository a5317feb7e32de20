internal import Scenarios
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

@Suite struct ArmAffinitiesTests {
  private func conflict(_ home: [String: Double], _ latest: [String: Double]) -> String? {
    let choices: [(Surface, RankerSettings)] = [
      (.latest, RankerSettings(AffinityRanker.descriptor, latest)),
      (.home, RankerSettings(AffinityRanker.descriptor, home)),
    ]
    let conflict = Arm(name: "a", choices: choices).affinityConflict
    #expect(conflict == nil || conflict!.surface == .latest)
    return conflict?.message
  }

  @Test func `feeds of an arm learn alike`() {
    expectEqual(conflict([:], [:]), nil)
    expectEqual(conflict(["view": 2, "half-life": 60], ["view": 2, "half-life": 60]), nil)
    expectEqual(
      conflict(["half-life": 86_400], [:]),
      "the feeds of an arm share their affinities, and half-life is 1d for home and 7d for latest")
    expectEqual(
      conflict(["like": 1], ["like": 0.5]),
      "the feeds of an arm share their affinities, and like is 1 for home and 0.5 for latest")
  }

  @Test func `thresholds may differ, and one affinity ranker differs from none`() {
    expectEqual(conflict(["threshold": 1], [:]), nil)
    let alone = Arm(
      name: "a", choices: [(.home, RankerSettings(AffinityRanker.descriptor, ["view": 9]))])
    #expect(alone.affinityConflict == nil)
  }
}
