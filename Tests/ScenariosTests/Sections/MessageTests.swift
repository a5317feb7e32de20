import SyntheticSociety
import TestSupport
import Testing

/// Every kind of fault, word for word.
@Suite struct MessageTests {
  // MARK: - The head

  @Test func `the version is required, and must be known`() {
    expectEqual(
      faults("arms: {a: {home: recency}}"),
      [
        "town.yml:1:1: feedlab: is missing; write 'feedlab: 1', the version of the syntax"
      ])
    expectEqual(
      faults("feedlab: 2\narms: {a: {home: recency}}"),
      [
        "town.yml:1:10: feedlab: expected 1, the version of the syntax, found 2"
      ])
    expectEqual(
      faults("feedlab: '1'\narms: {a: {home: recency}}"),
      [
        "town.yml:1:10: feedlab: expected 1, the version of the syntax, found the text '1'"
      ])
  }

  @Test(arguments: [
    ("name: Pet Town", "4:7: name: expected \(kebab), found 'Pet Town'"),
    ("name: ''", "4:7: name: expected \(kebab), found the text ''"),
    ("name: a--b", "4:7: name: expected \(kebab), found 'a--b'"),
    (
      "name: \(long)", "4:7: name: expected \(kebab), found '\(long.prefix(40))…'"
    ),
    ("name: [a]", "4:7: name: expected \(kebab), found a list"),
    ("seed: -3", "4:7: seed: expected \(seeds), found -3"),
    ("seed: 1.5", "4:7: seed: expected \(seeds), found 1.5"),
    ("seed: 18446744073709551616", "4:7: seed: expected \(seeds), found 18446744073709551616"),
    (
      "preset: glued",
      "4:9: preset: there is no preset 'glued'; there are static, sticky and satiating"
    ),
    ("preset: statc", "4:9: preset: there is no preset 'statc'; did you mean 'static'?"),
    ("preset: {}", "4:9: preset: expected the name of a preset, found a map"),
  ])
  func `a head with a fault`(line: String, message: String) {
    expectEqual(faults(least + line), ["town.yml:" + message])
  }

  // MARK: - The pool

  @Test(arguments: [
    (
      "pool: friends",
      "4:7: pool: there is no pool 'friends'; there are everyone, network and mixed"
    ),
    ("pool: netwrk", "4:7: pool: there is no pool 'netwrk'; did you mean 'network'?"),
    ("pool: 3", "4:7: pool: there is no pool '3'; there are everyone, network and mixed"),
    ("pool: {}", "4:7: pool.of: is missing; it is everyone, network or mixed"),
    (
      "pool: {of: mixed, discovery: 1.5}",
      "4:30: pool.discovery: expected a number from 0 to 1, found 1.5"
    ),
    (
      "pool: {of: network, discovery: 0.5}",
      "4:32: pool.discovery: only a mixed pool has discoveries; this one is of 'network'"
    ),
    (
      "pool: {of: mixed, without: nothing, for: 7d}",
      "4:42: pool.for: 'for' needs posts to leave out, such as without: seen"
    ),
    (
      "pool: {of: mixed, without: sen}",
      "4:28: pool.without: there is no kind of posts 'sen'; did you mean 'seen'?"
    ),
    (
      "pool: {of: mixed, without: seen, for: 7}",
      "4:39: pool.for: expected a duration from 1s to 3650d, such as 90s, 5m, 12h or 7d, found 7"
    ),
  ])
  func `a pool with a fault`(line: String, message: String) {
    expectEqual(faults(least + line), ["town.yml:" + message])
  }

  // MARK: - Interventions

