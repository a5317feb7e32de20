import DataFiles
import Scenarios
import SocialFeed
internal import SyntheticSociety
import TestSupport
import Testing

@Suite struct ResolvedScenarioTests {
  private let small = """
    feedlab: 1
    seed: 7
    world: {members: 50, days: 8, warm-up: 1, groups: {old: 0.75, new: 0.25}}
    arms:
      newest: {home: recency, contest: recency}
      liked: {home: {ranker: affinity, weights: {view: 0.5}, half-life: 36h}}
    metrics: {ndcg@10: {margin: 7%}, relevance@10: {margin: 0.01}}
    ab: {replications: 3}
    """

  @Test func `every default is written out, keys are sorted, numbers are as short as they can be`()
    throws
  {
    let town = try scenario(small)
    expectEqual(
      town.resolved,
      """
      {"ab":{"alpha":0.05,"antithetic":"false","baseline":"newest","candidates":["liked"],"correction":"holm",
      "equivalence":"interval","family":"scenario","replications":3},"arms":{"liked":{"app":{"counts":"shown",
      "paging":"keyset","sync":"foreground"},"contest":{"ranker":"contest-score","weights":{"decay":0.1,"fresh":10,
      "noise":5,"vote":3}},"following":{"ranker":"recency"},"friends":{"ranker":"recency"},
      "global":{"ranker":"recency"},"home":{"half-life":"36h","ranker":"affinity","threshold":0,
      "weights":{"comment":4,"like":3,"save":5,"view":0.5}},"latest":{"ranker":"recency"},"pool":{"discovery":0.5,
      "for":"30d","of":"mixed","without":"seen"}},"newest":{"app":{"counts":"shown","paging":"keyset",
      "sync":"foreground"},"contest":{"ranker":"recency"},"following":{"ranker":"recency"},
      "friends":{"ranker":"recency"},"global":{"ranker":"recency"},"home":{"ranker":"recency"},
      "latest":{"ranker":"recency"},"pool":{"discovery":0.5,"for":"30d","of":"mixed","without":"seen"}}},
      "behaviour":{"accounts":{"private":0},"actions":{"activity-correlation":-0.6,"comment":0.00035,"comment-worth":1,"like":0.005,"like-worth":1,
      "member-deviation":1.1,"open":0.18,"save":0.0006,"save-worth":1,"undo":0.02,"unopened":0.05,"vote":0.05},
      "blocking":{"hazard":0},"churn":{"alpha":0.67,"attention":0.5,"beta":3.8,"friends":0.3,"satisfaction":1,
      "scale":0.88},"deleting":{"mean":24,"share":0},"devices":{"failure":0,"latency":0,"resume":0,"second":0},
      "drift":{"rate":0.01,"reversion":0.002},"dwell":{"deviation":0.8,"opened":9.5,"utility":0.3,"viewed":2.5},
      "entering":{"at-start":0,"entries":0.018,"rush":0.05,"success":0.5},"examination":{"cascade":0,"eta":0.5},
      "following":{"acceptance":0.6,"acceptance-per-mutual":0.1,"after-like":0.02,"at-joining":140,"attempts":0.17,
      "follow-back":29,"friend-requests":0.05,"spread":1.5},"freshness":{"half-life":24},
      "graph":{"closure":0.65,"follows":50,"friends":6,"homophily":4,"homophily-offset":-2,"reciprocity":0.3,
      "silent-appeal":0.7},"herding":{"opening":1.32,"voting":1.32},"interests":{"creator-concentration":10,
      "viewer-concentration":8},"joining":{"age":365,"share":0.01},"memory":{"half-life":5,"reopening":0.05},
      "notifications":{"gain":0,"half-life":2},"pets":{"guardians":0,"share":0},"posting":{"batch-exponent":1.9,
      "exponent":1.6,"feedback":0.5,"feedback-half-life":7,"history":14,"largest-batch":20,"most":200,"share":1},
      "privacy":{"friends-only":0.17,"only-me":0.03},"quality":{"post-deviation":0.87,"skill-deviation":0.5},
      "refreshing":{"after-detail":0,"after-like":1,"on-return":0,"pull":0.05},"returning":{"gain":0.8},
      "satiation":{"cap":3,"half-life":6},"satisfaction":{"weight":0.1},"scrolling":{"cost":0.5,"deviation":1.8,
      "gain":1,"limit":400,"member-deviation":0.8,"start":10,"worth":1},"sessions":{"hours":[0.03297,0.02005,
      0.01282,0.00903,0.00812,0.01146,0.02133,0.03093,0.03582,0.04017,0.04477,0.04791,0.05284,0.05316,0.04795,
      0.04893,0.05149,0.05438,0.05847,0.06166,0.06614,0.06863,0.06783,0.05313],"mean":1.5,"phase":1.5,"shape":6,
      "silent-factor":0.1,"silent-share":0.1,"weekdays":[1.035,0.99,0.985,0.98,0.995,1.035,0.98]},
      "surfaces":{"contest":8,"following":10,"friends":12,"global":5,"home":55,"latest":10},
      "unfollowing":{"hazard":0.002},"utility":{"freshness":0.4,"friend":0.7,"match":3,"offset":-1,"quality":0.6,
      "satiation":-0.5,"seen":-1.5,"taste":0.6},"voting":{"elsewhere":0,"fatigue":0.05,"friend":0.7}},"feedlab":1,
      "interventions":{"votes":{"contest":0,"entry":0,"planted":0,"share":1}},"metrics":{"ndcg@10":{"margin":"7%"},
      "relevance@10":{"margin":0.01}},"name":"town","pool":{"discovery":0.5,"for":"30d","of":"mixed",
      "without":"seen"},"seed":7,"world":{"categories":{"count":12,"zipf":0.95},"days":8,"graph":"grown",
      "groups":{"new":0.25,"old":0.75},"members":50,"warm-up":1}}
      """.split(separator: "\n").joined())
    expectEqual(town.digest, SHA256.hexDigest(of: town.resolved))
  }

