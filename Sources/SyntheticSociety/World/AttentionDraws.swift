internal import Stochastics

/// The draws of a walk down a feed, for eight positions at a time.
struct AttentionDraws {
  private static let width = 8

  private let stream: KeyedStream
  private let key: UInt32
  private let refresh: UInt32
  /// The position that the current draws begin with.
  private var first = -1
  private var looks = InlineArray<8, Double>(repeating: 0)
  private var steps = InlineArray<8, Double>(repeating: 0)

  /// - Parameters:
  ///   - key: The viewer's.
  ///   - refresh: Number of the refresh among the viewer's.
  init(_ stream: KeyedStream, key: UInt32, refresh: UInt32) {
    self.stream = stream
    self.key = key
    self.refresh = refresh
  }

  /// For a position from 0: a uniform number that decides whether it is looked at, and the standard
  /// normal deviate of what it costs of patience. Two positions share a draw.
  @inline(__always)
  mutating func draw(at position: Int) -> (look: Double, step: Double) {
    let index = position & (Self.width - 1)
    if position - index != first { draw(from: position - index) }
    return (looks[index], steps[index])
  }

  private mutating func draw(from position: Int) {
    first = position
    let pair = UInt32(position / 2)
    let words = stream.bits(
      key, SIMD4(repeating: refresh), SIMD4(pair, pair + 1, pair + 2, pair + 3))
    var uniforms = InlineArray<8, Double>(repeating: 0)
    for lane in 0..<4 {
      looks[2 * lane] = Uniform.open(words.0[lane])
      uniforms[2 * lane] = Uniform.open(words.1[lane])
      looks[2 * lane + 1] = Uniform.open(words.2[lane])
      uniforms[2 * lane + 1] = Uniform.open(words.3[lane])
    }
    var column = steps.mutableSpan
    Quantile.normal(uniforms.span, into: &column)
  }
}