  @Test(arguments: [
    (
      "interventions: {votes: {planted: 1, contest: 4}}",
      "4:46: interventions.votes.contest: expected at most 2, the contests of 14 days, found 4"
    ),
    (
      "interventions: {votes: {planted: 1, entry: 2001}}",
      "4:44: interventions.votes.entry: expected at most 2000, since a member enters a contest once,"
        + " found 2001"
    ),
    (
      "interventions: {votes: {share: 2}}",
      "4:32: interventions.votes.share: expected a number from 0 to 1 (of entries), found 2"
    ),
    (
      "interventions: {vote: 3}",
      "4:17: interventions.vote: \(noKey); did you mean 'votes'?"
    ),
    (
      "behaviour: {entering: {at-start: 0.5}}",
      "4:34: behaviour.entering.at-start: expected a whole number from 0 to 1000000 (entries a contest),"
        + " found 0.5"
    ),
  ])
  func `an intervention with a fault`(line: String, message: String) {
    expectEqual(faults(least + line), ["town.yml:" + message])
  }

  @Test func `counts that an app can neither show nor hide`() {
    expectEqual(
      faults("feedlab: 1\narms: {a: {app: {counts: hiden}}}"),
      [
        "town.yml:2:26: arms.a.app.counts: there is no counts 'hiden'; did you mean 'hidden'?"
      ])
  }

  @Test(arguments: [
    (
      "{home: hot, freeze: 3d}",
      "2:31: arms.a.freeze: no ranker of this arm learns affinities or from events, so 'freeze' has no effect"
    ),
    (
      "{home: affinity, freeze: -1d}",
      "2:36: arms.a.freeze: expected a duration from 0s to 3650d, such as 90s, 5m, 12h or 7d, found '-1d'"
    ),
  ])
  func `a ranker that cannot be frozen`(arm: String, message: String) {
    expectEqual(faults("feedlab: 1\narms: {a: \(arm)}"), ["town.yml:" + message])
  }

  // MARK: - Keys

  @Test(arguments: [
    ("world: {membrs: 5}", "4:9: world.membrs: \(noKey); did you mean 'members'?"),
    ("wrold: {}", "4:1: wrold: \(noKey); did you mean 'world'?"),
    ("members: 5", "4:1: members: \(noKey); did you mean 'world.members'?"),
    ("ab: {eta: 1}", "4:6: ab.eta: \(noKey); did you mean 'behaviour.examination.eta'?"),
    (
      "world: {horizon: 5}",
      "4:9: world.horizon: \(noKey); there are members, days, warm-up, categories, graph and groups"
    ),
    (
      "surprise: {}",
      "4:1: surprise: \(noKey); 'feedlab describe scenario' lists the 15 there are"
    ),
    (
      "behaviour: {love: 1}",
      "4:13: behaviour.love: \(noKey);"
        + " 'feedlab describe scenario' lists the \(componentCount) there are"
    ),
    (
      "world: {\"a\\tb.c\": 5}",
      "4:9: world.a\u{FFFD}b.c: \(noKey); there are members, days, warm-up, categories, graph and groups"
    ),
  ])
  func `a key that no scenario has`(line: String, message: String) {
    expectEqual(faults(least + line), ["town.yml:" + message])
  }

  // MARK: - Numbers

  @Test(arguments: [
    ("world: {days: abc}", "4:15: world.days: expected \(days), found 'abc'"),
    ("world: {days: -2}", "4:15: world.days: expected \(days), found -2"),
    ("world: {days: .nan}", "4:15: world.days: expected \(days), found '.nan'"),
    ("world: {days: .inf}", "4:15: world.days: expected \(days), found '.inf'"),
    ("world: {days: 1e999}", "4:15: world.days: expected \(days), found '1e999'"),
    ("world: {days: 0x10}", "4:15: world.days: expected \(days), found '0x10'"),
    ("world: {days: 1_000}", "4:15: world.days: expected \(days), found '1_000'"),
    ("world: {days: 7d}", "4:15: world.days: expected \(days), found '7d'"),
    ("world: {days: '7'}", "4:15: world.days: expected \(days), found the text '7'"),
    ("world: {days: true}", "4:15: world.days: expected \(days), found 'true'"),
    ("world: {days: }", "4:9: world.days: expected \(days), found nothing"),
    ("world: {days: [1]}", "4:15: world.days: expected \(days), found a list"),
    ("world: {members: -5}", "4:18: world.members: expected \(members), found -5"),
    ("world: {members: 2.5}", "4:18: world.members: expected \(members), found 2.5"),
    (
      "behaviour: {examination: {eta: 7}}",
      "4:32: behaviour.examination.eta: expected a number from 0 to 3, found 7"
    ),
  ])
  func `a number with a fault`(line: String, message: String) {
    expectEqual(faults(least + line), ["town.yml:" + message])
  }

