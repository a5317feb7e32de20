internal import DataFiles
package import SocialFeed
internal import Synchronization

/// A ranker whose pages are recorded.
package struct RecordingRanker: Ranker {
  private let inner: any Ranker
  private let tape: TapeWriter

  package init(_ inner: any Ranker, to tape: TapeWriter) {
    self.inner = inner
    self.tape = tape
  }

  package var changesByLooks: Bool { inner.changesByLooks }

  package var fingerprint: RankerFingerprint { inner.fingerprint }

  package var needsLatentRelevance: Bool { inner.needsLatentRelevance }

  package var failure: RankerFailure? {
    inner.failure ?? tape.fault.map { RankerFailure($0.message(tape.path)) }
  }

  package var learns: Bool { inner.learns }

  package func learn(_ events: [RankerEvent]) { inner.learn(events) }

  package func endWorld() { inner.endWorld() }

  package func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    inner.start(of: request, in: community)
  }

  package func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    inner.fill(&page, for: request, from: community)
    page.settle(for: request, in: community)
    guard let viewer = request.viewer else { return }
    tape.append(
      TapedPage(
        viewer: viewer, refresh: request.refresh, now: request.now,
        isFirst: request.cursor == nil, isLast: page.next == nil, posts: page.posts,
        breaches: page.breaches, hasWholeOrder: page.hasWholeOrder))
  }

  package func columns(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [RankingColumn] {
    inner.columns(of: posts, for: request, from: community)
  }

  package func dependence(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [FeatureDependence]? {
    inner.dependence(of: posts, for: request, from: community)
  }
}

/// The pages of a tape in place of the ranker that gave them, which is not called.
///
/// Each request has to be the recorded one. A run with another request has failed, since it is another run: no page is
/// guessed. It knows no scores, so that it has no ``Ranker/columns(of:for:from:)``.
package final class ReplayedRanker: Ranker {
  package let fingerprint: RankerFingerprint
  private let path: String

  fileprivate struct State {
    var reader: TapeReader
    var page = TapedPage.none
    var pages = 0
    var failure: RankerFailure?
  }

  private let state: Mutex<State>

  /// - Parameter fingerprint: The ranker's fingerprint.
  /// - Throws: Why the tape is of no use.
  package init(
    _ fingerprint: RankerFingerprint, path: String, _ subject: TapeSubject
  ) throws(TapeFault) {
    self.fingerprint = fingerprint
    self.path = path
    state = Mutex(State(reader: try TapeReader(path: path, subject)))
  }

  package var failure: RankerFailure? { state.withLock { $0.failure } }

  package func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    guard let viewer = request.viewer else { return }
    state.withLock { state in
      guard state.failure == nil else { return }
      do throws(RankerFailure) {
        try state.find(request, of: viewer, in: community, path)
        for post in state.page.posts { page.append(checked: post) }
        page.count(state.page.breaches)
        page.note(wholeOrder: state.page.hasWholeOrder)
        if !state.page.isLast { page.end(at: request.cursor(at: [], in: community)) }
      } catch {
        state.failure = error
      }
    }
  }

  /// Throws unless the run has asked for all pages.
  package func finish() throws(RankerFailure) {
    try state.withLock { state throws(RankerFailure) in
      var (page, left) = (TapedPage.none, 0)
      do throws(TapeFault) {
        while try state.reader.next(&page) { left += 1 }
      } catch {
        throw RankerFailure(error.message(path))
      }
      guard left > 0 else { return }
      throw RankerFailure(
        "the tape \(path) has \(state.pages + left) pages, and the run has asked for \(state.pages): it is another run"
          + " than the recorded one; \(TapeFault.remedy)")
    }
  }
}

extension ReplayedRanker.State {
  /// Takes the next page of the tape, which has to be the requested one.
  ///
  /// - Parameter path: The path of the tape.
  fileprivate mutating func find(
    _ request: FeedRequest, of viewer: MemberID, in community: borrowing Community, _ path: String
  ) throws(RankerFailure) {
    let asked = "member \(viewer) asks at \(request.now.shortest) s in refresh \(request.refresh)"
    let reason = "it is another run than the recorded one; \(TapeFault.remedy)"
    let hasPage: Bool
    do throws(TapeFault) { hasPage = try reader.next(&page) } catch {
      throw RankerFailure(error.message(path))
    }
    guard hasPage else {
      throw RankerFailure(
        "the tape \(path) ends after \(pages) pages, and \(asked) for another one: \(reason)")
    }
    pages += 1
    guard page.viewer == viewer, page.refresh == request.refresh, page.now == request.now,
      page.isFirst == (request.cursor == nil)
    else {
      throw RankerFailure(
        "page \(pages) of the tape \(path) is for member \(page.viewer) at \(page.now.shortest) s in refresh \(page.refresh),"
          + " and \(asked): \(reason)")
    }
    guard page.posts.count <= request.pageSize, community.areCandidates(page.posts, for: request)
    else {
      throw RankerFailure(
        "page \(pages) of the tape \(path) has posts that cannot be on that page: \(reason)")
    }
  }
}
