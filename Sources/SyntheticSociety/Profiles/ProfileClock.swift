internal import Dispatch
internal import Foundation

/// The clock of a profile. No event of a world may depend on it.
public struct ProfileClock: Sendable {
  /// Nanoseconds since some instant; never fewer than before.
  public let now: @Sendable () -> UInt64
  /// Seconds that the processors have worked for the process.
  public let processorSeconds: @Sendable () -> Double
  /// The cost of reading the time, which is excluded from what is timed; in nanoseconds.
  public let reading: UInt64

  public init(
    reading: UInt64, processorSeconds: @escaping @Sendable () -> Double,
    now: @escaping @Sendable () -> UInt64
  ) {
    self.reading = reading
    self.processorSeconds = processorSeconds
    self.now = now
  }
}

extension ProfileClock {
  /// The machine's clock.
  public static func machine() -> ProfileClock {
    let now: @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
    // The least of many is without interruptions.
    let readings = (0..<1000).map { _ in now() }
    return ProfileClock(
      reading: zip(readings, readings.dropFirst()).map { $1 - $0 }.min()!,
      processorSeconds: { Double(clock()) / Double(CLOCKS_PER_SEC) }, now: now)
  }
}
