public import Stochastics

/// Independent points of the unit cube, uniform in the cube.
///
/// A point depends only on its number, so that more of them begin with the same ones.
public struct RandomPoints: Sendable {
  public let dimensions: Int
  private let stream: KeyedStream

  /// - Parameters:
  ///   - dimensions: At least 1.
  ///   - stream: Its draws are only for these points.
  public init(dimensions: Int, stream: KeyedStream) {
    precondition(dimensions >= 1, "points of \(dimensions) dimensions")
    self.dimensions = dimensions
    self.stream = stream
  }

  /// Point `number`, in `0..<2³²`; its coordinates lie strictly between 0 and 1.
  public subscript(number: Int) -> [Double] {
    precondition(number >= 0 && number <= Int(UInt32.max), "point \(number)")
    return (0..<dimensions).map { stream.uniform(UInt32(number), UInt32($0)) }
  }

  /// The first `count` points after the first `skipped`.
  public func points(_ count: Int, skipping skipped: Int = 0) -> [[Double]] {
    precondition(count >= 0 && skipped >= 0, "\(count) random points after \(skipped)")
    return (skipped..<skipped + count).map { self[$0] }
  }
}