  @Test func `the resolved scenario is a scenario, and the same one`() throws {
    let town = try scenario(small)
    let again = try scenario(town.resolved)
    expectEqual(again.resolved, town.resolved)
    expectEqual(again.digest, town.digest)
    expectEqual(again.parameters, town.parameters)
    expectEqual(again.margins.sorted { $0.metric < $1.metric }, town.margins)
    expectEqual(again.comparison, town.comparison)
    expectEqual(Set(again.arms), Set(town.arms))
  }

  @Test func `a page size is resolved where it is not the usual one: older records stay valid`()
    throws
  {
    func town(_ app: String) throws -> Scenario {
      try scenario("feedlab: 1\narms: {a: {home: recency\(app)}}\n")
    }
    let usual = try town("")
    #expect(!usual.resolved.contains("page-size"))
    try expectEqual(town(", app: {page-size: 20}").digest, usual.digest)
    let short = try town(", app: {page-size: 7}")
    #expect(short.resolved.contains(#""page-size":7,"#))
    try expectEqual(scenario(short.resolved).arms[0].app.pageSize, 7)
  }

  @Test func `a scenario with other arms is that of its resolved form too`() throws {
    let town = try scenario(small)
    let hot = try #require(RankerCatalogue.standard["hot"])
    let baseline = try #require(town.arms.first { $0.name == town.comparison.baseline })
    let arm = baseline.choosing([(.latest, RankerSettings(hot))], name: "hot")
    let other = town.replacingArms([arm, baseline])
    expectEqual(other.comparison.baseline, "hot")
    expectEqual(other.comparison.candidates, [baseline.name])
    expectEqual(other.comparison.replications, town.comparison.replications)
    expectEqual(other.arms, [arm, baseline])
    expectEqual(arm.ranker(of: .latest).name, "hot")
    expectEqual(arm.ranker(of: .home), baseline.ranker(of: .home))
    #expect(other.digest != town.digest)
    let again = try scenario(other.resolved)
    expectEqual(again.digest, other.digest)
    expectEqual(Set(again.arms), Set(other.arms))
  }

