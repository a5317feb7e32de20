/// The run that a thread lives through.
public struct LifeInProgress: Sendable, Hashable {
  public let arm: String
  public let world: Int

  public init(arm: String, world: Int) {
    self.arm = arm
    self.world = world
  }

  /// That of this thread, for who must say where it crashed.
  @TaskLocal public static var current: LifeInProgress?
}

extension LifeInProgress: CustomStringConvertible {
  public var description: String { "world \(world) of arm '\(arm)'" }
}
