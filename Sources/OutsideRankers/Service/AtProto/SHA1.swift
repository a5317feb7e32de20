/// The digest for the handshake of WebSocket, and for no other use.
///
/// Source: FIPS 180-4, sections 4.1.1, 5.1.1 and 6.1.2.
enum SHA1 {
  /// The 20 bytes of a message's digest.
  static func digest(of message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded.append(UInt64(message.count) * 8, ofBytes: 8)
    for start in stride(from: 0, to: padded.count, by: 64) {
      compress(padded[start..<start + 64], into: &state)
    }
    var digest: [UInt8] = []
    for word in state { digest.append(UInt64(word), ofBytes: 4) }
    return digest
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 80)
    for (index, byte) in block.enumerated() {
      words[index / 4] = words[index / 4] << 8 | UInt32(byte)
    }
    for t in 16..<80 {
      words[t] = rotated(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1)
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for t in 0..<80 {
      let (mixed, constant): (UInt32, UInt32) =
        switch t {
        case ..<20: (b & c ^ ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c ^ b & d ^ c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, 5) &+ mixed &+ e &+ constant &+ words[t]
      (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }

  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }
}
