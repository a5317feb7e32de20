import FeedDevice
import SocialFeed
import TestSupport
import Testing

/// A day with a phone: an app engineer reads here what to call when, and what comes of it.
@Suite struct StoryTests {
  @Test func `a member opens the app, likes, scrolls, reads, follows, votes and comes back`() throws
  {
    // Launch: nothing is there yet, then a spinner, then twenty posts.
    var (device, calls) = (FeedDevice(), [DeviceCall]())
    func take() -> [DeviceCall] {
      defer { calls.removeAll() }
      return calls
    }
    expectEqual(device.loadingState, .idle)
    device.open(.home, now: 0, calls: &calls)
    expectEqual(device.loadingState, .loading)
    var call = take()[0]
    expectEqual(call.request, page(refresh: 0))
    device.pageArrived(
      (1...20).map { state($0, likes: 3) }, next: someCursor, of: call.id, calls: &calls)
    #expect(device.loadingState == .loaded && device.count == 20)

    // A like whose answer takes 2 s shows at once; the answer brings what others did meanwhile, and
    // half a second later home is refreshed.
    device.tap(.like(PostID(5)), calls: &calls)
    expectEqual(device.cell(of: PostID(5)), state(5, liked: true, likes: 4))
    call = take()[0]
    device.timePassed(now: 12, calls: &calls)
    device.callDone(
      call.id, answer: .post(state(5, liked: true, likes: 9)), now: 12, calls: &calls)
    expectEqual(device.cell(of: PostID(5)), state(5, liked: true, likes: 9))
    #expect(device.nextTimer == 12.5 && take() == [])
    device.timePassed(now: 12.5, calls: &calls)
    call = take()[0]
    device.pageArrived(
      (1...20).map { state($0, liked: $0 == 5, likes: 9) }, next: someCursor, of: call.id,
      calls: &calls)

    // The next like fails: it is rolled back and the app says so; the next success clears it.
    device.tap(.like(PostID(6)), calls: &calls)
    call = take()[0]
    device.callFailed(call.id, because: "The request timed out.", calls: &calls)
    expectEqual(device.cell(of: PostID(6)), state(6, likes: 9))
    expectEqual(device.buttonFailure?.description, "Failed to like post: The request timed out.")
    expectEqual(device.nextTimer, nil, "nothing to refresh for")
    device.tap(.save(PostID(6)), calls: &calls)
    device.callDone(take()[0].id, now: 20, calls: &calls)
    expectEqual(device.buttonFailure, nil)

    // A pull that fails leaves the screen; the retry brings it.
    device.pullToRefresh(now: 30, calls: &calls)
    device.callFailed(take()[0].id, because: "offline", calls: &calls)
    #expect(device.loadingText == "Failed to load posts: offline" && device.count == 20)
    #expect(device.retry(now: 31, calls: &calls))
    call = take()[0]
    expectEqual(call.request, page(refresh: 3))
    device.pageArrived(states(1...20), next: someCursor, of: call.id, calls: &calls)

    // Scrolling to the last post brings twenty more, one of them twice.
    device.comesIntoView(19, calls: &calls)
    #expect(device.isLoadingMore && device.loadingState == .loaded)
    call = take()[0]
    device.pageArrived(states(20...39), next: nil, of: call.id, calls: &calls)
    #expect(device.count == 39 && device.duplicatesReceived == 1 && !device.hasMore)

    // In a detail the member follows the author and votes for the entry; the follow is refused.
    #expect(device.openDetail(of: PostID(30), calls: &calls))
    call = take()[0]
    expectEqual(call.request, .view(PostID(30)))
    device.callDone(call.id, now: 40, calls: &calls)
    expectEqual(device.nextTimer, 40.5, "the feed behind it is refreshed too")
    device.timePassed(now: 40.5, calls: &calls)
    call = take()[0]
    expectEqual(call.request, page(refresh: 4))
    device.pageArrived(states(1...20), next: nil, of: call.id, calls: &calls)
    let (follow, vote) = (DeviceButton.follow(MemberID(2)), DeviceButton.vote(PostID(30)))
    device.stateArrived(DeviceButton.State(isOn: false, count: 100), of: follow)
    device.stateArrived(DeviceButton.State(isOn: false, count: 6), of: vote)
    device.tap(follow, calls: &calls)
    device.tap(vote, calls: &calls)
    expectEqual(device.state(of: follow), DeviceButton.State(isOn: true, count: 101))
    expectEqual(device.state(of: vote), DeviceButton.State(isOn: true, count: 7))
    let both = take()
    expectEqual(both.map(\.request), [.follow(MemberID(2)), .vote(PostID(30))])
    device.callRefused(
      both[0].id, by: .tie(.blocked(MemberID(1), MemberID(2))), calls: &calls)
    device.callDone(both[1].id, now: 41, calls: &calls)
    expectEqual(device.state(of: follow), DeviceButton.State(isOn: false, count: 100))
    expectEqual(device.state(of: vote), DeviceButton.State(isOn: true, count: 7))

    // Back on home, which is refreshed.
    device.returnFromDetail(now: 50, calls: &calls)
    call = take()[0]
    expectEqual(call.request, page(refresh: 5))
    device.pageArrived(states([8, 7]), next: nil, of: call.id, calls: &calls)

    // In the background a stray tap does nothing. On coming back the screen is synced: somebody
    // liked post 8, and post 7 is gone.
    device.goToBackground()
    #expect(device.tap(.like(PostID(8)), calls: &calls) == nil && take() == [])
    device.comeToForeground(now: 900, calls: &calls)
    call = take()[0]
    expectEqual(call.request, .sync(posts([8, 7])))
    let changed = device.statesArrived(
      InteractionStates(states: [state(8, likes: 1)], missing: posts([7])), of: call.id,
      calls: &calls)
    #expect(changed == 2 && device.posts == posts([8]))
    #expect(device.cell(at: 0) == state(8, likes: 1) && take() == [])
  }
}
