public import Stochastics

extension UnitCube {
  /// Points that fill the cube evenly, the first of them the centre: those of Sobol's sequence, and
  /// beyond the 40 dimensions that it has, the centre and a Latin hypercube.
  ///
  /// - Parameters:
  ///   - count: How many, not below 0.
  ///   - dimensions: At least 1.
  ///   - stream: Its draws are for these points alone; Sobol's sequence draws nothing.
  public static func fillingPoints(
    _ count: Int, dimensions: Int, stream: KeyedStream
  ) -> [[Double]] {
    precondition(count >= 0 && dimensions >= 1, "\(count) points of \(dimensions) dimensions")
    if SobolPoints.dimensionRange.contains(dimensions) {
      var sequence = SobolPoints(dimensions: dimensions)
      return sequence.next(count)
    }
    guard count > 0 else { return [] }
    let others = LatinHypercube(count: count - 1, dimensions: dimensions, stream: stream)
    return [Array(repeating: 0.5, count: dimensions)] + others.points
  }
}
