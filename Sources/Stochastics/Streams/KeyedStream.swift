internal import CGSL
public import PortableMath

/// Draws for one purpose in one world, each a function of the entities it concerns and of its
/// occurrence: nothing is remembered, so neither order, nor threads, nor other draws change it.
///
/// A draw is a Philox block with the counter (stream, `a`, `b`, `occurrence`). Philox's key has 64
/// bits, but a seed has 64 and a world 32: the key is therefore the first half of the block of the
/// counter (world, 0, 0, 0) under the seed as key. Worlds of one seed get different blocks for sure
/// and different keys but for a chance of 2⁻⁶⁴ a pair; seeds that differ by one bit get unrelated keys.
@frozen public struct KeyedStream: Sendable {
  @usableFromInline let key: SIMD2<UInt32>
  @usableFromInline let name: UInt32
  /// What the words of a block are exclusive-ored with: all bits of a mirrored stream, none of others.
  @usableFromInline let mirror: UInt32

  /// The stream `name` of replication `world` under the master seed `seed`.
  ///
  /// - Parameter isMirrored: Whether each word is the complement of what it would be, so that 1 − *u* replaces
  ///   each uniform number *u*, exactly: the antithetic twin of the stream.
  @inlinable public init(
    seed: UInt64, world: UInt32, name: StreamName, isMirrored: Bool = false
  ) {
    let seedKey = SIMD2(
      UInt32(truncatingIfNeeded: seed), UInt32(truncatingIfNeeded: seed >> 32))
    let block = Philox4x32.block(key: seedKey, counter: SIMD4(world, 0, 0, 0))
    key = SIMD2(block.x, block.y)
    self.name = name.rawValue
    mirror = isMirrored ? .max : 0
  }

  /// Four independent words.
  @inlinable
  public func bits(_ a: UInt32, _ b: UInt32 = 0, _ occurrence: UInt32 = 0) -> SIMD4<UInt32> {
    Philox4x32.block(key: key, counter: SIMD4(name, a, b, occurrence)) ^ SIMD4(repeating: mirror)
  }

  /// The words of four draws of one entity: lane *i* of the results holds those of
  /// `bits(a, b[i], occurrence[i])`.
  @inlinable
  public func bits(_ a: UInt32, _ b: SIMD4<UInt32>, _ occurrence: SIMD4<UInt32>)
    -> (SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>)
  {
    let words = Philox4x32.blocks(
      key: key, SIMD4(repeating: name), SIMD4(repeating: a), b, occurrence)
    let mirrors = SIMD4(repeating: mirror)
    return (words.0 ^ mirrors, words.1 ^ mirrors, words.2 ^ mirrors, words.3 ^ mirrors)
  }

  /// A number in the open interval from 0 to 1, with 52 random bits.
  @inlinable
  public func uniform(_ a: UInt32, _ b: UInt32 = 0, _ occurrence: UInt32 = 0) -> Double {
    let words = bits(a, b, occurrence)
    return Uniform.open(words.x, words.y)
  }

  /// Four independent numbers in the open interval from 0 to 1, with 32 random bits each, for the
  /// cost of one.
  @inlinable
  public func uniforms(_ a: UInt32, _ b: UInt32 = 0, _ occurrence: UInt32 = 0) -> SIMD4<Double> {
    let words = bits(a, b, occurrence)
    return SIMD4(
      Uniform.open(words.x), Uniform.open(words.y), Uniform.open(words.z), Uniform.open(words.w))
  }

  /// A standard normal number: the normal quantile at `uniform` of the same arguments.
  @inlinable
  public func normal(_ a: UInt32, _ b: UInt32 = 0, _ occurrence: UInt32 = 0) -> Double {
    Quantile.normal(uniform(a, b, occurrence))
  }

  /// An exponential number of mean 1: the exponential quantile at `uniform` of the same arguments.
  @inlinable
  public func exponential(_ a: UInt32, _ b: UInt32 = 0, _ occurrence: UInt32 = 0) -> Double {
    -Portable.log(1 - uniform(a, b, occurrence))
  }
}

// GSL's samplers that need uniform words and comparisons alone. Those that call the C library's exp or
// log, such as its Dirichlet or binomial sampler, would not give the same draws on every machine.
extension KeyedStream {
  /// 0, 1, …, `count` − 1 in a random order, each order as likely as any other.
  ///
  /// - Complexity: O(`count`), with one word a position. `KeyedPermutation` gives single positions of an order
  ///   without the rest.
  public func shuffledIndices(
    count: Int, _ a: UInt32, _ b: UInt32 = 0, _ occurrence: UInt32 = 0
  ) -> [Int] {
    precondition(count >= 0 && count <= Int(UInt32.max), "a shuffle of \(count)")
    var indices = Array(0..<count)
    // GSL counts down from `count` − 1 without a sign.
    guard count > 0 else { return indices }
    var generator = KeyedGSLGenerator(self, a, b, occurrence)
    unsafe generator.withGenerator { generator in
      unsafe indices.withUnsafeMutableBytes { bytes in
        unsafe gsl_ran_shuffle(generator, bytes.baseAddress, count, MemoryLayout<Int>.stride)
      }
    }
    return indices
  }

  /// `sampleSize` of the indices below `count` without replacement, in ascending order, each set as
  /// likely as any other.
  ///
  /// - Complexity: O(`count`).
  public func sampledIndices(
    _ sampleSize: Int, of count: Int, _ a: UInt32, _ b: UInt32 = 0, _ occurrence: UInt32 = 0
  ) -> [Int] {
    precondition(sampleSize >= 0 && sampleSize <= count, "a sample of \(sampleSize) of \(count)")
    var indices = Array(0..<count)
    var sample = Array(repeating: 0, count: sampleSize)
    var generator = KeyedGSLGenerator(self, a, b, occurrence)
    let status = unsafe generator.withGenerator { generator in
      unsafe indices.withUnsafeMutableBytes { source in
        unsafe sample.withUnsafeMutableBytes { target in
          unsafe gsl_ran_choose(
            generator, target.baseAddress, sampleSize, source.baseAddress, count,
            MemoryLayout<Int>.stride)
        }
      }
    }
    precondition(status == Int32(GSL_SUCCESS), "gsl_ran_choose failed with \(status)")
    return sample
  }
}
