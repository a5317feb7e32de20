/// The run that a thread simulates.
public struct RunInProgress: Sendable, Hashable {
  /// The community or the parameter values of a run, in an analysis that has several.
  public enum Setting: Sendable, Hashable {
    /// A community, by its number.
    case society(Int)
    /// Values of the arm's tunable parameters, by the number of the point.
    case point(Int)
  }

  public let arm: String
  public let world: Int
  public let setting: Setting?

  public init(arm: String, world: Int, setting: Setting? = nil) {
    self.arm = arm
    self.world = world
    self.setting = setting
  }

  /// The run of another arm in the same world.
  func ofArm(_ arm: String) -> RunInProgress {
    RunInProgress(arm: arm, world: world, setting: setting)
  }

  /// The run of this thread, for messages about a crash.
  @TaskLocal public static var current: RunInProgress?
}

extension RunInProgress: CustomStringConvertible {
  public var description: String {
    let world = "world \(world) of arm '\(arm)'"
    return switch setting {
    case nil: world
    case .society(let number): "\(world) in community \(number)"
    case .point(let number): "\(world) at point \(number)"
    }
  }
}
