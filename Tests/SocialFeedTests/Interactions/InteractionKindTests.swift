import SocialFeed
import Testing

@Suite struct InteractionKindTests {
  @Test func `kinds have the names that traces use`() {
    #expect(
      InteractionKind.allCases.map(\.description)
        == ["view", "like", "unlike", "comment", "save", "unsave", "vote"])
  }
}