  // MARK: - Maps

  @Test(
    arguments: cases(
      """
      world: 5 => 4:8: world: expected \(world), found 5
      world: => 4:1: world: expected \(world), found nothing
      behaviour: {examination: 0.5} =>
        4:26: behaviour.examination: expected a map of eta and cascade, found 0.5
      metrics: [ndcg@10] =>
        4:10: metrics: expected a map of metrics, such as relevance@10: {margin: 1%}, found a list
      ab: newest =>
        4:5: ab: expected a map of baseline, candidates, replications, primary, guardrails, alpha, correction, family, equivalence and antithetic, found 'newest'
      """))
  func `something else than a map`(line: String, message: String) {
    expectEqual(faults(least + line), ["town.yml:" + message])
  }

  // MARK: - World

  @Test(
    arguments: cases(
      """
      world: {days: 3} =>
        4:15: world.days: a warm-up of 3 days leaves nothing of 3 days to measure
      world: {days: 2.5, warm-up: 7} =>
        4:29: world.warm-up: a warm-up of 7 days leaves nothing of 2.5 days to measure
      world: {groups: {}} => 4:17: world.groups: expected \(groups), found an empty map
      world: {groups: a} => 4:17: world.groups: expected \(groups), found 'a'
      world: {groups: {a: 1.5, b: -0.5}} =>
        4:21: world.groups.a: expected a number from 0 to 1, found 1.5
      world: {groups: {A: 1}} => 4:18: world.groups.A: expected \(kebab), found 'A'
      world: {groups: {a: 0.5, b: 0.4}} => 4:17: world.groups: the shares have the sum 0.9, not 1
      world: {groups: {a: 0.7, b: 0.4}} => 4:17: world.groups: the shares have the sum 1.1, not 1
      world: {graph: gown} =>
        4:16: world.graph: expected grown or a map of edges, from and to, found 'gown'
      world: {graph: {from: a}} =>
        4:16: world.graph.edges: is missing; it is the path of a file with two members a row
      world: {graph: {edges: sha256:0123}} =>
        4:24: world.graph.edges: this names a file by its content; write its path
      """))
  func `a world with a fault`(line: String, message: String) {
    expectEqual(faults(least + line).first, "town.yml:" + message)
  }

  // MARK: - Behaviour

  @Test(arguments: [
    (
      "behaviour: {privacy: {friends-only: 0.7, only-me: 0.4}}",
      "4:22: behaviour.privacy: friends-only 0.7 and only-me 0.4 are together more than 1"
    ),
    (
      "behaviour: {surfaces: {home: 0, contest: 0, friends: 0, latest: 0, following: 0, global: 0}}",
      "4:23: behaviour.surfaces: one of the weights must be above 0"
    ),
    (
      "behaviour: {sessions: {hours: [1, 2, 3]}}",
      "4:31: behaviour.sessions.hours: expected \(hours), found a list of 3"
    ),
    (
      "behaviour: {sessions: {hours: 1}}",
      "4:31: behaviour.sessions.hours: expected \(hours), found 1"
    ),
    (
      "behaviour: {sessions: {hours: [\(list(24, of: "0"))]}}",
      "4:31: behaviour.sessions.hours: one of the hours must be above 0"
    ),
    (
      "behaviour: {sessions: {hours: [\(list(23, of: "1")), -1]}}",
      "4:101: behaviour.sessions.hours: expected a number from 0 to 1000000000000000, found -1"
    ),
    (
      "behaviour: {sessions: {hours: {column: a}}}",
      "4:31: behaviour.sessions.hours.file: is missing; it is the path of a table with a row an hour"
    ),
    (
      "behaviour: {sessions: {weekdays: [1, 1]}}",
      "4:34: behaviour.sessions.weekdays: expected 7 numbers, from Monday, found a list of 2"
    ),
    (
      "behaviour: {sessions: {weekdays: [\(list(7, of: "0"))]}}",
      "4:34: behaviour.sessions.weekdays: one of the days must be above 0"
    ),
  ])
  func `a behaviour with a fault`(line: String, message: String) {
    expectEqual(faults(least + line), ["town.yml:" + message])
  }

