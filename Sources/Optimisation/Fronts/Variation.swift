internal import PortableMath
internal import Stochastics

/// How two points of the unit cube have two children: simulated binary crossover (*η* = 15), then
/// polynomial mutation (*η* = 20) of one coordinate in *d* on average.
///
/// Both draw from distributions that end at the faces. Pairs are crossed with probability 0.9, and of a
/// crossed pair each coordinate with probability ½.
///
/// Source: Deb & Agrawal, *Complex Systems* 9, 1995 (crossover); Deb & Deb, *International Journal of
/// Artificial Intelligence and Soft Computing* 4(1), 2014 (mutation).
struct Variation {
  private let stream: KeyedStream
  private let generation: UInt32
  private let pair: UInt32

  /// The occurrence of draws that no pair makes: the random orders of a generation's tournaments.
  static let ordersOccurrence = UInt32.max
  /// The occurrence of the draw of whether a pair is crossed.
  private static let crossingOccurrence = UInt32.max - 1

  private static let crossoverIndex = 15.0
  private static let mutationIndex = 20.0

  init(_ stream: KeyedStream, generation: Int, pair: Int) {
    self.stream = stream
    self.generation = UInt32(generation)
    self.pair = UInt32(pair)
  }

  func children(of parents: ([Double], [Double])) -> [[Double]] {
    let dimensions = parents.0.count
    var children = [parents.0, parents.1]
    if stream.uniform(generation, pair, Self.crossingOccurrence) < 0.9 {
      for index in 0..<dimensions {
        let crossed = crossed(parents.0[index], parents.1[index], draw(3 * index))
        children[0][index] = crossed.0
        children[1][index] = crossed.1
      }
    }
    for child in 0..<2 {
      for index in 0..<dimensions {
        let draw = draw(3 * index + child + 1)
        guard draw.x * Double(dimensions) < 1 else { continue }
        children[child][index] = Self.mutated(children[child][index], draw.y)
      }
    }
    return children
  }

  private func draw(_ occurrence: Int) -> SIMD4<Double> {
    stream.uniforms(generation, pair, UInt32(occurrence))
  }

  private func crossed(_ x: Double, _ y: Double, _ draw: SIMD4<Double>) -> (Double, Double) {
    guard draw.x < 0.5 && (x - y).magnitude > 1e-14 else { return (x, y) }
    let (low, high) = (min(x, y), max(x, y))
    let (middle, half) = ((low + high) / 2, (high - low) / 2)
    let lower = middle - half * Self.spread(draw.y, room: low / half)
    let upper = middle + half * Self.spread(draw.y, room: (1 - high) / half)
    let children = (min(max(lower, 0), 1), min(max(upper, 0), 1))
    return draw.z < 0.5 ? children : (children.1, children.0)
  }

  /// The distance of a child from the middle, in units of its parent's: the quantile at `u` of a density
  /// ∝ *β*^*η* below 1 and ∝ *β*^−(*η* + 2) above, up to 1 + `room`, where the face is.
  private static func spread(_ u: Double, room: Double) -> Double {
    let power = 1 / (crossoverIndex + 1)
    let total = 2 - Portable.pow(1 + room, -(crossoverIndex + 1))
    let share = u * total
    return share <= 1 ? Portable.pow(share, power) : Portable.pow(1 / (2 - share), power)
  }

  /// The coordinate moved by the quantile at `u` of a density that falls from where it is to both faces.
  private static func mutated(_ x: Double, _ u: Double) -> Double {
    let power = 1 / (mutationIndex + 1)
    if u < 0.5 {
      let rest = Portable.pow(1 - x, mutationIndex + 1)
      return max(0, x - 1 + Portable.pow(2 * u + (1 - 2 * u) * rest, power))
    }
    let rest = Portable.pow(x, mutationIndex + 1)
    return min(1, x + 1 - Portable.pow(2 * (1 - u) + (2 * u - 1) * rest, power))
  }
}
