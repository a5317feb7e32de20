import FeedDevice
import SocialFeed
import TestSupport
import Testing

/// Events of the interface come in any order, with whatever the interface has at hand.
@Suite struct AnyOrderTests {
  private func background(
    showing shown: [InteractionState], of surface: Surface = .home, goesOn: Bool = false
  ) -> Phone {
    var phone = Phone(showing: shown, of: surface, goesOn: goesOn)
    phone.device.goToBackground()
    return phone
  }

  @Test func `a feed that appears before the app is active opens it`() {
    var (device, calls) = (FeedDevice(), [DeviceCall]())
    device.feedAppears(.latest, now: 1, calls: &calls)
    #expect(device.isInForeground && device.surface == .latest)
    expectEqual(calls.map(\.request), [page(.latest, refresh: 0)])
    // The system's word that it is active comes second and changes nothing.
    device.comeToForeground(now: 1.25, calls: &calls)
    expectEqual(calls.count, 1)
    device.pageArrived(states([2, 1]), next: nil, of: calls[0].id, calls: &calls)
    expectEqual(device.posts, posts([2, 1]))
  }

  @Test func `a tap in the background does nothing and says so`() {
    var phone = background(showing: [state(1, likes: 4)])
    phone.device.stateArrived(DeviceButton.State(isOn: false), of: .follow(MemberID(1)))
    for button in [DeviceButton.like(PostID(1)), .save(PostID(1)), .follow(MemberID(1))] {
      expectEqual(phone.device.tap(button, calls: &phone.calls), nil)
      #expect(!phone.device.isInFlight(button))
    }
    #expect(phone.cell(1) == state(1, likes: 4) && phone.take() == [])
  }

  @Test func `what else a member does in the background does nothing and says so`() {
    var phone = background(showing: states([2, 1]), goesOn: true)
    #expect(!phone.device.pullToRefresh(now: 1, calls: &phone.calls))
    expectEqual(phone.device.comesIntoView(1, calls: &phone.calls), nil)
    #expect(!phone.device.openDetail(of: PostID(1), calls: &phone.calls))
    #expect(!phone.device.returnFromDetail(now: 1, calls: &phone.calls))
    #expect(!phone.device.retry(now: 1, calls: &phone.calls))
    phone.device.timePassed(now: 100, calls: &phone.calls)
    #expect(phone.take() == [] && phone.device.lastInView == nil && phone.device.detail == nil)
    phone.device.goToBackground()
    phone.device.comeToForeground(now: 2, calls: &phone.calls)
    expectEqual(phone.take(), [.sync(posts([2, 1]))], "nothing is made up for")
  }

