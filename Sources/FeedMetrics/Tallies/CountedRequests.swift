import SocialFeed

/// Tells whether the impression that led to an interaction lies in the window.
///
/// Requests are numbered in order of their first page, so one number parts those that began before the
/// window from the others. The exceptions are listed: impressions in the window of requests that began
/// before it, of which there are no more than feeds open at that moment, and impressions at or after
/// the end of the run, of which a run has none.
struct CountedRequests: Sendable {
  /// Requests with smaller numbers began before the window.
  private(set) var first: UInt32 = 0
  private var exceptions = ImpressionSet()

  /// Takes note of a page before the window.
  mutating func leaveOut(_ page: borrowing PageObservation) {
    first = max(first, page.request + 1)
  }

  /// Takes note of a page in the window.
  mutating func count(_ page: borrowing PageObservation) {
    if page.request < first { except(page) }
  }

  /// Takes note of a page at or after the end of the run.
  mutating func leaveOutAtEnd(_ page: borrowing PageObservation) {
    if page.request >= first { except(page) }
  }

  func contains(request: UInt32, post: UInt32) -> Bool {
    (request >= first) != exceptions.contains(request: request, post: post)
  }

  private mutating func except(_ page: borrowing PageObservation) {
    for post in page.posts { exceptions.insert(request: page.request, post: post.rawValue) }
  }
}
