package import Experiments
package import SocialFeed
package import SyntheticSociety

/// The first page of a viewer's feed at an instant of one world, as the ranker of an arm gives it.
package struct RankedPage: Sendable {
  package let design: ExperimentDesign
  package let arm: String
  package let ranker: RankerSettings
  package let world: Int
  package let viewer: MemberID
  package let surface: Surface
  /// Seconds from the start of the world.
  package let time: Double
  package let page: PeekedFeed

  package init(
    _ design: ExperimentDesign, arm: Arm, world: Int, viewer: MemberID, surface: Surface,
    time: Double, page: PeekedFeed
  ) {
    self.design = design
    self.arm = arm.name
    ranker = arm.ranker(of: surface)
    self.world = world
    self.viewer = viewer
    self.surface = surface
    self.time = time
    self.page = page
  }
}

extension Experiment {
  /// Simulates a world under an arm of the design until an instant, and asks the arm's ranker for a page there.
  ///
  /// - Parameters:
  ///   - arm: The name of an arm of the design.
  ///   - world: The number of the world, from 0; of antithetic twins the first.
  ///   - time: Seconds from the start of the world, in `0...` its end.
  ///   - limit: How many posts the page has at most, in `1...` ``FeedRequest/pageSizeLimit``.
  ///   - hasDependence: Whether the ranker also ranks without each feature.
  package func peek(
    at surface: Surface, of member: MemberID, at time: Double, limit: Int,
    hasDependence: Bool, under arm: String, world: Int, monitor: ExperimentMonitor
  ) throws(ExperimentFailure) -> Result<PeekedFeed, PeekedFeed.Refusal> {
    guard let run = run(of: arm, world: space.world(world), intercepts()) else {
      preconditionFailure("the experiment has no arm \(arm)")
    }
    return try WorldRun.lookInto([run], until: time, threads: 1, monitor: monitor) {
      run, shouldContinue in
      do throws(PeekedFeed.Refusal) {
        return try run.peek(
          at: surface, of: member, at: time, limit: limit, hasDependence: hasDependence,
          shouldContinue: shouldContinue
        ).map { .success($0) }
      } catch {
        return .failure(error)
      }
    }[0]
  }
}
