import FeedDevice
import SocialFeed
import TestSupport
import Testing

@Suite struct OccasionsTests {
  @Test func `home is refreshed half a second after the success of the last of several likes`() {
    var phone = Phone(showing: states(1...3))
    phone.tap(.like, 1)
    phone.tap(.like, 2)
    let calls = phone.calls
    expectEqual(phone.take(), [.like(PostID(1)), .like(PostID(2))])
    expectEqual(phone.device.nextTimer, nil, "a tap by itself refreshes nothing")
    phone.device.callDone(calls[1].id, now: 10, calls: &phone.calls)
    expectEqual(phone.device.nextTimer, 10.5)
    phone.device.callDone(calls[0].id, now: 10.25, calls: &phone.calls)
    expectEqual(phone.device.nextTimer, 10.75)
    phone.device.timePassed(now: 10.5, calls: &phone.calls)
    #expect(phone.take() == [] && phone.device.nextTimer == 10.75)
    phone.device.timePassed(now: 10.75, calls: &phone.calls)
    #expect(phone.take() == [page(refresh: 1)] && phone.device.nextTimer == nil)
    phone.device.timePassed(now: 20, calls: &phone.calls)
    expectEqual(phone.take(), [])
  }

  @Test func `saves, likes taken back and likes in other feeds refresh nothing`() {
    var phone = Phone(showing: [state(1, liked: true, likes: 1)])
    phone.tap(.save, 1)
    phone.succeed()
    phone.tap(.like, 1)
    phone.succeed()
    #expect(phone.device.nextTimer == nil && !phone.cell(1)!.isLiked)
    var other = Phone(showing: states([1]), of: .latest)
    other.tap(.like, 1)
    other.succeed()
    #expect(other.device.nextTimer == nil && other.cell(1)!.isLiked)
  }

