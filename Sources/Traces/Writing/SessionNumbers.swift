internal import FeedMetrics
internal import SocialFeed

/// Numbers the sessions of a run in order of their first pages.
///
/// They follow the rule of the metrics over the whole run: a session ends after more than
/// ``SessionTally/longestGap`` between two requests of a member, on whatever feeds. The metrics leave out requests
/// that show nothing but the viewer's own posts; here these belong to a session as well. Memory is that of members
/// and requests, four bytes for each of these.
struct SessionNumbers {
  private var count: UInt32 = 0
  private var ofRequest: [UInt32] = []
  /// By member: when the latest request began, and its session.
  private var latest: [(time: Double, session: UInt32)] = []

  private static let none = UInt32.max

  /// The session of a page, which is that of the first page of its request.
  mutating func session(of page: borrowing PageObservation) -> Int {
    if let known = session(ofRequest: page.request) { return known }
    while latest.count <= page.viewer.index { latest.append((-.infinity, Self.none)) }
    let before = latest[page.viewer.index]
    var session = before.session
    if page.time - before.time > Double(SessionTally.longestGap) {
      session = count
      count += 1
    }
    latest[page.viewer.index] = (page.time, session)
    while ofRequest.count <= Int(page.request) { ofRequest.append(Self.none) }
    ofRequest[Int(page.request)] = session
    return Int(session)
  }

  /// The session of a request that has had a page.
  func session(ofRequest request: UInt32) -> Int? {
    guard request < ofRequest.count, ofRequest[Int(request)] != Self.none else { return nil }
    return Int(ofRequest[Int(request)])
  }
}