  // MARK: - Arms

  @Test(
    arguments: cases(
      """
      arms: => 2:1: arms: expected \(arms), found nothing
      arms: {} => 2:7: arms: expected \(arms), found an empty map
      arms: [a] => 2:7: arms: expected \(arms), found a list
      arms: {New: {home: recency}} => 2:8: arms.New: expected \(kebab), found 'New'
      arms: {a: {}} => 2:11: arms.a: \(noRanker)
      arms: {a: } => 2:8: arms.a: \(noRanker)
      arms: {a: recency} =>
        2:11: arms.a: expected a map of feeds and rankers, such as home: recency, found 'recency'
      arms: {a: {app: offset}} =>
        2:17: arms.a.app: expected a map of the app's settings, such as paging: offset, found 'offset'
      arms: {a: {app: {pagng: offset}}} =>
        2:18: arms.a.app.pagng: \(noKey); did you mean 'paging'?
      arms: {a: {app: {page-size: 0}}} =>
        2:29: arms.a.app.page-size: expected a whole number from 1 to 100 (posts), found 0
      arms: {a: {app: {page: 6}}} =>
        2:18: arms.a.app.page: \(noKey); there are page-size, paging, sync and counts
      arms: {a: {app: {paging: ofset}}} =>
        2:26: arms.a.app.paging: there is no paging 'ofset'; did you mean 'offset'?
      arms: {a: {app: {sync: always}}} =>
        2:24: arms.a.app.sync: there is no sync 'always'; there are foreground and never
      arms: {a: {hme: recency}} => 2:12: arms.a.hme: \(noKey); did you mean 'home'?
      arms: {a: {home: recncy}} =>
        2:18: arms.a.home: there is no ranker 'recncy'; did you mean 'recency'?
      arms: {a: {home: best}} =>
        2:18: arms.a.home: there is no ranker 'best'; 'feedlab describe rankers' lists the 21 there are
      arms: {a: {home: }} => 2:12: arms.a.home: names no ranker; write one, such as recency
      arms: {a: {home: contest-score}} =>
        2:18: arms.a.home: contest-score cannot order the home feed; it orders contest
      arms: {a: {latest: {ranker: affinity}}} =>
        2:29: arms.a.latest.ranker: affinity cannot order the latest feed; it orders home
      arms: {a: {home: {weights: {view: 1}}}} =>
        2:18: arms.a.home.ranker: is missing; it names what orders the feed, such as recency
      arms: {a: {home: {ranker: affinity, weights: {vue: 1}}}} =>
        2:47: arms.a.home.weights.vue: \(noKey); there are view, like, comment and save
      arms: {a: {home: {ranker: affinity, weights: {like: -1}}}} =>
        2:53: arms.a.home.weights.like: expected a number from 0 to 1000, found -1
      arms: {a: {home: {ranker: affinity, weights: 3}}} =>
        2:46: arms.a.home.weights: expected a map of view, like, comment and save, found 3
      arms: {a: {home: {ranker: affinity, view: 1}}} =>
        2:37: arms.a.home.view: there is no parameter of affinity 'view'; did you mean 'weights.view'?
      arms: {a: {home: {ranker: affinity, halflife: 1d}}} =>
        2:37: arms.a.home.halflife: there is no parameter of affinity 'halflife'; did you mean 'half-life'?
      arms: {a: {home: {ranker: affinity, half-life: 7}}} =>
        2:48: arms.a.home.half-life: expected \(duration), found 7
      arms: {a: {home: {ranker: affinity, half-life: -7d}}} =>
        2:48: arms.a.home.half-life: expected \(duration), found '-7d'
      arms: {a: {home: {ranker: affinity, half-life: 7w}}} =>
        2:48: arms.a.home.half-life: expected \(duration), found '7w'
      arms: {a: {home: {ranker: recency, weights: {view: 1}}}} =>
        2:36: arms.a.home.weights: there is no parameter of recency 'weights'; none is allowed here
      arms: {a: {home: [recency]}} =>
        2:18: arms.a.home: expected the name of a ranker, found a list
      """))
  func `an arm with a fault`(line: String, message: String) {
    expectEqual(faults("feedlab: 1\n" + line), ["town.yml:" + message])
  }

