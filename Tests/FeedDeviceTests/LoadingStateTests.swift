import FeedDevice
import SocialFeed
import TestSupport
import Testing

@Suite struct LoadingStateTests {
  @Test func `a feed is idle, loading and loaded, and says nothing`() {
    var (device, calls) = (FeedDevice(surface: .following), [DeviceCall]())
    #expect(device.loadingState == .idle && device.loadingText == nil)
    device.open(.following, now: 0, calls: &calls)
    #expect(device.loadingState == .loading && device.loadingText == nil)
    device.pageArrived(states([1]), next: someCursor, of: calls[0].id, calls: &calls)
    #expect(device.loadingState == .loaded && device.loadingText == nil)
    device.comesIntoView(0, calls: &calls)
    #expect(device.loadingState == .loaded && device.isLoadingMore)
    device.pullToRefresh(now: 1, calls: &calls)
    #expect(device.loadingState == .loading && device.count == 1)
    device.wipe()
    expectEqual(device.loadingState, .idle)
  }

  @Test(arguments: Surface.allCases)
  func `a feed without posts is empty, in the words of the surface`(surface: Surface) {
    var phone = Phone(showing: [], of: surface)
    expectEqual(phone.device.loadingState, .empty)
    expectEqual(
      phone.device.loadingText,
      ([.latest, .following].contains(surface)
        ? "No posts yet. Follow people to see their posts" : "No posts yet"))
    // Another feed is another state.
    phone.device.feedAppears(surface == .home ? .latest : .home, now: 1, calls: &phone.calls)
    expectEqual(phone.device.loadingState, .loading)
  }

  @Test func `a screen that lost all its posts is empty once nothing is left to load`() {
    var phone = Phone(showing: states([1]), goesOn: true)
    phone.device.sync(calls: &phone.calls)
    phone.device.statesArrived(
      InteractionStates(missing: posts([1])), of: phone.takeCall().id, calls: &phone.calls)
    expectEqual(phone.device.loadingState, .loading)
    phone.arrive([])
    expectEqual(phone.device.loadingState, .empty)
  }

  @Test func `a first page that fails says why until a page arrives`() {
    var (device, calls) = (FeedDevice(), [DeviceCall]())
    device.open(.home, now: 0, calls: &calls)
    device.callFailed(calls[0].id, because: "The network connection was lost.", calls: &calls)
    expectEqual(device.loadingText, "Failed to load posts: The network connection was lost.")
    guard case .error(let failure) = device.loadingState else {
      Issue.record("\(device.loadingState)")
      return
    }
    #expect(failure.action == .loadPosts && failure.description == device.loadingText)
    #expect(device.retry(now: 1, calls: &calls))
    #expect(calls.last?.request == page(refresh: 1) && device.loadingState == .loading)
    #expect(!device.retry(now: 1, calls: &calls), "one is waited for")
    device.callFailed(calls[1].id, calls: &calls)
    expectEqual(device.loadingText, "Failed to load posts: the service did not answer")
    device.retry(now: 2, calls: &calls)
    device.pageArrived(states([1]), next: nil, of: calls[2].id, calls: &calls)
    #expect(device.loadingState == .loaded && device.loadingText == nil)
    #expect(!device.retry(now: 3, calls: &calls), "nothing is to be made up for")
    expectEqual(calls.count, 3)
  }

  @Test func `a next page that fails leaves the posts, and is what a retry asks for`() {
    var phone = Phone(showing: states([2, 1]), goesOn: true)
    phone.device.comesIntoView(1, calls: &phone.calls)
    phone.device.callFailed(phone.takeCall().id, because: "timeout", calls: &phone.calls)
    expectEqual(phone.device.loadingText, "Failed to load posts: timeout")
    expectEqual(phone.device.count, 2)
    phone.device.comesIntoView(0, calls: &phone.calls)
    #expect(phone.device.retry(now: 1, calls: &phone.calls))
    expectEqual(phone.device.loadingState, .loaded)
    expectEqual(phone.calls.map(\.request), [page(refresh: 0, from: someCursor)])
    phone.arrive(states([0]))
    #expect(phone.device.posts == posts([2, 1, 0]) && phone.device.loadingState == .loaded)
  }