  @Test func `a detail that is closed in the background leaves its refresh to the next trigger`() {
    var phone = Phone(showing: states([1]))
    phone.device.openDetail(of: PostID(1), calls: &phone.calls)
    _ = phone.take()
    phone.device.goToBackground()
    #expect(phone.device.returnFromDetail(now: 1, calls: &phone.calls))
    #expect(phone.take() == [] && phone.device.detail == nil)
    phone.device.comeToForeground(now: 2, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 1)])
    var other = Phone(showing: states([1]), of: .latest)
    other.device.openDetail(of: PostID(1), calls: &other.calls)
    _ = other.take()
    other.device.goToBackground()
    other.device.returnFromDetail(now: 1, calls: &other.calls)
    other.device.comeToForeground(now: 2, calls: &other.calls)
    expectEqual(other.take(), [.sync(posts([1]))])
  }

  @Test func `a cell that a sync has just removed comes into view as the last one`() {
    var phone = Phone(showing: states([5, 4, 3]), goesOn: true)
    phone.device.sync(calls: &phone.calls)
    phone.device.statesArrived(
      InteractionStates(missing: posts([4, 3])), of: phone.takeCall().id, calls: &phone.calls)
    expectEqual(phone.device.comesIntoView(2, calls: &phone.calls), 0)
    expectEqual(phone.device.lastInView, 0)
    expectEqual(phone.take(), [page(refresh: 0, from: someCursor)])
  }

  @Test(arguments: [(Int.min, 0), (-1, 0), (0, 0), (1, 1), (2, 1), (.max, 1)])
  func `any position comes into view as one of the screen's`(position: Int, expected: Int) {
    var phone = Phone(showing: states([2, 1]))
    expectEqual(phone.device.comesIntoView(position, calls: &phone.calls), expected)
    expectEqual(phone.device.lastInView, expected)
    var empty = Phone(showing: [])
    expectEqual(empty.device.comesIntoView(position, calls: &empty.calls), nil)
    #expect(empty.device.lastInView == nil && empty.take() == [])
  }

  @Test(arguments: [Int.min, -1, 2, .max])
  func `a screen has no cell at a position out of its range`(position: Int) {
    let phone = Phone(showing: states([2, 1]))
    expectEqual(phone.device.cell(at: position), nil)
  }

  @Test func `counts at the ends of their range stay in it`() {
    let most = Int(UInt32.max)
    var phone = Phone(showing: [
      state(1, likes: .max, saves: .min), state(2, liked: true, likes: -1),
    ])
    expectEqual(phone.cell(1), state(1, likes: most))
    phone.tap(.like, 1)
    expectEqual(phone.cell(1), state(1, liked: true, likes: most))
    phone.tap(.like, 2)
    expectEqual(phone.cell(2), state(2))
    phone.device.stateArrived(
      DeviceButton.State(isOn: false, count: .max), of: .follow(MemberID(1)))
    phone.device.tap(.follow(MemberID(1)), calls: &phone.calls)
    expectEqual(
      phone.device.state(of: .follow(MemberID(1))), DeviceButton.State(isOn: true, count: most))
  }

  @Test(arguments: [Double.nan, .signalingNaN, .infinity, -.infinity])
  func `an instant that is not a number is the last one seen`(now: Double) {
    var phone = Phone(showing: states([1]))
    phone.tap(.like, 1)
    phone.device.timePassed(now: 10, calls: &phone.calls)
    phone.device.callDone(phone.takeCall().id, now: now, calls: &phone.calls)
    expectEqual(phone.device.nextTimer, 10.5)
    phone.device.timePassed(now: now, calls: &phone.calls)
    expectEqual(phone.take(), [])
    phone.device.pullToRefresh(now: now, calls: &phone.calls)
    phone.arrive(states([1]))
    // Loaded at 10: its media links expire at 3610.
    phone.device.feedAppears(.home, now: 3609, calls: &phone.calls)
    let sync = phone.takeCall()
    expectEqual(sync.request, .sync(posts([1])))
    phone.device.callFailed(sync.id, calls: &phone.calls)
    phone.device.feedAppears(.home, now: 3610, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 2)])
  }

  @Test func `when the clock steps back, what was due in a while is due in the same while`() {
    var phone = Phone(showing: states([1]))
    phone.device.pullToRefresh(now: 5000, calls: &phone.calls)
    phone.arrive(states([1]))
    phone.tap(.like, 1)
    phone.succeed(now: 5000)
    expectEqual(phone.device.nextTimer, 5000.5)
    phone.device.timePassed(now: 1400, calls: &phone.calls)
    #expect(phone.device.nextTimer == 1400.5 && phone.take() == [])
    phone.device.timePassed(now: 1400.5, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 2)])
    phone.device.goToBackground()
    // Loaded at 1400 by the new clock.
    phone.device.comeToForeground(now: 4999.75, calls: &phone.calls)
    expectEqual(phone.take(), [.sync(posts([1]))])
    var late = Phone(showing: states([1]))
    late.device.timePassed(now: .greatestFiniteMagnitude, calls: &late.calls)
    late.tap(.like, 1)
    late.succeed(now: .greatestFiniteMagnitude)
    expectEqual(late.device.nextTimer, .greatestFiniteMagnitude)
    late.device.timePassed(now: -.greatestFiniteMagnitude, calls: &late.calls)
    expectEqual(late.take(), [page(refresh: 1)])
  }
}
