import Stochastics
import TestSupport
import Testing

@Suite struct Philox4x32Tests {
  /// The vectors that Random123 publishes for philox4x32-10 in its file `kat_vectors`.
  @Test(arguments: [
    (
      SIMD2<UInt32>(0, 0), SIMD4<UInt32>(0, 0, 0, 0),
      SIMD4<UInt32>(0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8)
    ),
    (
      SIMD2<UInt32>(repeating: .max), SIMD4<UInt32>(repeating: .max),
      SIMD4<UInt32>(0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD)
    ),
    (  // The digits of π.
      SIMD2<UInt32>(0xA409_3822, 0x299F_31D0),
      SIMD4<UInt32>(0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344),
      SIMD4<UInt32>(0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1)
    ),
  ])
  func `agrees with the published known answers`(
    key: SIMD2<UInt32>, counter: SIMD4<UInt32>, expected: SIMD4<UInt32>
  ) {
    expectEqual(Philox4x32.block(key: key, counter: counter), expected)
  }

  @Test func `agrees with the rounds written word by word`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      let key = SIMD2<UInt32>.random(in: 0 ... .max, using: &generator)
      let counter = SIMD4<UInt32>.random(in: 0 ... .max, using: &generator)
      let expected = wordByWord(key: key, counter: counter)
      expectEqual(Philox4x32.block(key: key, counter: counter), expected, "\(key) \(counter)")
    }
  }

  @Test func `four counters at a time give what each gives alone`() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<1000 {
      let key = SIMD2<UInt32>.random(in: 0 ... .max, using: &generator)
      let words = (0..<4).map { _ in SIMD4<UInt32>.random(in: 0 ... .max, using: &generator) }
      let blocks = Philox4x32.blocks(key: key, words[0], words[1], words[2], words[3])
      for lane in 0..<4 {
        let counter = SIMD4(words[0][lane], words[1][lane], words[2][lane], words[3][lane])
        let expected = Philox4x32.block(key: key, counter: counter)
        let found = SIMD4(blocks.0[lane], blocks.1[lane], blocks.2[lane], blocks.3[lane])
        expectEqual(found, expected, "\(key) \(counter)")
      }
    }
  }

  private func wordByWord(key: SIMD2<UInt32>, counter: SIMD4<UInt32>) -> SIMD4<UInt32> {
    var (key, word) = (key, counter)
    for _ in 0..<10 {
      let left = word[0].multipliedFullWidth(by: 0xD251_1F53)
      let right = word[2].multipliedFullWidth(by: 0xCD9E_8D57)
      word = SIMD4(
        right.high ^ word[1] ^ key[0], right.low, left.high ^ word[3] ^ key[1], left.low)
      key &+= SIMD2(0x9E37_79B9, 0xBB67_AE85)
    }
    return word
  }
}
