import DataFiles
import Experiments
import FeedMetrics
import ScenarioGenerator
import Scenarios
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// What `validate` accepts, and what runs.
@Suite struct WellFormedScenarioTests {
  /// A few people for some hours, who post and scroll so little that a world takes milliseconds.
  private static let small = [
    "world.members=6", "world.days=0.1", "world.warm-up=0", "behaviour.posting.history=1",
    "behaviour.posting.most=30", "behaviour.sessions.mean=5", "behaviour.scrolling.limit=30",
    "behaviour.notifications.gain=0", "behaviour.entering.at-start=3",
  ]

  /// Simulates an arm of a scenario in its first world, and fails where a metric is no finite number.
  private func simulate(_ scenario: Scenario, _ arm: Arm) throws -> WorldOutcome {
    let experiment = Experiment(
      measuring: scenario, arms: [arm.name], worlds: 1, metrics: MetricCatalogue.all)
    let outcome = try experiment.outcome(
      of: experiment.run(of: arm, world: 0, experiment.intercepts()), hasScopes: true)
    return try #require(outcome)
  }

  /// Three hundred scenarios.
  @Test(arguments: 0..<UInt64(10))
  func `what is accepted runs, with values that are finite or undefined`(part: UInt64) throws {
    for seed in 30 * part..<30 * (part + 1) {
      var generator = ScenarioGenerator(seed: seed)
      let (text, scenario) = generator.scenario(overrides: Self.small)
      let arm = scenario.arms[Int(seed) % scenario.arms.count]
      let outcome = try simulate(scenario, arm)
      let isFinite = outcome.values.values.allSatisfy { $0.value?.isFinite ?? true }
      #expect(isFinite, "seed \(seed): \(text)")
    }
  }

  // MARK: - Each end of each range

  enum End: CaseIterable {
    case lower, upper

    func value(of range: ClosedRange<Double>) -> Double {
      self == .lower ? range.lowerBound : range.upperBound
    }
  }

  private func scenario(_ key: String, _ value: String) throws(InvalidScenario) -> Scenario {
    let text = "feedlab: 1\narms: {newest: {home: affinity}}\n"
    let small = Self.small.filter { !$0.hasPrefix("\(key)=") }
    return try Scenario.parse(
      Array(text.utf8), file: "ends.yml", overrides: small + ["\(key)=\(value)"])
  }

  /// The sessions that a test has time for.
  private static let mostSessions = 10_000.0

  /// Numbers whose upper ends other values exclude, and what is said then.
  private static let bounded = [
    "world.warm-up":
      "a warm-up of 3650 days leaves nothing of 0.1 days to measure",
    "behaviour.privacy.friends-only":
      "behaviour.privacy: friends-only 1 and only-me 0.03 are together more than 1",
    "behaviour.privacy.only-me":
      "behaviour.privacy: friends-only 0.17 and only-me 1 are together more than 1",
    "interventions.votes.contest":
      "expected at most 1, the contests of 0.1 days, found 1000",
    "interventions.votes.entry":
      "expected at most 6, since a member enters a contest once, found 20000000",
  ]

  @Test(arguments: bounded.sorted { $0.key < $1.key })
  func `an upper end that other values exclude is refused with the reason`(
    key: String, message: String
  ) throws {
    let parameter = try #require(SocietyParameter.all.first { $0.key == key })
    let end = parameter.range.upperBound.shortest
    do throws(InvalidScenario) {
      _ = try scenario(key, end)
      Issue.record("it is accepted")
    } catch {
      expectEqual(error.faults.map(\.description), ["--set \(key)=\(end): \(message)"])
    }
  }

  /// A fourth of the numbers each time.
  @Test(arguments: End.allCases, 0..<4)
  func `every number of a society runs at both ends of its range`(end: End, part: Int) throws {
    for (index, parameter) in SocietyParameter.all.enumerated() where index % 4 == part {
      if end == .upper, Self.bounded[parameter.key] != nil { continue }
      let value = end.value(of: parameter.range)
      let scenario = try scenario(parameter.key, value.shortest)
      let society = scenario.parameters
      expectEqual(society[keyPath: parameter.path], value, "\(parameter.key)")
      let sessions = society.world.members * society.world.days * society.sessions.mean
      guard sessions <= Self.mostSessions else { continue }
      _ = try simulate(scenario, scenario.arms[0])
    }
  }

  @Test func `what is just outside of a range is refused with its place`() throws {
    for parameter in SocietyParameter.all {
      let (range, isWhole) = (parameter.range, parameter.isInteger)
      let form = NumberForm(range: range, isWhole: isWhole, unit: parameter.unit)
      for outside in [
        isWhole ? range.lowerBound - 1 : range.lowerBound.nextDown,
        isWhole ? range.upperBound + 1 : range.upperBound.nextUp,
      ] {
        let text = "feedlab: 1\narms: {a: {home: hot}}\n\(nested(parameter.key, outside.shortest))"
        let column = text.split(separator: "\n").last!.utf8.count - outside.shortest.utf8.count + 1
        let line = 2 + parameter.key.count { $0 == "." } + 1
        expectEqual(
          faults(text),
          [
            "ends.yml:\(line):\(column): \(parameter.key): expected \(form),"
              + " found \(outside.shortest)"
          ])
      }
    }
  }

  /// A key such as `world.members` as a map in a map, a line each.
  private func nested(_ key: String, _ value: String) -> String {
    let names = key.split(separator: ".")
    let lines = names.enumerated().map { "\(String(repeating: "  ", count: $0))\($1):" }
    return lines.joined(separator: "\n") + " \(value)\n"
  }

  private func faults(_ text: String) -> [String] {
    do throws(InvalidScenario) {
      _ = try Scenario.parse(Array(text.utf8), file: "ends.yml")
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }

  /// Half of the rankers each time.
  @Test(arguments: End.allCases, 0..<2)
  func `every parameter of a ranker runs at both ends of its range`(end: End, part: Int) throws {
    for (index, descriptor) in RankerCatalogue.standard.descriptors.enumerated()
    where index % 2 == part && (!descriptor.needsMore || descriptor.takesFormula) {
      let feeds = Surface.allCases.filter(descriptor.surfaces.contains)
      for parameter in descriptor.parameters {
        guard let feed = feeds.first(where: parameter.surfaces.contains) else { continue }
        let value = end.value(of: parameter.range)
        let number = parameter.unit == "s" ? DurationForm.text(value) : value.shortest
        let entry = "\(parameter.name): \(number)"
        let text = """
          feedlab: 1
          arms:
            a:
              \(feed):
                ranker: \(descriptor.name)
                \(parameter.isWeight ? "weights: {\(entry)}" : entry)
                \(descriptor.takesFormula ? "score: likes" : "")
          """
        let scenario = try Scenario.parse(
          Array(text.utf8), file: "ends.yml", overrides: Self.small)
        _ = try simulate(scenario, scenario.arms[0])
      }
    }
  }
}
