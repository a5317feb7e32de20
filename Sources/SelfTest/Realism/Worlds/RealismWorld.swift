internal import Experiments
package import Scenarios
package import SyntheticSociety

/// A world that is compared with published figures.
package struct RealismWorld: Sendable {
  package let name: String
  /// Its first replication, under the ranker that stands for a service's.
  package let run: WorldRun
  /// The arm in whose feeds posts are in random order.
  package let random: Arm

  package init(name: String, run: WorldRun, random: Arm = .random()) {
    self.name = name
    self.run = run
    self.random = random
  }
}

extension RealismWorld {
  /// The default community, each preset, and the calibrated scenario that is shipped.
  package static func all(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [RealismWorld] {
    let presets = Preset.allCases.map { society($0.rawValue, preset: $0, setting) }
    return [society("default", preset: nil, setting)] + presets + [try calibrated(setting)]
  }

  private static let seed: UInt64 = 20_261_121

  /// As many members as the network of Advogato, since shares of the top and clustering change with the size, for 17
  /// days with two measured weeks; in a quick test 400 members. Each feed has its default ranker.
  private static func society(
    _ name: String, preset: Preset?, _ setting: SelfTestSetting
  ) -> RealismWorld {
    var parameters = SocietyParameters()
    parameters.world.members = setting.share < 1 ? 400 : 5155
    parameters.world.days = 17
    parameters.world.warmUpDays = 3
    preset?.apply(to: &parameters)
    let arm = Arm(name: "default", choices: [])
    return RealismWorld(
      name: name, run: WorldRun(parameters: parameters, arm: arm, seed: seed, world: 0))
  }

  /// The shipped scenario; in a quick test a third of its days.
  private static func calibrated(
    _ setting: SelfTestSetting
  ) throws(SelfTestFailure) -> RealismWorld {
    var world = RealismWorld(try Scenario.shipped("calibrated.yml", setting))
    guard setting.share < 1 else { return world }
    var run = world.run
    run.parameters.world.days /= 3
    run.parameters.world.warmUpDays /= 3
    world = RealismWorld(name: world.name, run: run, random: world.random)
    return world
  }

  /// A scenario under the arms that correspond to the logs of its real community, or under its baseline and in
  /// random order.
  package init(_ scenario: Scenario) {
    let ranked = scenario.realism?.produced ?? scenario.comparison.baseline
    let run = WorldRun(
      parameters: scenario.parameters, graph: scenario.graph, arm: scenario.arm(ranked),
      seed: scenario.seed, world: 0)
    self.init(
      name: scenario.name, run: run,
      random: (scenario.realism?.uniform).map { scenario.arm($0) }
        ?? .random(pool: scenario.parameters.pool))
  }
}

extension RealismWorld {
  /// One replication, to be simulated and measured.
  ///
  /// - Parameter intercepts: The solved intercepts of its people.
  /// - Returns: The value of each figure taken at this exposure; `nil` at others, and where the run cannot measure it.
  func values(
    of figures: [PublishedFigure], _ exposure: PublishedFigure.Exposure, replication: Int,
    _ intercepts: SolvedIntercepts
  ) -> [Double?] {
    var run = run
    run.world = UInt32(replication)
    run.intercepts = intercepts
    if exposure == .random { run.arm = random }
    let recorder = BehaviourRecorder()
    run.adjustBehaviours = { recorder.record(&$0) }
    let sinks = CommunitySinks(duration: run.parameters.world.days * 86_400)
    run.observed(by: sinks.all)
    return sinks.record(recorder.decisions).values(of: figures, exposure)
  }
}

extension CommunityRecord {
  /// Each statistic is computed once, however many sources have it.
  fileprivate func values(
    of figures: [PublishedFigure], _ exposure: PublishedFigure.Exposure
  ) -> [Double?] {
    var known: [String: Double?] = [:]
    return figures.map { figure in
      guard figure.exposure == exposure else { return nil }
      if let value = known[figure.statistic.name] { return value }
      let value = figure.statistic.value(self)
      known.updateValue(value, forKey: figure.statistic.name)
      return value
    }
  }
}
