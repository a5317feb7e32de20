import SocialFeed
import TestSupport
import Testing

@Suite struct KeyedNoiseTests {
  private let noise = KeyedNoise(seed: 26)

  @Test func `numbers are those of their arguments, and each argument counts`() {
    func number(
      _ viewer: MemberID?, _ post: Int, _ refresh: UInt32, _ occurrence: UInt32,
      _ noise: KeyedNoise = KeyedNoise(seed: 26)
    ) -> Double {
      noise.uniform(
        viewer: viewer, post: PostID(post), refresh: refresh, occurrence: occurrence)
    }
    expectEqual(number(member(1), 2, 3, 4), number(member(1), 2, 3, 4))
    let all = [
      number(member(1), 2, 3, 4), number(member(2), 1, 3, 4), number(nil, 2, 3, 4),
      number(member(1), 3, 2, 4), number(member(1), 2, 4, 3), number(member(1), 2, 3, 5),
      number(member(1), 2, 3, 4, KeyedNoise(seed: 27)), number(member(0), 0, 0, 0),
    ]
    #expect(Set(all).count == all.count && all.allSatisfy { $0 > 0 && $0 < 1 })
  }

  @Test func `numbers are uniform along posts, viewers and refreshes`() {
    // The mean of 20,000 uniforms has a standard deviation of 0.002, and the share of ten bins each of
    // 0.0021: both within 5 of them, a false alarm in a million.
    for axis in 0..<3 {
      var (sum, bins) = (0.0, [Int](repeating: 0, count: 10))
      for index in 0..<20_000 {
        let number = noise.uniform(
          viewer: member(axis == 1 ? index : 7), post: PostID(axis == 0 ? index : 7),
          refresh: axis == 2 ? UInt32(index) : 7, occurrence: 0)
        sum += number
        bins[Int(number * 10)] += 1
      }
      #expect(abs(sum / 20_000 - 0.5) < 0.0103)
      for bin in bins { #expect(abs(bin - 2000) < 215) }
    }
  }

  @Test func `a shuffle has each number once, whatever the count`() {
    for count in Array(1...70) + [1000, 4097] {
      for refresh in 0..<UInt32(3) {
        let order = (0..<count).map {
          noise.shuffled($0, of: count, viewer: member(3), refresh: refresh)
        }
        expectEqual(order.sorted(), Array(0..<count))
      }
    }
    expectEqual(noise.shuffled(5, of: 5, viewer: nil, refresh: 0), 5)
    expectEqual(noise.shuffled(-1, of: 5, viewer: nil, refresh: 0), -1)
  }

  @Test func `every position gets every number about as often`() {
    // 12,000 shuffles of 5: each of 25 counts is 2,400 with a standard deviation of 44.
    var counts = [Int](repeating: 0, count: 25)
    for refresh in 0..<UInt32(12_000) {
      for position in 0..<5 {
        counts[
          position * 5 + noise.shuffled(position, of: 5, viewer: member(1), refresh: refresh)] += 1
      }
    }
    for count in counts { #expect(abs(count - 2400) < 240) }
  }
}
