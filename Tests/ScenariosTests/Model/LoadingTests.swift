import DataFiles
import Scenarios
import SyntheticSociety
import TestSupport
import Testing

@Suite struct LoadingTests {
  @Test func `a file that is not there`() throws {
    let folder = try TestFolder()
    try folder.write(least, to: "town.yml")
    #expect(folder.faults(of: "town.yml").isEmpty)
    expectEqual(
      folder.faults(of: "twon.yml"),
      [
        "twon.yml: there is no such file; did you mean 'town.yml'?"
      ])
    expectEqual(folder.faults(of: "sub/town.yml"), ["sub/town.yml: there is no such file"])
    expectEqual(folder.faults(of: ""), [": this is a folder, not a file"])
  }

  @Test func `an error holds each fault with its location, key and reason`() throws {
    do throws(InvalidScenario) {
      _ = try scenario(least + "world: {membrs: 5}")
      Issue.record("a fault was not found")
    } catch {
      expectEqual(
        error.faults,
        [
          LocatedFault(
            location: .line(file: "town.yml", line: 4, column: 9), key: "world.membrs",
            reason: .unknownKey(
              nearest: "members",
              allowed: ["members", "days", "warm-up", "categories", "graph", "groups"],
              in: .scenario))
        ])
    }
  }

  // MARK: - Names of the version before

  private let tuned = """
    feedlab: 1
    arms: {liked: {home: {ranker: affinity, weights: {like: {value: 3, tune: [0, 10]}}}}}
    tune: {maximize: engagement_rate, normalise: none}
    """

  @Test func `a key that was renamed is read with a note`() throws {
    let town = try scenario(tuned)
    expectEqual(town.tuning?.pin, Scenario.Tuning.Pin.none)
    expectEqual(
      town.notes,
      [
        "town.yml:3:35: 'tune.normalise' is now called 'tune.normalize'; this version still reads the"
          + " old name"
      ])
    let renamed = try scenario(tuned.replacing("normalise", with: "normalize"))
    expectEqual(renamed.resolved, town.resolved)
    #expect(renamed.notes.isEmpty)
  }

  @Test func `a key that was renamed can be overridden by either name`() throws {
    for name in ["normalise", "normalize"] {
      let town = try scenario(tuned, overrides: ["tune.\(name)=l1"])
      expectEqual(town.tuning?.pin, .shares)
      expectEqual(town.notes.count, (name == "normalise" ? 2 : 1))
    }
    let map = "tune={maximize: engagement_rate, normalise: none}"
    let town = try scenario(tuned, overrides: [map])
    expectEqual(town.tuning?.pin, Scenario.Tuning.Pin.none)
    expectEqual(
      town.notes.last,
      "--set \(map): 'tune.normalise' is now called 'tune.normalize'; this version still reads the"
        + " old name")
  }

  @Test func `a section and a component that were renamed are read with a note`() throws {
    let least = "feedlab: 1\narms: {a: {home: recency}}\n"
    let town = try scenario(least + "behaviour: {leaving: {scale: 0.5}, off: [return]}")
    expectEqual(town.parameters.churn.scale, 0)
    let note = "this version still reads the old name"
    expectEqual(
      town.notes,
      [
        "town.yml:3:13: 'behaviour.leaving' is now called 'behaviour.churn'; \(note)",
        "town.yml:3:42: behaviour.off: 'return' is now called 'returning'; \(note)",
      ])
    let other = try scenario(least, overrides: ["behaviour.leaving.scale=0.5"])
    expectEqual(other.parameters.churn.scale, 0.5)
  }

  @Test func `friend requests are a part of following`() throws {
    let least = "feedlab: 1\narms: {a: {home: recency}}\n"
    let town = try scenario(
      least + "behaviour: {friending: {attempts: 0.2, acceptance-per-mutual: 0}}")
    expectEqual(town.parameters.following.friendRequests, 0.2)
    expectEqual(town.parameters.following.acceptancePerMutualFriend, 0)
    let note = "this version still reads the old name"
    expectEqual(
      town.notes,
      [
        "town.yml:3:25: 'behaviour.friending.attempts' is now called 'behaviour.following.friend-requests';"
          + " \(note)",
        "town.yml:3:40: 'behaviour.friending.acceptance-per-mutual' is now called"
          + " 'behaviour.following.acceptance-per-mutual'; \(note)",
      ])
    let new = "behaviour: {following: {friend-requests: 0.2, acceptance-per-mutual: 0}}"
    expectEqual(try scenario(least + new).resolved, town.resolved)
    // An override by either name replaces either.
    for name in ["friending.attempts", "following.friend-requests"] {
      for text in [least, least + new] {
        let other = try scenario(text, overrides: ["behaviour.\(name)=0.3"])
        expectEqual(other.parameters.following.friendRequests, 0.3)
      }
    }
    expectEqual(
      faults(least + "behaviour: {following: {friend-requests: 0.2}, friending: {attempts: 2}}"),
      [
        "town.yml:3:60: behaviour.friending.attempts: it is another name of"
          + " 'behaviour.following.friend-requests', which is here too",
        "town.yml:3:70: behaviour.following.friend-requests: expected a number from 0 to 1 (a session), found 2",
      ])
  }

