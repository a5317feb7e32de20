import SocialFeed
import TestSupport
import Testing

@Suite struct SurfaceTests {
  @Test func `feeds have the names that scenarios use`() {
    expectEqual(
      Surface.allCases.map(\.description),
      ["home", "contest", "friends", "latest", "following", "global"])
  }
}
