import DataFiles
import TestSupport
import Testing

@Suite struct SHA256Tests {
  /// FIPS 180-4's examples, and lengths around the ends of blocks from `sha256sum`.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "x", count: 55),
      "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"
    ),
    (
      String(repeating: "x", count: 64),
      "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"
    ),
    (
      String(repeating: "x", count: 119),
      "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c"
    ),
  ])
  func `digests are those of the standard`(text: String, digest: String) {
    expectEqual(SHA256.hexDigest(of: text), digest)
  }

  @Test func `a million letters`() {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    expectEqual(
      SHA256.hexDigest(of: message),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `pieces of any size give the digest of the whole`() {
    let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      var (digest, rest) = (SHA256(), message[...])
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 0...150, using: &generator))
        digest.update(Array(piece))
        rest = rest.dropFirst(piece.count)
      }
      expectEqual(digest.hexDigest, SHA256.hexDigest(of: message))
    }
  }
}
