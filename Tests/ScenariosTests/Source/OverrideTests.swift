internal import Scenarios
internal import SocialFeed
internal import SyntheticSociety
import TestSupport
import Testing

@Suite struct OverrideTests {
  @Test func `an override sets a value that is there, and one that is not`() throws {
    let text = least + "world: {days: 9}\n"
    let changed = try scenario(
      text,
      overrides: ["world.days=20", "behaviour.examination.eta=0.9", "seed=18446744073709551615"])
    expectEqual(changed.parameters.world.days, 20)
    expectEqual(changed.parameters.examination.eta, 0.9)
    expectEqual(changed.seed, .max)
  }

  @Test func `an override is the same as the line in the file`() throws {
    let changed = try scenario(
      least,
      overrides: ["arms.liked={home: {ranker: affinity, half-life: 2d}}", "ab.replications=3"])
    let written = try scenario(
      least + "  liked: {home: {ranker: affinity, half-life: 2d}}\nab: {replications: 3}\n")
    expectEqual(changed.digest, written.digest)
    expectEqual(changed.arms, written.arms)
  }

  @Test func `the last of two overrides wins`() throws {
    try expectEqual(scenario(least, overrides: ["seed=5", "seed=6"]).seed, 6)
  }

  @Test func `a ranker that is there by its name alone can be given a parameter`() throws {
    let changed = try scenario(
      "feedlab: 1\narms: {liked: {home: affinity}}",
      overrides: ["arms.liked.home.half-life=1d", "arms.liked.home.weights.view=2"])
    expectEqual(changed.arms[0].ranker(of: .home).values, [2, 3, 4, 5, 86_400, 0])
  }

  @Test func `an override mends a fault of the file`() throws {
    try expectEqual(scenario(least + "world: {days: x}", overrides: ["world.days=9"]).arms.count, 1)
  }

  @Test func `a value may hold an equals sign`() {
    expectEqual(
      faults(least, overrides: ["preset=a=b"]),
      [
        "--set preset=a=b: there is no preset 'a=b'; there are static, sticky and satiating"
      ])
  }

  @Test(arguments: [
    ("world.membrs=5", "no scenario has this key; did you mean 'members'?"),
    ("wrld.members=5", "wrld: no scenario has this key; did you mean 'world'?"),
    ("world.days=abc", "expected a number from 0.01 to 3650 (days), found 'abc'"),
    ("world.days=", "expected a number from 0.01 to 3650 (days), found nothing"),
    ("world.days=2", "a warm-up of 3 days leaves nothing of 2 days to measure"),
    ("world.warm-up=20", "a warm-up of 20 days leaves nothing of 14 days to measure"),
    ("arms.newest={}", "this arm has no ranker; name one for a feed, such as home: recency"),
    ("arms.newest.home=recncy", "there is no ranker 'recncy'; did you mean 'recency'?"),
    ("arms.x={home: recncy}", "arms.x.home: there is no ranker 'recncy'; did you mean 'recency'?"),
    (
      "arms.newest.home.half-life=1d",
      "there is no parameter of recency 'half-life'; none is allowed here"
    ),
    ("arms={a: {home: recency}, a: {home: random}}", "arms.a: this key is here twice"),
    ("ab.candidates=[newest]", "'newest' is the baseline"),
    ("feedlab.x=5", "feedlab is 1, which has no keys"),
    ("world.groups=[", "this is not YAML: a value was expected here"),
    ("world.days", "an override is path.to.key=value, such as world.members=500"),
    ("=5", "an override is path.to.key=value, such as world.members=500"),
    ("", "an override is path.to.key=value, such as world.members=500"),
    ("world..days=5", "an override is path.to.key=value, such as world.members=500"),
  ])
  func `an override with a fault`(override: String, message: String) {
    expectEqual(faults(least, overrides: [override]), ["--set \(override): \(message)"])
  }

  @Test func `a path longer than any of a scenario is refused before it is followed`() {
    let path = String(repeating: "a.", count: 20_000)
    expectEqual(
      faults(least, overrides: [path + "a=1"]),
      [
        "--set \(path.prefix(200))…: an override is path.to.key=value, such as world.members=500"
      ])
  }
}
