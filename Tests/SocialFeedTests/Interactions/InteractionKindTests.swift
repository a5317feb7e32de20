import SocialFeed
import TestSupport
import Testing

@Suite struct InteractionKindTests {
  @Test func `kinds have the names that traces use`() {
    expectEqual(
      InteractionKind.allCases.map(\.description),
      ["view", "like", "unlike", "comment", "save", "unsave", "vote"])
  }
}
