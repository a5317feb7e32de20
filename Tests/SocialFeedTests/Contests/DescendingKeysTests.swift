import SocialFeed
import TestSupport
import Testing

@Suite struct DescendingKeysTests {
  @Test func `long random sequences agree with a sorted array`() {
    forEachSeed(40) { seed, generator in
      var (keys, expected, list) = (DescendingKeys(), Set<UInt64>(), [UInt64]())
      let growth = [0.45, 0.55, 0.9].randomElement(using: &generator)!
      // A narrow range makes runs of neighbours, a wide one spreads them.
      let range = [3000, UInt64.max - 1].randomElement(using: &generator)!
      for step in 0..<3000 {
        let key = UInt64.random(in: 0...range, using: &generator)
        if generator.unit() < growth {
          guard expected.insert(key).inserted else { continue }
          list.append(key)
          keys.insert(key)
        } else if let index = list.indices.randomElement(using: &generator) {
          let gone = list.remove(at: index)
          expected.remove(gone)
          keys.remove(gone)
        }
        if step % 500 == 0 { try compare(keys, expected, bound: key) }
      }
      try compare(keys, expected, bound: range / 2)
      for key in list { keys.remove(key) }
      try compare(keys, [], bound: 1)
    }
  }

  private func compare(
    _ keys: DescendingKeys, _ set: Set<UInt64>, bound: UInt64
  ) throws(Difference) {
    let expected = set.sorted(by: >)
    var (found, position) = ([UInt64](), keys.start)
    while position < keys.end {
      found.append(keys[position])
      position = keys.position(after: position)
    }
    try agree(found, expected, "numbers")
    try agree(keys.count, expected.count, "how many")
    found = []
    position = keys.end
    while position > keys.start {
      position = keys.position(before: position)
      found.append(keys[position])
    }
    try agree(found, expected.reversed(), "numbers from the end")
    let low = keys.first { $0 <= bound }
    try agree(
      low < keys.end ? keys[low] : nil, expected.first { $0 <= bound }, "first up to \(bound)")
  }

  @Test func `an empty list has no position`() {
    let keys = DescendingKeys()
    #expect(keys.start == keys.end && keys.first { _ in true } == keys.end && keys.count == 0)
  }

  @Test func `removing what is not there is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var keys = DescendingKeys()
      keys.insert(3)
      keys.remove(2)
    }
  }
}
