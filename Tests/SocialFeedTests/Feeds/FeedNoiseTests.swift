internal import SocialFeed
import TestSupport
import Testing

@Suite struct FeedNoiseTests {
  @Test func `noise for many posts is that of each, and leaves what is behind as it is`() {
    let noise = CountingNoise(seed: 3)
    let asked = posts(4, 0, 9, 9, 2)
    for occurrence in UInt32(0)..<3 {
      var uniforms = [Double](repeating: 7, count: 6)
      var span = uniforms.mutableSpan
      noise.fill(
        &span, viewer: member(1), posts: asked.span, refresh: 8, occurrence: occurrence)
      let expected = asked.map {
        noise.value(viewer: member(1), post: $0, refresh: 8, occurrence: occurrence)
      }
      expectEqual(uniforms, expected + [7])
    }
    expectEqual(noise.draws, 15)
  }
}