  @Test func `a refused next page is not requested again: the feed begins anew`() {
    var phone = Phone(showing: states([2, 1]), goesOn: true)
    phone.device.comesIntoView(1, calls: &phone.calls)
    phone.device.callRefused(
      phone.takeCall().id, by: .page(.cursorOfRun), calls: &phone.calls)
    expectEqual(
      phone.device.loadingText,
      "Failed to load posts: the cursor is of another run of the community")
    phone.device.comesIntoView(1, calls: &phone.calls)
    #expect(phone.take() == [] && !phone.device.hasMore)
    phone.device.retry(now: 1, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 1)])
  }

  @Test func `a button that failed says why until another succeeds or the member has read it`() {
    var phone = Phone(showing: [state(1), state(2, liked: true, saved: true, likes: 1, saves: 1)])
    let member = MemberID(4)
    phone.device.stateArrived(DeviceButton.State(isOn: false), of: .follow(member))
    phone.device.stateArrived(DeviceButton.State(isOn: false), of: .vote(PostID(1)))
    expectEqual(phone.failure(.like(PostID(1))), "Failed to like post: timeout")
    expectEqual(phone.failure(.like(PostID(2))), "Failed to unlike post: timeout")
    expectEqual(phone.failure(.save(PostID(1))), "Failed to save post: timeout")
    expectEqual(phone.failure(.save(PostID(2))), "Failed to unsave post: timeout")
    expectEqual(phone.failure(.vote(PostID(1))), "Failed to vote for post: timeout")
    expectEqual(phone.failure(.follow(member)), "Failed to follow member: timeout")
    expectEqual(phone.device.loadingState, .loaded, "the feed itself is fine")
    phone.device.stateArrived(DeviceButton.State(isOn: true), of: .follow(member))
    expectEqual(phone.failure(.follow(member)), "Failed to unfollow member: timeout")
    phone.tap(.save, 1)
    #expect(phone.device.buttonFailure != nil, "a tap alone is no success")
    phone.succeed()
    expectEqual(phone.device.buttonFailure, nil)
    phone.tap(.like, 1)
    phone.device.callRefused(
      phone.takeCall().id, by: .interaction(.notVisible(PostID(1))), calls: &phone.calls)
    expectEqual(
      phone.device.buttonFailure?.description,
      "Failed to like post: post 1 is not visible to the member")
    phone.device.dismissButtonFailure()
    expectEqual(phone.device.buttonFailure, nil)
  }

  @Test func `the service's own sentences are shown`() {
    let errors: [(ServiceError, String)] = [
      (.interaction(.ownPost(PostID(3))), "post 3 is one's own"),
      (.contest(.ownEntry(PostID(3))), "entry 3 is one's own"),
      (.tie(.oneself(MemberID(2))), "member 2 cannot have a tie to oneself"),
      (.sync(.unknownMember(MemberID(2))), "there is no member 2"),
      (.page(.unknownViewer(MemberID(2))), "there is no member 2"),
    ]
    for (error, sentence) in errors { expectEqual(error.description, sentence) }
  }

  @Test func `a failed sync is no error of the feed`() {
    var phone = Phone(showing: states([1]))
    phone.device.sync(calls: &phone.calls)
    phone.device.callFailed(phone.takeCall().id, calls: &phone.calls)
    #expect(phone.device.loadingState == .loaded && phone.device.buttonFailure == nil)
  }
}

extension Phone {
  /// What the app shows after a tap whose call fails.
  fileprivate mutating func failure(_ button: DeviceButton) -> String? {
    device.tap(button, calls: &calls)
    device.callFailed(takeCall().id, because: "timeout", calls: &calls)
    return device.buttonFailure?.description
  }
}