  @Test func `arms are required`() {
    expectEqual(
      faults("feedlab: 1\n"),
      [
        "town.yml:1:1: arms: is missing; it holds what to compare, such as newest: {home: recency}"
      ])
  }

  @Test func `two arms of one name`() {
    let text = """
      feedlab: 1
      arms:
        newest: {home: recency}
        other: {home: affinity}
        newest: {home: random}
      """
    expectEqual(faults(text), ["town.yml:5:3: arms.newest: this key is there already, in line 3"])
  }

  // MARK: - Metrics

  @Test(
    arguments: cases(
      """
      metrics: {creator_exposure_gin: {margin: 1%}} =>
        4:11: metrics.creator_exposure_gin: there is no metric 'creator_exposure_gin'; did you mean 'creator_exposure_gini'?
      metrics: {ndcg@10: } => 4:11: metrics.ndcg@10: expected \(margins), found nothing
      metrics: {ndcg@10: {}} =>
        4:20: metrics.ndcg@10.margin: is missing; it is the smallest effect that matters
      metrics: {ndcg@10: 1%} => 4:20: metrics.ndcg@10: expected \(margins), found '1%'
      metrics: {ndcg@10: {margin: 1x}} =>
        4:29: metrics.ndcg@10.margin: expected \(margin), found '1x'
      metrics: {ndcg@10: {margin: -1%}} =>
        4:29: metrics.ndcg@10.margin: expected \(margin), found '-1%'
      metrics: {ndcg@10: {margin: -0.5}} =>
        4:29: metrics.ndcg@10.margin: expected \(margin), found -0.5
      metrics: {ndcg@10: {margin: '%'}} =>
        4:29: metrics.ndcg@10.margin: expected \(margin), found the text '%'
      metrics: {ndcg@10: {margin: [1]}} =>
        4:29: metrics.ndcg@10.margin: expected \(margin), found a list
      """))
  func `a metric with a fault`(line: String, message: String) {
    expectEqual(faults(least + line), ["town.yml:" + message])
  }

