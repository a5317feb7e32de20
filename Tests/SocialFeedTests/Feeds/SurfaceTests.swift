import SocialFeed
import Testing

@Suite struct SurfaceTests {
  @Test func `feeds have the names that scenarios use`() {
    #expect(
      Surface.allCases.map(\.description)
        == ["home", "contest", "friends", "latest", "following", "global"])
  }
}
