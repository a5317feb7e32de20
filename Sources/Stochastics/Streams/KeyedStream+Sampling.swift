internal import CGSL

// GSL's samplers that need uniform words and comparisons alone. Those that call the C library's exp or
// log, such as its Dirichlet or binomial sampler, would not give the same draws on every machine.
extension KeyedStream {
  /// 0, 1, …, `count` − 1 in a random order, each order as likely as any other.
  ///
  /// - Complexity: O(`count`), with one word a place. `KeyedPermutation` gives single places of an order
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