  @Test func `random scenarios are the same as their resolved forms`() throws {
    for seed in 0..<100 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let town = try scenario(randomScenario(&generator))
      let again = try scenario(town.resolved)
      expectEqual(again.digest, town.digest, "seed \(seed)")
      expectEqual(again.parameters, town.parameters, "seed \(seed)")
      expectEqual(Set(again.margins), Set(town.margins), "seed \(seed)")
      expectEqual(Set(again.arms), Set(town.arms), "seed \(seed)")
    }
  }

  private func randomScenario(_ generator: inout SeededGenerator) -> String {
    let share = generator.unit()
    let hours = (0..<24).map { _ in "\(generator.unit() * 1000)" }.joined(separator: ", ")
    let weekdays = (0..<7).map { _ in "\(generator.unit())" }.joined(separator: ", ")
    return """
      feedlab: 1
      seed: \(generator.next())
      world: {members: \(Int.random(in: 1...9999, using: &generator)), days: \(4 + generator.unit())}
      behaviour:
        sessions: {hours: [\(hours)], weekdays: [\(weekdays)]}
        privacy: {friends-only: \(share), only-me: \((1 - share) / 3)}
        utility: {friend: \(-generator.unit() * 1e-9)}
      arms:
        a: {home: {ranker: affinity, half-life: \(1 + generator.unit())h, threshold: \(share)}, freeze: \(1 + generator.unit())h}
        b: {contest: {ranker: contest-score, weights: {vote: \(generator.unit() * 1e-7)}}}
      metrics: {ndcg@10: {margin: \(generator.unit() * 10)%}, like_rate: {margin: \(share)}}
      """
  }

  @Test func `the order of keys and the way of writing do not matter`() throws {
    let other = """
      {"ab": {"replications": 3.0, "baseline": "newest"},
       "arms": {"liked": {"home": {"half-life": "1.5d", "weights": {"view": 5e-1}, "ranker": "affinity"}},
                "newest": {"contest": "recency", "home": {"ranker": "recency"}}},
       "world": {"groups": {"new": 0.25, "old": 0.75}, "warm-up": 1, "days": 8, "members": 50},
       "metrics": {"relevance@10": {"margin": "0.01"}, "ndcg@10": {"margin": "7.0%"}},
       "seed": 7, "feedlab": 1}
      """
    try expectEqual(scenario(other).digest, scenario(small).digest)
    try expectEqual(scenario(other).parameters, scenario(small).parameters)
  }

  @Test func `whatever changes the run or its report changes the digest`() throws {
    let digest = try scenario(small).digest
    for change in [
      "seed=8", "name=other", "world.members=51", "behaviour.examination.eta=0.51",
      "arms.liked.home.half-life=37h", "arms.third={home: ideal}", "metrics.ndcg@10.margin=8%",
      "ab.baseline=liked", "ab.primary=ndcg@10", "ab.alpha=0.01", "ab.antithetic=true",
      "ab.replications=8..16",
      "behaviour.sessions.weekdays=[1, 1, 1, 1, 1, 1, 1]",
      "world.groups={old: 0.5, new: 0.5}",
    ] {
      #expect(try scenario(small, overrides: [change]).digest != digest, "\(change)")
    }
  }

  @Test func `a data file counts by its content, not by its path`() throws {
    let folder = try TestFolder()
    let text = "feedlab: 1\nname: t\narms: {a: {home: recency}}\nworld: {graph: {edges: FILE}}\n"
    try folder.write("src,dst\n1,2\n", to: "a/ties.csv")
    try folder.write("src,dst\n1,2\n", to: "b/follows.csv")
    try folder.write("src,dst\n1,3\n", to: "c/ties.csv")
    try folder.write(text.replacing("FILE", with: "ties.csv"), to: "a/t.yml")
    try folder.write(text.replacing("FILE", with: "follows.csv"), to: "b/t.yml")
    try folder.write(text.replacing("FILE", with: "../c/ties.csv"), to: "c/t.yml")
    let scenarios = try ["a", "b", "c"].map {
      try Scenario.load(file: "\(folder.path)/\($0)/t.yml")
    }
    expectEqual(scenarios[0].digest, scenarios[1].digest)
    #expect(scenarios[0].digest != scenarios[2].digest)
    // From sha256sum of "src,dst\n1,2\n".
    let digest = "a88ebabf0f018e6fa460f9d264f85e95a17973b2ad20758760763a3775a65361"
    #expect(
      scenarios[0].resolved.contains(
        #""graph":{"edges":"sha256:\#(digest)","from":"src","to":"dst"}"#))
    #expect(!scenarios[0].resolved.contains(folder.path))
  }
}
