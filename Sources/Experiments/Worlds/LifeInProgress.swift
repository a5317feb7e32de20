/// The run that a thread lives through.
public struct LifeInProgress: Sendable, Hashable {
  public let arm: String
  public let world: Int
  /// Its number where the arms live in several societies.
  public let society: Int?

  public init(arm: String, world: Int, society: Int? = nil) {
    self.arm = arm
    self.world = world
    self.society = society
  }

  /// That of this thread, for who must say where it crashed.
  @TaskLocal public static var current: LifeInProgress?
}

extension LifeInProgress: CustomStringConvertible {
  public var description: String {
    "world \(world) of arm '\(arm)'" + (society.map { " in society \($0)" } ?? "")
  }
}
