import FeedDevice
import SocialFeed
import TestSupport
import Testing

@Suite struct PagesTests {
  @Test func `a new device is in the background and shows nothing`() {
    let device = FeedDevice()
    #expect(device.surface == .home && !device.isInForeground && device.count == 0)
    #expect(device.posts == [] && device.cell(of: PostID(0)) == nil && device.lastInView == nil)
    #expect(device.nextTimer == nil && !device.hasMore && device.detail == nil)
    #expect(!device.isRefreshing && !device.isLoadingMore && !device.isSyncing)
  }

  @Test func `the app opens with a page of twenty`() {
    var (device, calls) = (FeedDevice(), [DeviceCall]())
    device.open(.home, now: 0, calls: &calls)
    #expect(calls.map(\.request) == [page(refresh: 0)] && calls[0].id == CallID(rawValue: 1))
    #expect(device.isInForeground && device.isRefreshing && !device.isLoadingMore)
    let shown = [state(7, liked: true, likes: 3), state(5, saved: true, likes: 1, saves: 2)]
    device.pageArrived(shown, next: someCursor, of: calls[0].id, calls: &calls)
    #expect(device.posts == posts([7, 5]) && device.count == 2 && device.hasMore)
    #expect((0..<2).map { device.cell(at: $0) } == shown && device.cell(of: PostID(5)) == shown[1])
    #expect(calls.count == 1 && !device.isRefreshing && device.lastInView == nil)
  }

