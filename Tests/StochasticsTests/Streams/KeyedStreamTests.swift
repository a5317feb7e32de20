import PortableMath
import Stochastics
import TestSupport
import Testing

@Suite struct KeyedStreamTests {
  private let stream = KeyedStream(seed: 42, world: 7, name: StreamName("examination"))

  @Test func `a draw is the block of its names under the key of seed and world`() {
    let key = Philox4x32.block(key: SIMD2(0x89AB_CDEF, 0x0123_4567), counter: SIMD4(5, 0, 0, 0))
    let expected = Philox4x32.block(
      key: SIMD2(key.x, key.y), counter: SIMD4(StreamName("taste").rawValue, 1, 2, 3))
    let stream = KeyedStream(seed: 0x0123_4567_89AB_CDEF, world: 5, name: StreamName("taste"))
    expectEqual(stream.bits(1, 2, 3), expected)
  }

  @Test func `a draw depends on the seed, the world, the name, both entities and the occurrence`() {
    let neighbours = [
      KeyedStream(seed: 43, world: 7, name: StreamName("examination")).bits(1, 2, 3),
      KeyedStream(seed: 42 + 1 << 32, world: 7, name: StreamName("examination")).bits(1, 2, 3),
      KeyedStream(seed: 42, world: 8, name: StreamName("examination")).bits(1, 2, 3),
      KeyedStream(seed: 42, world: 7, name: StreamName("taste")).bits(1, 2, 3),
      stream.bits(2, 1, 3), stream.bits(1, 3, 3), stream.bits(1, 2, 4), stream.bits(1, 2, 3),
    ]
    expectEqual(Set(neighbours).count, neighbours.count)
  }

  @Test(arguments: [false, true])
  func `four draws at once are those that one by one would give`(isMirrored: Bool) {
    let stream = KeyedStream(
      seed: 42, world: 7, name: StreamName("taste"), isMirrored: isMirrored)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<1000 {
      let key = UInt32.random(in: 0 ... .max, using: &generator)
      let others = SIMD4<UInt32>.random(in: 0 ... .max, using: &generator)
      let occurrences = SIMD4<UInt32>.random(in: 0 ... .max, using: &generator)
      let words = stream.bits(key, others, occurrences)
      for lane in 0..<4 {
        let found = SIMD4(words.0[lane], words.1[lane], words.2[lane], words.3[lane])
        expectEqual(found, stream.bits(key, others[lane], occurrences[lane]))
      }
    }
  }

  @Test func `uniform numbers are the middles of their cells, never 0 or 1`() {
    expectEqual(Uniform.open(0), 0x1p-33)
    expectEqual(Uniform.open(.max), 1 - 0x1p-33)
    expectEqual(Uniform.open(0x8000_0000), 0.5 + 0x1p-33)
    expectEqual(Uniform.open(0, 0xFFF), 0x1p-53)
    expectEqual(Uniform.open(.max, .max), 1 - 0x1p-53)
    expectEqual(Uniform.open(0x8000_0000, 0x1000), 0.5 + 0x1.8p-52)
  }

  @Test func `variates are the quantiles at the uniform number of the same names`() {
    let p = stream.uniform(1, 2, 3)
    let words = stream.bits(1, 2, 3)
    expectEqual(p, Uniform.open(words.x, words.y))
    expectEqual(stream.normal(1, 2, 3), Quantile.normal(p))
    expectEqual(stream.exponential(1, 2, 3), -Portable.log(1 - p))
    expectEqual(stream.uniforms(1, 2, 3)[3], Uniform.open(words.w))
  }

  /// Each bound is missed with a probability of 10⁻⁶ when draws are what they should be: 4.89 standard
  /// errors of a mean, and the quantile of chi-square with 255 degrees of freedom.
  @Test func `draws are uniform, uncorrelated between neighbours and normal where requested`() {
    let count = 200_000
    var cells = Array(repeating: 0, count: 256)
    var (product, sum, squares) = (0.0, 0.0, 0.0)
    for index in 0..<UInt32(count) {
      let u = stream.uniform(index)
      cells[Int(u * 256)] += 1
      product += (u - 0.5) * (stream.uniform(index, 1) - 0.5) * 12
      let z = stream.normal(index, 2)
      sum += z
      squares += z * z
    }
    let n = Double(count)
    #expect(chiSquare(uniform: cells) < 377.08)
    #expect((product / n).magnitude < 4.89 / n.squareRoot())
    #expect((sum / n).magnitude < 4.89 / n.squareRoot())
    #expect((squares / n - 1).magnitude < 4.89 * (2 / n).squareRoot())
  }
}
