import FeedDevice
import Foundation
import SocialFeed
import TestSupport
import Testing

/// What an app writes down and reads again.
@Suite struct KeptTests {
  private func reread<T: Codable>(_ value: T) throws -> T {
    try JSONDecoder().decode([T].self, from: JSONEncoder().encode([value]))[0]
  }

  @Test func `calls' numbers, buttons and what they show survive being written down`() throws {
    try expectEqual(reread(CallID(rawValue: .max)), CallID(rawValue: .max))
    for button in [
      DeviceButton.like(PostID(0)), .save(PostID(7)), .vote(PostID(rawValue: .max)),
      .follow(MemberID(3)),
    ] { try expectEqual(reread(button), button) }
    for state in [
      DeviceButton.State(isOn: true), DeviceButton.State(isOn: false, count: 12),
    ] { try expectEqual(reread(state), state) }
    try expectEqual(reread(HomeRefreshes.all), .all)
  }

  @Test(arguments: Surface.allCases)
  func `a page request survives being written down, its cursor as a text`(surface: Surface) throws {
    for cursor in [nil, someCursor] {
      let request = PageRequest(surface: surface, pageSize: 20, refresh: 3, cursor: cursor)
      try expectEqual(reread(request), request)
    }
    let written = try JSONSerialization.jsonObject(
      with: JSONEncoder().encode(
        PageRequest(surface: surface, pageSize: 20, refresh: 3, cursor: someCursor)))
    let fields = try #require(written as? [String: Any])
    expectEqual(fields["surface"] as? String, surface.description)
    expectEqual(fields["cursor"] as? String, someCursor.text)
  }

  @Test func `a page request with an unknown feed or an altered cursor is refused`() throws {
    func refusal(_ surface: String, _ cursor: String) -> String? {
      let text =
        #"{"surface":"\#(surface)","pageSize":20,"refresh":0,"cursor":"\#(cursor)"}"#
      do {
        _ = try JSONDecoder().decode(PageRequest.self, from: Data(text.utf8))
      } catch DecodingError.dataCorrupted(let context) {
        return context.debugDescription
      } catch {
        return "\(error)"
      }
      return nil
    }
    let text = someCursor.text
    expectEqual(refusal("home", text), nil)
    expectEqual(refusal("house", text), "'house' is not a feed")
    for altered in ["", "?", String(text.dropLast()), text + "A"] {
      let expected: String
      do throws(CursorError) {
        _ = try FeedCursor(text: altered)
        expected = "accepted"
      } catch {
        expected = error.description
      }
      #expect(refusal("home", altered) == expected && expected != "accepted")
    }
  }
}