  @Test func `the next page is requested when the last post comes into view, once`() {
    var phone = Phone(showing: states(0..<20), goesOn: true)
    for position in 0..<19 { phone.device.comesIntoView(position, calls: &phone.calls) }
    #expect(phone.take() == [] && phone.device.lastInView == 18)
    phone.device.comesIntoView(19, calls: &phone.calls)
    #expect(
      phone.device.isLoadingMore
        && phone.calls.map(\.request) == [page(refresh: 0, from: someCursor)])
    let more = phone.takeCall()
    for position in [18, 19] { phone.device.comesIntoView(position, calls: &phone.calls) }
    expectEqual(phone.take(), [])
    phone.device.pageArrived(states(20..<40), next: nil, of: more.id, calls: &phone.calls)
    #expect(phone.device.posts == posts(0..<40) && !phone.device.hasMore)
    phone.device.comesIntoView(39, calls: &phone.calls)
    expectEqual(phone.take(), [])
  }

  @Test func `a page without posts is the last`() {
    var phone = Phone(showing: states(0..<2), goesOn: true)
    phone.device.comesIntoView(1, calls: &phone.calls)
    phone.arrive([], next: someCursor)
    #expect(phone.take() == [] && !phone.device.hasMore && phone.device.count == 2)
  }

  @Test func `a refresh replaces a page that was requested, whose late answer is dropped`() {
    var phone = Phone(showing: states(0..<2), goesOn: true)
    phone.device.comesIntoView(1, calls: &phone.calls)
    let more = phone.takeCall()
    phone.device.pullToRefresh(now: 1, calls: &phone.calls)
    let old = phone.takeCall()
    phone.device.pullToRefresh(now: 2, calls: &phone.calls)
    let new = phone.takeCall()
    #expect(old.request == page(refresh: 1) && new.request == page(refresh: 2))
    phone.device.pageArrived(states([8]), next: nil, of: more.id, calls: &phone.calls)
    phone.device.pageArrived(states([9]), next: nil, of: old.id, calls: &phone.calls)
    phone.device.callFailed(more.id, calls: &phone.calls)
    #expect(phone.device.posts == posts([0, 1]) && phone.device.isRefreshing)
    phone.device.comesIntoView(1, calls: &phone.calls)
    expectEqual(phone.take(), [])
    phone.device.pageArrived(states([5, 4]), next: someCursor, of: new.id, calls: &phone.calls)
    #expect(phone.device.posts == posts([5, 4]) && phone.device.lastInView == nil)
    // Later pages belong to the refresh on the screen.
    phone.device.comesIntoView(1, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 2, from: someCursor)])
  }

  @Test
  func `a refresh that fails leaves the screen, and is made up for at the next refresh trigger`() {
    var phone = Phone(showing: states(0..<2), goesOn: true)
    phone.device.pullToRefresh(now: 1, calls: &phone.calls)
    phone.device.callFailed(phone.takeCall().id, calls: &phone.calls)
    #expect(phone.device.posts == posts([0, 1]) && phone.take() == [])
    #expect(!phone.device.isRefreshing)
    // Meanwhile the old refresh goes on.
    phone.device.comesIntoView(1, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 0, from: someCursor)])
    phone.device.feedAppears(.home, now: 2, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 2)])
  }

  @Test func `a next page that fails is requested again at the next refresh trigger`() {
    var phone = Phone(showing: states(0..<2), goesOn: true)
    phone.device.comesIntoView(1, calls: &phone.calls)
    phone.device.callFailed(phone.takeCall().id, calls: &phone.calls)
    #expect(phone.take() == [] && !phone.device.isLoadingMore)
    phone.device.comesIntoView(1, calls: &phone.calls)
    phone.device.callFailed(phone.takeCall().id, calls: &phone.calls)
    phone.device.feedAppears(.home, now: 1, calls: &phone.calls)
    expectEqual(phone.take(), [.sync(posts([0, 1])), page(refresh: 0, from: someCursor)])
  }

  @Test func `a post that is sent again in a refresh is dropped and counted`() throws {
    // Offset pages of three, newest first; before each next page so many are published, which push
    // as many posts onto two pages.
    var feed = Array((0..<30).reversed())
    var phone = Phone(
      showing: states(feed[0..<3]), goesOn: true, rules: try DeviceRules(pageSize: 3))
    var (offset, expected) = (3, 0)
    for published in [0, 1, 3, 2] {
      feed = (0..<published).map { feed[0] + published - $0 } + feed
      phone.device.comesIntoView(phone.device.count - 1, calls: &phone.calls)
      phone.arrive(states(feed[offset..<offset + 3]), next: cursor(at: Double(offset)))
      offset += 3
      expected += published
      expectEqual(phone.device.duplicatesReceived, expected)
      if published == 3 {
        // Nothing on that page was new, so that no post of it could come into view: the next is
        // asked for at once.
        phone.arrive(states(feed[offset..<offset + 3]), next: cursor(at: Double(offset)))
        offset += 3
        expectEqual(phone.device.duplicatesReceived, expected)
      }
      expectEqual(phone.take(), [])
    }
    // Posts 29 to 27, then 3, 2, 0, 3 and 1 new ones.
    expectEqual(phone.device.posts, posts((18..<30).reversed()))
  }

  @Test func `a feed that started again goes on with what it has not shown`() {
    var phone = Phone(showing: states([5, 4, 3]), goesOn: true)
    phone.device.comesIntoView(2, calls: &phone.calls)
    // Another ranker serves the next page, from its top, which was shown by and large.
    phone.device.pageArrived(
      states([4, 9, 5]), next: someCursor, startedAgain: true, of: phone.takeCall().id,
      calls: &phone.calls)
    #expect(phone.device.posts == posts([5, 4, 3, 9]) && phone.device.lastInView == 2)
    #expect(phone.device.duplicatesReceived == 0 && phone.take() == [])
    phone.device.comesIntoView(3, calls: &phone.calls)
    // Nothing new on this page: the next is requested at once.
    phone.device.pageArrived(
      states([3, 9]), next: cursor(at: 3), startedAgain: true, of: phone.takeCall().id,
      calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 0, from: cursor(at: 3))])
    #expect(phone.device.duplicatesReceived == 0 && phone.device.count == 4)
  }

  @Test(arguments: [false, true])
  func `a service that repeats one page for ever is asked once more and not again`(
    startsAgain: Bool
  ) {
    var phone = Phone(showing: states([5, 4, 3]), goesOn: true)
    phone.device.comesIntoView(2, calls: &phone.calls)
    // Nothing new, but its end lies elsewhere: the feed may go on there.
    phone.device.pageArrived(
      states([5, 4]), next: cursor(at: 3), startedAgain: startsAgain, of: phone.takeCall().id,
      calls: &phone.calls)
    expectEqual(phone.calls.map(\.request), [page(refresh: 0, from: cursor(at: 3))])
    phone.device.pageArrived(
      states([5, 4]), next: cursor(at: 3), startedAgain: startsAgain, of: phone.takeCall().id,
      calls: &phone.calls)
    #expect(phone.take() == [] && !phone.device.hasMore && phone.device.loadingState == .loaded)
    // A refresh begins anew, and a page that brings something is no repetition.
    phone.device.pullToRefresh(now: 1, calls: &phone.calls)
    phone.arrive(states([5]), next: someCursor)
    phone.device.comesIntoView(0, calls: &phone.calls)
    phone.arrive(states([5, 4]), next: someCursor)
    #expect(phone.device.hasMore && phone.device.posts == posts([5, 4]))
  }

  @Test func `a post twice on one page is shown once`() {
    let phone = Phone(showing: [state(1, likes: 1), state(2), state(1, likes: 2)])
    #expect(phone.device.posts == posts([1, 2]) && phone.device.duplicatesReceived == 1)
    expectEqual(phone.cell(1), state(1, likes: 1))
  }

  @Test func `a new refresh may show what the last one showed`() {
    var phone = Phone(showing: states([1, 2]))
    phone.device.pullToRefresh(now: 1, calls: &phone.calls)
    phone.arrive([state(2, likes: 9), state(1)])
    #expect(phone.device.posts == posts([2, 1]) && phone.device.duplicatesReceived == 0)
    expectEqual(phone.cell(2), state(2, likes: 9))
  }

  @Test func `another feed empties the screen and is loaded`() {
    var phone = Phone(showing: states(0..<3), goesOn: true)
    phone.tap(.like, 0)
    let like = phone.takeCall()
    phone.device.feedAppears(.friends, now: 0.25, calls: &phone.calls)
    #expect(phone.device.surface == .friends && phone.device.count == 0)
    #expect(phone.device.nextTimer == nil && !phone.device.hasMore)
    let first = phone.takeCall()
    expectEqual(first.request, page(.friends, refresh: 1))
    // Appearing again while it loads asks for nothing more.
    phone.device.feedAppears(.friends, now: 0.5, calls: &phone.calls)
    expectEqual(phone.take(), [])
    phone.device.callDone(like.id, now: 0, calls: &phone.calls)
    phone.device.callFailed(first.id, calls: &phone.calls)
    phone.device.feedAppears(.friends, now: 1, calls: &phone.calls)
    expectEqual(phone.take(), [page(.friends, refresh: 2)])
  }

  @Test func `a screen whose media links have expired is refreshed at the next refresh trigger`() {
    var (device, calls) = (FeedDevice(), [DeviceCall]())
    device.open(.latest, now: 100, calls: &calls)
    device.pageArrived(states([1]), next: nil, of: calls[0].id, calls: &calls)
    calls.removeAll()
    device.goToBackground()
    device.comeToForeground(now: 3699, calls: &calls)
    expectEqual(calls.map(\.request), [.sync(posts([1]))])
    calls.removeAll()
    device.goToBackground()
    device.comeToForeground(now: 3700, calls: &calls)
    expectEqual(calls.map(\.request), [page(.latest, refresh: 1)])
    // It is under way: the next refresh trigger does not ask again.
    device.feedAppears(.latest, now: 3701, calls: &calls)
    #expect(calls.count == 1 && device.isSyncing)
  }
}