  @Test func `friend requests are switched off by their old name`() throws {
    let least = "feedlab: 1\narms: {a: {home: recency}}\n"
    let town = try scenario(least + "behaviour: {off: [drift, friending]}")
    expectEqual(town.parameters.following.friendRequests, 0)
    expectEqual(town.parameters.following.attempts, 0.17)
    expectEqual(town.parameters.drift.rate, 0)
    expectEqual(
      town.notes,
      [
        "town.yml:3:26: behaviour.off: 'friending' is now part of 'following'; this version reads it as"
          + " 'following: {friend-requests: 0}'"
      ])
    let both = try scenario(least, overrides: ["behaviour.off=[following]", "world.days=9"])
    expectEqual(both.parameters.following.friendRequests, 0)
    expectEqual(
      both.notes,
      [
        "--set behaviour.off=[following]: behaviour.off: since simulation 6 'following' stops friend requests"
          + " too; 'following: {attempts: 0, at-joining: 0, after-like: 0}' stops follows only"
      ])
  }

  @Test func `the preset that became the default is left out`() throws {
    let town = try scenario("feedlab: 1\npreset: churning\narms: {a: {home: recency}}\n")
    expectEqual(town.parameters, SocietyParameters())
    expectEqual(
      town.notes,
      [
        "town.yml:2:9: preset: 'churning' is now how people behave without a preset; leave the key out"
      ])
  }

  @Test func `a key is refused by its old name beside its new one`() {
    expectEqual(
      faults(tuned.replacing("none}", with: "none, normalize: l1}")),
      [
        "town.yml:3:35: tune.normalise: no scenario has this key; did you mean 'normalize'?"
      ])
  }

  // MARK: - Damaged files

  private let whole = """
    feedlab: 1
    name: damaged
    seed: 20261121   # a comment
    preset: static
    world:
      members: 2000
      days: 17
      categories: {count: 12, zipf: 0.95}
      groups: {majority: 0.8, minority: 0.2}
    behaviour:
      examination: {eta: 0.5}
      sessions:
        weekdays: [0.95, 0.94, 0.95, 0.96, 1.01, 1.12, 1.06]
    arms:
      newest: &newest {home: recency, "contest": 'recency'}
      affinity:
        <<: *newest
        home: {ranker: affinity, weights: {view: 1, like: 3}, half-life: 7d}
    metrics:
      creator_exposure_gini: {margin: 1%}
    ab: {baseline: newest, candidates: [affinity], replications: 8}
    """

  @Test func `a file cut off anywhere is read or refused, never a crash`() throws {
    let bytes = Array(whole.utf8)
    #expect(faults(bytes).isEmpty)
    for count in 0..<bytes.count {
      let found = faults(Array(bytes[..<count]))
      #expect(found.allSatisfy { $0.hasPrefix("town.yml:") }, "\(count) bytes")
    }
  }

  @Test func `a file with wrong bytes is read or refused, never a crash`() throws {
    for seed in 0..<1500 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let bytes = damaged(Array(whole.utf8), &generator)
      let found = faults(bytes)
      #expect(found.allSatisfy { $0.hasPrefix("town.yml:") }, "seed \(seed)")
    }
  }

  /// The bytes with a few of them replaced, left out, put in or written twice.
  private func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    let signs = Array("{}[]:,-#&*!|>'\"%@`?<\n\t \\0~.é\u{FEFF}\u{85}".utf8)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes[place] = signs.randomElement(using: &generator)!
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(signs.randomElement(using: &generator)!, at: place)
      default:
        let length = min(Int.random(in: 1...40, using: &generator), bytes.count - place)
        bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      }
    }
    return bytes
  }

  @Test func `a data file with wrong bytes is read or refused, never a crash`() throws {
    let folder = try TestFolder()
    try folder.write(least + "world: {graph: {edges: ties.csv}}\n", to: "town.yml")
    let whole = "# ties\nsrc,dst,note\n1,2,\"a, b\"\n2,3,\n3,1,c\r\n\"4\",1,\"\"\"d\"\"\"\n"
    for seed in 0..<300 {
      var generator = SeededGenerator(seed: UInt64(seed))
      try folder.write(damaged(Array(whole.utf8), &generator), to: "ties.csv")
      let found = folder.faults(of: "town.yml")
      #expect(found.allSatisfy { $0.hasPrefix("ties.csv:") }, "seed \(seed)")
    }
  }
}