  @Test func `a metric that is like no other`() {
    let message = faults(least + "metrics: {love: {margin: 1%}}")
    expectEqual(message.count, 1)
    #expect(
      message[0].hasPrefix(
        "town.yml:4:11: metrics.love: there is no metric 'love'; 'feedlab describe metrics' lists the "
      ))
  }

  /// No id is within a third of what was written: three contain the nearest of their words, and a label is as good as
  /// its id.
  @Test(arguments: [
    (
      "engagment",
      "there are engagement_rate, first_look_engagement_rate and engagement_per_member_day"
    ),
    ("Category variety@10", "did you mean 'intra_list_diversity@10'?"),
    ("Engagement a day on home", "did you mean 'engagement_per_member_day(surface=home)'?"),
    ("Engagment rate", "did you mean 'engagement_rate'?"),
  ])
  func `a metric that is like a part of an id, or like a label`(name: String, remedy: String) {
    expectEqual(
      faults(least + "  other: {home: affinity}\nab: {primary: '\(name)'}"),
      ["town.yml:5:15: ab.primary: there is no metric '\(name)'; \(remedy)"])
  }

  // MARK: - Comparison

  @Test(
    arguments: cases(
      """
      ab: {baseline: newst} => 5:16: ab.baseline: there is no arm 'newst'; did you mean 'newest'?
      ab: {baseline: z} => 5:16: ab.baseline: there is no arm 'z'; there are newest and other
      ab: {baseline: [newest]} => 5:16: ab.baseline: expected the name of an arm, found a list
      ab: {candidates: other} =>
        5:18: ab.candidates: expected a list of arms, such as [affinity], found 'other'
      ab: {candidates: []} => 5:18: ab.candidates: expected at least one arm, found an empty list
      ab: {candidates: [othr]} =>
        5:19: ab.candidates: there is no arm 'othr'; did you mean 'other'?
      ab: {candidates: [newest]} => 5:19: ab.candidates: 'newest' is the baseline
      ab: {candidates: [other, other]} => 5:26: ab.candidates: 'other' is in the list already
      ab: {replications: 0} => 5:20: ab.replications: expected \(worlds), found 0
      ab: {replications: 8..4} => 5:20: ab.replications: expected \(worlds), found '8..4'
      ab: {replications: 1..4} => 5:20: ab.replications: expected \(worlds), found '1..4'
      ab: {replications: [8, 64]} => 5:20: ab.replications: expected \(worlds), found a list
      ab: {primary: engagement_rat} =>
        5:15: ab.primary: there is no metric 'engagement_rat'; did you mean 'engagement_rate'?
      ab: {primary: new_creator_supply_share} =>
        5:15: ab.primary: 'new_creator_supply_share' has no good side, so that it cannot get worse
      ab: {guardrails: ndcg@10} =>
        5:18: ab.guardrails: expected a list of metrics, such as [creator_exposure_gini], found 'ndcg@10'
      ab: {guardrails: [ndcg@10, ndcg@10]} =>
        5:28: ab.guardrails: 'ndcg@10' is in the list already
      ab: {primary: ndcg@10, guardrails: [ndcg@10]} =>
        5:37: ab.guardrails: 'ndcg@10' is the primary
      ab: {alpha: 0} => 5:13: ab.alpha: expected a number from 0.0001 to 0.5, found 0
      ab: {correction: hol} =>
        5:18: ab.correction: there is no correction 'hol'; did you mean 'holm'?
      ab: {family: all} =>
        5:14: ab.family: there is no family 'all'; there are scenario, candidate and none
      ab: {antithetic: yes} =>
        5:18: ab.antithetic: there is no switch 'yes'; there are false and true
      ab: {equivalence: exact} =>
        5:19: ab.equivalence: there is no equivalence 'exact'; there are interval and tost
      """))
  func `a comparison with a fault`(line: String, message: String) {
    expectEqual(faults(least + "  other: {home: affinity}\n" + line), ["town.yml:" + message])
  }

  /// A letter more than a name can have.
  private static let long = String(repeating: "a", count: 101)
  private static let kebab =
    "a name of at most 100 small letters, digits and hyphens, such as long-half-life"
  private static let worlds =
    "a whole number from 1 to 1000000 (worlds), a range such as 8..64, or auto, which is 8..64"
  private static let seeds = "a whole number from 0 to 18446744073709551615"
  private static let days = "a number from 0.01 to 3650 (days)"
  private static let members = "a whole number from 1 to 20000000 (members)"
  private static let duration = "a duration from 1m to 3650d, such as 90s, 5m, 12h or 7d"
  private static let world = "a map of members, days, warm-up, categories, graph and groups"
  private static let hours = "24 numbers, from midnight, or a map of file and column"
  private static let arms = "a map of arms, such as newest: {home: recency}"
  private static let margins = "a map of margin, such as {margin: 1%}"
  private static let noKey = "no scenario has this key"
  private static let noRanker = "this arm has no ranker; name one for a feed, such as home: recency"
  private static let groups = "a map of group names and shares with the sum 1"
  private static let margin =
    "a number from 0 in the metric's unit, such as 0.01, or a percentage of the baseline from 0% to"
    + " 1000%, such as 1%"

  private static func list(_ count: Int, of element: String) -> String {
    Array(repeating: element, count: count).joined(separator: ", ")
  }

  /// Components of the behaviour's documentation that can be set.
  /// The sections of numbers, `off` and `custom`.
  private static let componentCount =
    2
    + Set(
      SocietyParameter.all.map(\.key).filter { $0.hasPrefix("behaviour.") }
        .map { $0.split(separator: ".")[1] }
    ).count
}