  @Test func `a like whose answer takes two seconds is refreshed after its success`() {
    var phone = Phone(showing: states([1]))
    phone.tap(.like, 1)
    let like = phone.takeCall()
    phone.device.timePassed(now: 10.5, calls: &phone.calls)
    expectEqual(phone.take(), [], "half a second after the tap the service has no like yet")
    phone.device.callDone(like.id, now: 12, calls: &phone.calls)
    phone.device.timePassed(now: 12.5, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 1)])
  }

  @Test func `a refresh on its way when a like succeeds does not show it, so another follows`() {
    var phone = Phone(showing: states([1]))
    phone.tap(.like, 1)
    let like = phone.takeCall()
    phone.device.pullToRefresh(now: 10, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 1)])
    phone.device.callDone(like.id, now: 11, calls: &phone.calls)
    phone.device.timePassed(now: 11.5, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 2)])
  }

  @Test func `a like that fails or is refused refreshes nothing`() {
    var phone = Phone(showing: states([1, 2, 3]))
    for (post, error) in [
      (1, nil), (2, InteractionError.notVisible(PostID(2))), (3, .alreadyLiked(PostID(3))),
    ] {
      phone.tap(.like, post)
      let call = phone.takeCall().id
      if let error {
        phone.device.callRefused(call, by: .interaction(error), calls: &phone.calls)
      } else {
        phone.device.callFailed(call, calls: &phone.calls)
      }
      expectEqual(phone.device.nextTimer, nil)
    }
    phone.device.goToBackground()
    phone.device.comeToForeground(now: 1, calls: &phone.calls)
    expectEqual(phone.take(), [.sync(posts([1, 2, 3]))], "nothing is to be made up for")
  }

  @Test func `a like that succeeds in the background is refreshed at the next refresh trigger`() {
    var phone = Phone(showing: states([1]))
    phone.tap(.like, 1)
    let like = phone.takeCall()
    phone.device.goToBackground()
    phone.device.callDone(like.id, now: 2, calls: &phone.calls)
    expectEqual(phone.device.nextTimer, nil)
    phone.device.comeToForeground(now: 100, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 1)])
  }

  @Test func `any refresh does for the one that a like has set`() {
    var phone = Phone(showing: states([1]))
    phone.tap(.like, 1)
    phone.succeed(now: 1)
    phone.device.pullToRefresh(now: 1.25, calls: &phone.calls)
    #expect(phone.take() == [page(refresh: 1)] && phone.device.nextTimer == nil)
  }

  @Test func `a refresh that falls into the background is made at the next refresh trigger`() {
    var phone = Phone(showing: states([1]))
    phone.tap(.like, 1)
    phone.succeed(now: 1)
    phone.device.goToBackground()
    #expect(phone.device.nextTimer == nil && !phone.device.isInForeground)
    phone.device.timePassed(now: 2, calls: &phone.calls)
    expectEqual(phone.take(), [])
    phone.device.comeToForeground(now: 100, calls: &phone.calls)
    #expect(phone.take() == [page(refresh: 1)] && !phone.device.isSyncing)
  }

  @Test func `the foreground, the feed's appearing and a request sync`() {
    var phone = Phone(showing: states([2, 1]))
    let sync = DeviceCall.Request.sync(posts([2, 1]))
    phone.device.comeToForeground(now: 1, calls: &phone.calls)
    expectEqual(phone.take(), [], "it is there already")
    phone.device.goToBackground()
    phone.device.comeToForeground(now: 2, calls: &phone.calls)
    var call = phone.takeCall()
    #expect(call.request == sync && phone.device.isSyncing)
    // A refresh trigger while a sync is under way joins it.
    phone.device.feedAppears(.home, now: 2, calls: &phone.calls)
    phone.device.sync(calls: &phone.calls)
    expectEqual(phone.take(), [])
    phone.device.callFailed(call.id, calls: &phone.calls)
    #expect(phone.take() == [] && !phone.device.isSyncing)
    phone.device.feedAppears(.home, now: 3, calls: &phone.calls)
    call = phone.takeCall()
    expectEqual(call.request, sync)
    phone.device.statesArrived(
      InteractionStates(states: states([2, 1])), of: call.id, calls: &phone.calls)
    phone.device.sync(calls: &phone.calls)
    expectEqual(phone.take(), [sync])
  }

  @Test func `opening a detail is a view, and the return from it refreshes home`() {
    var phone = Phone(showing: states([2, 1]))
    phone.device.returnFromDetail(now: 1, calls: &phone.calls)
    expectEqual(phone.take(), [], "none is open")
    #expect(phone.device.openDetail(of: PostID(1), calls: &phone.calls))
    expectEqual(phone.device.detail, PostID(1))
    let view = phone.takeCall()
    expectEqual(view.request, .view(PostID(1)))
    phone.device.callDone(view.id, now: 0, calls: &phone.calls)
    phone.tap(.save, 1)
    expectEqual(phone.take(), [.save(PostID(1))])
    phone.device.returnFromDetail(now: 2, calls: &phone.calls)
    #expect(phone.device.detail == nil && phone.take() == [page(refresh: 1)])
    #expect(!phone.device.openDetail(of: PostID(9), calls: &phone.calls))
    #expect(phone.device.detail == nil && phone.take() == [])
  }

  @Test func `the return to another feed than home syncs it`() {
    var phone = Phone(showing: states([2, 1]), of: .friends)
    phone.device.openDetail(of: PostID(2), calls: &phone.calls)
    _ = phone.take()
    phone.device.returnFromDetail(now: 1, calls: &phone.calls)
    expectEqual(phone.take(), [.sync(posts([2, 1]))])
  }

  @Test func `the app opens again with the old screen until the page arrives`() {
    var phone = Phone(showing: states([2, 1]))
    phone.device.openDetail(of: PostID(2), calls: &phone.calls)
    phone.device.goToBackground()
    _ = phone.take()
    phone.device.open(.home, now: 9, calls: &phone.calls)
    #expect(phone.device.posts == posts([2, 1]) && phone.device.detail == nil)
    let first = phone.takeCall()
    expectEqual(first.request, page(refresh: 1))
    phone.device.callFailed(first.id, calls: &phone.calls)
    expectEqual(phone.device.posts, posts([2, 1]))
    phone.device.open(.contest, now: 10, calls: &phone.calls)
    #expect(phone.device.posts == [] && phone.take() == [page(.contest, refresh: 2)])
  }

  @Test func `a device that comes to the foreground with nothing loaded loads its feed`() {
    var (device, calls) = (FeedDevice(surface: .global), [DeviceCall]())
    device.comeToForeground(now: 5, calls: &calls)
    expectEqual(calls.map(\.request), [page(.global, refresh: 0)])
  }

  @Test func `rules can leave refreshes out, so that a return is a refresh trigger like any other`()
    throws
  {
    var phone = Phone(showing: states([1]), rules: try DeviceRules(homeRefreshes: []))
    phone.tap(.like, 1)
    phone.succeed(now: 1)
    expectEqual(phone.device.nextTimer, nil)
    phone.device.openDetail(of: PostID(1), calls: &phone.calls)
    _ = phone.take()
    phone.device.returnFromDetail(now: 2, calls: &phone.calls)
    expectEqual(phone.take(), [.sync(posts([1]))])
  }

  @Test func `rules can leave syncs to those who ask for one`() throws {
    var phone = Phone(showing: states([1]), rules: try DeviceRules(syncs: false))
    phone.device.goToBackground()
    phone.device.comeToForeground(now: 1, calls: &phone.calls)
    expectEqual(phone.take(), [])
    phone.device.sync(calls: &phone.calls)
    expectEqual(phone.take(), [.sync(posts([1]))])
  }

  @Test func `a wiped device is as new`() {
    var phone = Phone(showing: states(1...3), of: .latest, goesOn: true)
    phone.tap(.save, 2)
    phone.device.sync(calls: &phone.calls)
    phone.device.openDetail(of: PostID(1), calls: &phone.calls)
    _ = phone.take()
    phone.device.wipe()
    #expect(phone.device.count == 0 && phone.device.posts == [] && !phone.device.hasMore)
    #expect(!phone.device.isInForeground && !phone.device.isSyncing && phone.device.detail == nil)
    #expect(!phone.device.isInFlight(.save(PostID(2))))
    phone.device.open(.latest, now: 5, calls: &phone.calls)
    expectEqual(phone.take(), [page(.latest, refresh: 0)])
  }
}
