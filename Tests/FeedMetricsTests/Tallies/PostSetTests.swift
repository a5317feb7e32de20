import FeedMetrics
import TestSupport
import Testing

@Suite struct PostSetTests {
  @Test func `has the elements of a set, in ascending order`() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let largest = UInt32(1) << UInt32.random(in: 0...31, using: &generator)
      var (fast, slow) = (PostSet(), Set<UInt32>())
      var room = PostSet.Room()
      for _ in 0..<Int.random(in: 0...60, using: &generator) {
        let new = (0..<Int.random(in: 0...25, using: &generator)).map { _ in
          UInt32.random(in: 0...largest, using: &generator)
        }
        fast.insert(new[...], room: &room)
        slow.formUnion(new)
        if UInt32.random(in: 0...9, using: &generator) == 0 { fast.settle(room: &room) }
      }
      fast.settle(room: &room)
      #expect(fast.elements == slow.sorted() && fast.count == slow.count, "seed \(seed)")
      fast.removeAll()
      #expect(fast.elements.isEmpty && fast.count == 0)
    }
  }
}
