internal import Foundation

/// The digest that `sha256sum` prints, of bytes that come in pieces.
///
/// Source: FIPS 180-4, sections 4.1.2, 5.1.1 and 6.2.2.
package struct SHA256 {
  private var state = Self.initialState
  /// What came after the last whole block.
  private var rest: [UInt8] = []
  private var count = 0

  package init() {}

  /// Takes in the bytes that come next.
  package mutating func update(_ bytes: [UInt8]) {
    count += bytes.count
    guard rest.isEmpty else {
      let missing = min(64 - rest.count, bytes.count)
      rest += bytes[..<missing]
      guard rest.count == 64 else { return }
      compress(rest)
      rest = []
      count -= bytes.count - missing
      return update(Array(bytes[missing...]))
    }
    rest = Array(bytes[compress(bytes)...])
  }

  /// The digest of all bytes so far, of 32 bytes.
  package var digest: [UInt8] {
    var last = self
    last.compress(rest + Self.padding(ofLength: count))
    var bytes: [UInt8] = []
    for index in last.state.indices {
      let word = last.state[index]
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    return bytes
  }

  /// The same as 64 hexadecimal digits.
  package var hexDigest: String {
    var text = ""
    for byte in digest {
      text += byte < 16 ? "0\(String(byte, radix: 16))" : String(byte, radix: 16)
    }
    return text
  }

  package static func hexDigest(of message: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(message)
    return digest.hexDigest
  }

  package static func hexDigest(of text: String) -> String { hexDigest(of: Array(text.utf8)) }

  /// The digest of a file; `nil` where it cannot be read.
  package static func hexDigest(ofFile path: String) -> String? {
    guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return nil }
    defer { try? file.close() }
    var digest = SHA256()
    do {
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
        digest.update(Array(piece))
      }
    } catch {
      return nil
    }
    return digest.hexDigest
  }
}

extension SHA256 {
  /// A one bit, zeros, and the length in bits as eight bytes: what fills the last block.
  private static func padding(ofLength count: Int) -> [UInt8] {
    let zeros = (119 - count % 64) % 64
    let bits = UInt64(count) * 8
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    return [0x80] + [UInt8](repeating: 0, count: zeros) + length
  }

  /// Takes in all whole blocks.
  ///
  /// - Returns: How many bytes they have.
  @discardableResult
  private mutating func compress(_ bytes: [UInt8]) -> Int {
    let constants = Self.roundConstants
    let whole = bytes.count / 64 * 64
    var words = InlineArray<64, UInt32>(repeating: 0)
    for start in stride(from: 0, to: whole, by: 64) {
      for t in 0..<16 {
        let at = start + 4 * t
        words[t] =
          UInt32(bytes[at]) << 24 | UInt32(bytes[at + 1]) << 16 | UInt32(bytes[at + 2]) << 8
          | UInt32(bytes[at + 3])
      }
      for t in 16..<64 {
        let (low, high) = (words[t - 15], words[t - 2])
        let first = Self.rotated(low, 7) ^ Self.rotated(low, 18) ^ (low >> 3)
        let second = Self.rotated(high, 17) ^ Self.rotated(high, 19) ^ (high >> 10)
        words[t] = words[t - 16] &+ first &+ words[t - 7] &+ second
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for t in 0..<64 {
        let sumE = Self.rotated(e, 6) ^ Self.rotated(e, 11) ^ Self.rotated(e, 25)
        let choice = (e & f) ^ (~e & g)
        let first = h &+ sumE &+ choice &+ constants[t] &+ words[t]
        let sumA = Self.rotated(a, 2) ^ Self.rotated(a, 13) ^ Self.rotated(a, 22)
        let majority = (a & b) ^ (a & c) ^ (b & c)
        (h, g, f, e) = (g, f, e, d &+ first)
        (d, c, b, a) = (c, b, a, first &+ sumA &+ majority)
      }
      state[0] &+= a
      state[1] &+= b
      state[2] &+= c
      state[3] &+= d
      state[4] &+= e
      state[5] &+= f
      state[6] &+= g
      state[7] &+= h
    }
    return whole
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  /// Fractional parts of the square roots of the first eight primes.
  private static let initialState: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  /// Fractional parts of the cube roots of the first 64 primes.
  private static let roundConstants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
    0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
    0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
    0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
    0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
    0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
    0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
    0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
