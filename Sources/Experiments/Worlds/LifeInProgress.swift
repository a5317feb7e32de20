/// The run that a thread lives through.
public struct LifeInProgress: Sendable, Hashable {
  /// What an arm lives in, or with, where that is more than one thing.
  public enum Place: Sendable, Hashable {
    /// A society, by its number.
    case society(Int)
    /// Values of the arm's tunable numbers, by the number of the point.
    case point(Int)
  }

  public let arm: String
  public let world: Int
  public let place: Place?

  public init(arm: String, world: Int, place: Place? = nil) {
    self.arm = arm
    self.world = world
    self.place = place
  }

  /// That of this thread, for who must say where it crashed.
  @TaskLocal public static var current: LifeInProgress?
}

extension LifeInProgress: CustomStringConvertible {
  public var description: String {
    let world = "world \(world) of arm '\(arm)'"
    return switch place {
    case nil: world
    case .society(let number): "\(world) in society \(number)"
    case .point(let number): "\(world) at point \(number)"
    }
  }
}
