import FeedDevice
import Foundation
import SocialFeed
import Testing

/// What an app writes down and reads again.
@Suite struct KeptTests {
  private func reread<T: Codable>(_ value: T) throws -> T {
    try JSONDecoder().decode([T].self, from: JSONEncoder().encode([value]))[0]
  }

  @Test func `calls' numbers, buttons and what they show survive being written down`() throws {
    #expect(try reread(CallID(rawValue: .max)) == CallID(rawValue: .max))
    for button in [
      DeviceButton.like(PostID(0)), .save(PostID(7)), .vote(PostID(rawValue: .max)),
      .follow(MemberID(3)),
    ] { #expect(try reread(button) == button) }
    for state in [
      DeviceButton.State(isOn: true), DeviceButton.State(isOn: false, count: 12),
    ] { #expect(try reread(state) == state) }
    #expect(try reread(HomeRefreshes.all) == .all)
  }
}
