internal import SocialFeed

/// Finds in which feed the impression that led to an interaction was, if it lies in the window.
///
/// Requests are numbered in order of their first page. A byte a request holds its feed; those that began
/// before the window have none. The exceptions are listed: impressions in the window of requests that began before it,
/// at most one for each feed open at that moment, and impressions at or after the end of the run, which do not occur in
/// a run.
struct CountedRequests: Sendable {
  /// The most feeds that can be distinguished.
  static let mostFeeds = 255

  private static let noFeed = UInt8.max

  private var feedOfRequest: [UInt8] = []
  /// Requests with smaller numbers began before the window.
  private var first: UInt32 = 0
  private var exceptions = PairSet()

  /// Takes note of a page before the window.
  mutating func exclude(_ page: borrowing PageObservation) {
    first = max(first, page.request + 1)
  }

  /// Takes note of a page in the window.
  mutating func count(_ page: borrowing PageObservation, feed: Int) {
    while feedOfRequest.count <= Int(page.request) { feedOfRequest.append(Self.noFeed) }
    feedOfRequest[Int(page.request)] = UInt8(feed)
    if page.request < first { except(page) }
  }

  /// Takes note of a page at or after the end of the run.
  mutating func excludeAtEnd(_ page: borrowing PageObservation) {
    if page.request >= first { except(page) }
  }

  /// The feed of an impression that counts.
  func feed(ofRequest request: UInt32, post: UInt32) -> Int? {
    guard (request >= first) != exceptions.contains(request, post),
      request < feedOfRequest.count, feedOfRequest[Int(request)] != Self.noFeed
    else { return nil }
    return Int(feedOfRequest[Int(request)])
  }

  private mutating func except(_ page: borrowing PageObservation) {
    for post in page.posts { exceptions.insert(page.request, post.rawValue) }
  }
}
