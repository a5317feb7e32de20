internal import DataFiles
internal import PortableMath
internal import Stochastics

/// Distinguishes machines whose arithmetic rounds differently.
///
/// C libraries choose their `exp`, `log` and `pow` by the processor's features, so that the same program
/// can round differently on two machines. Worlds use FeedLab's own functions and arithmetic that IEEE 754
/// fixes to the bit; the fingerprint covers those functions, and the few of GSL that a world could use. A
/// plan carries the fingerprint of the machine that wrote it.
public enum ArithmeticFingerprint {
  /// SHA-256 of the bits of some 60,000 values, in hex.
  ///
  /// - Complexity: some 20 ms.
  public static let current: String = {
    var bytes: [UInt8] = []
    func note(_ value: Double) {
      append(value.bitPattern, to: &bytes)
    }
    let stream = KeyedStream(seed: 0, world: 0, name: StreamName("arithmetic fingerprint"))
    for index in 0..<UInt32(arguments) {
      let u = stream.uniform(index)
      let x = (u - 0.5) * 60
      note(Portable.exp(x))
      note(Portable.exp2(x))
      note(Portable.logistic(x))
      note(Portable.tanh(x))
      note(Portable.log(u * 1000))
      note(Portable.log2(u * 1000))
      note(Portable.log1p(u))
      note(Portable.pow(u * 10, x / 10))
      note(Portable.sin(x * 10))
      note(Portable.cos(x * 10))
      note(Quantile.normal(u))
      note((u * x + 0.1).squareRoot())
    }
    for index in 0..<UInt32(arguments / 50) {
      let u = stream.uniform(index, 1)
      note(Quantile.gamma(u, shape: 1 + 4 * u, scale: 1))
      note(Quantile.beta(u, 1 + u, 2))
    }
    return SHA256.hexDigest(of: bytes)
  }()

  private static let arguments = 5000

  private static func append(_ bits: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
  }
}
