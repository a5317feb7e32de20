internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// Worlds of the default community, with the usual candidates and intercepts that are solved once.
struct DefaultWorlds {
  /// The values of metrics, by id; an undefined one is NaN.
  typealias Values = [String: Double]

  private static let (members, days) = (400, 8.0)

  private let run: WorldRun
  private let metrics: [String]
  let count: Int

  /// - Parameter component: A behaviour that is off.
  init(_ count: Int, _ setting: SelfTestSetting, _ metrics: [String], off component: String? = nil)
  {
    var parameters = SocietyParameters.society(members: Self.members, days: Self.days)
    parameters.world.warmUpDays = 1
    if let component { parameters.switchOff(component) }
    var run = WorldRun(
      parameters: parameters, arm: Arm(name: "default", choices: []), seed: setting.seed(81),
      world: 0)
    run.intercepts = SolvedIntercepts(for: run)
    (self.run, self.metrics, self.count) = (run, metrics, count)
  }

  var size: String { "\(count) worlds of \(Self.members) members, \(Int(Self.days)) days" }

  /// The metrics of each world under an arm.
  func values(_ arm: Arm) -> [Values] {
    (0..<UInt32(count)).map { world in
      let metrics = MetricSink(options: MetricOptions(set: .named, named: metrics))
      observe(arm, inWorld: world, by: [metrics])
      return Dictionary(
        uniqueKeysWithValues: metrics.values().map { ($0.id, $0.value.value ?? .nan) })
    }
  }

  func observe(_ arm: Arm, inWorld world: UInt32, by sinks: [any ObservationSink]) {
    var run = run
    (run.arm, run.world) = (arm, world)
    run.observed(by: sinks)
  }
}
