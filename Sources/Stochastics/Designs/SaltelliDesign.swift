/// Points to estimate Sobol's indices of every factor with few evaluations: two samples
/// *A* and *B* of the unit cube, and for each factor *i* the sample *ABᵢ*, which is *A* with the
/// coordinate *i* of *B*.
///
/// With *k* factors and *n* rows these are *n*(*k* + 2) points. *A* and *B* are the two halves of the
/// first *n* points of Sobol's sequence of 2*k* dimensions with a digital shift (``SobolPoints``).
///
/// Source: Saltelli, Annoni, Azzini, Campolongo, Ratto & Tarantola, *Computer Physics Communications*
/// 181(2), 2010.
public struct SaltelliDesign: Sendable, Hashable {
  /// How many factors a design may have: two coordinates of Sobol's sequence are needed for each.
  public static let factorRange = 1...SobolPoints.dimensionRange.upperBound / 2

  /// *k*
  public let factors: Int
  /// *n*
  public let rows: Int
  /// A position of each factor, inside the open interval from 0 to 1, point by point: row by row first *A*'s, then
  /// *B*'s, then *ABᵢ*'s by factor.
  public let points: [[Double]]

  /// - Parameters:
  ///   - factors: In ``factorRange``.
  ///   - rows: At least 1; a power of 2 fills the cube most evenly.
  ///   - stream: Its draws are only for this design.
  public init(factors: Int, rows: Int, stream: KeyedStream) {
    precondition(Self.factorRange.contains(factors), "a design of \(factors) factors")
    precondition(rows > 0, "a design of \(rows) rows")
    self.factors = factors
    self.rows = rows
    points = SobolPoints.shifted(rows, dimensions: 2 * factors, stream: stream).flatMap { point in
      let (a, b) = (Array(point[..<factors]), Array(point[factors...]))
      return [a, b]
        + (0..<factors).map { factor in
          var mixed = a
          mixed[factor] = b[factor]
          return mixed
        }
    }
  }

  /// How many points a row has.
  public var pointsPerRow: Int { factors + 2 }

  /// The responses at the points of one row.
  public struct Row: Sendable, Hashable {
    public let a: Double
    public let b: Double
    /// At *ABᵢ*, by factor.
    public let mixed: [Double]

    public init(a: Double, b: Double, mixed: [Double]) {
      self.a = a
      self.b = b
      self.mixed = mixed
    }
  }

  /// The rows all of whose points have a response, in their order.
  ///
  /// - Parameter responses: One for each of ``points``; `nil` where none exists.
  public func rows(_ responses: [Double?]) -> [Row] {
    precondition(responses.count == points.count, "\(responses.count) of \(points.count) responses")
    return (0..<rows).compactMap { row in
      let own = responses[row * pointsPerRow..<(row + 1) * pointsPerRow].compactMap { $0 }
      guard own.count == pointsPerRow else { return nil }
      return Row(a: own[0], b: own[1], mixed: Array(own[2...]))
    }
  }
}
