import FeedDevice
import SocialFeed
import TestSupport
import Testing

@Suite struct ButtonsTests {
  @Test func `a tap shows at once, in the button and its count, and stays when it is done`() {
    var phone = Phone(showing: [state(3, likes: 7, saves: 2)])
    phone.tap(.like, 3)
    let like = phone.takeCall()
    expectEqual(like.request, .like(PostID(3)))
    expectEqual(phone.cell(3), state(3, liked: true, likes: 8, saves: 2))
    #expect(phone.device.isInFlight(.like(PostID(3))))
    #expect(!phone.device.isInFlight(.save(PostID(3))))
    phone.tap(.save, 3)
    let save = phone.takeCall()
    expectEqual(save.request, .save(PostID(3)))
    expectEqual(phone.cell(3), state(3, liked: true, saved: true, likes: 8, saves: 3))
    phone.device.callDone(like.id, now: 0, calls: &phone.calls)
    #expect(!phone.device.isInFlight(.like(PostID(3))))
    #expect(phone.device.isInFlight(.save(PostID(3))))
    phone.device.callDone(save.id, now: 0, calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, liked: true, saved: true, likes: 8, saves: 3))
    expectEqual(phone.take(), [])
    phone.tap(.like, 3)
    phone.tap(.save, 3)
    expectEqual(phone.take(), [.unlike(PostID(3)), .unsave(PostID(3))])
    expectEqual(phone.cell(3), state(3, likes: 7, saves: 2))
  }

  @Test(arguments: [DeviceButton.Kind.like, .save], [false, true])
  func `a refused or failed call is taken back exactly and not repeated`(
    button: DeviceButton.Kind, isOn: Bool
  ) {
    let before = state(3, liked: isOn, saved: isOn, likes: 4, saves: 9)
    var phone = Phone(showing: [before])
    phone.tap(button, 3)
    #expect(phone.cell(3) != before)
    let refused = phone.takeCall()
    phone.device.callRefused(
      refused.id, by: .interaction(.notVisible(PostID(3))), calls: &phone.calls)
    #expect(phone.cell(3) == before && phone.take() == [])
    #expect(!phone.device.isInFlight(DeviceButton(button, subject: 3)))
    phone.tap(button, 3)
    phone.device.callFailed(phone.takeCall().id, calls: &phone.calls)
    #expect(phone.cell(3) == before && phone.take() == [])
    // A late answer to a call given up means nothing.
    phone.device.callDone(refused.id, now: 0, calls: &phone.calls)
    expectEqual(phone.cell(3), before)
  }

  @Test func `an answer that it is so already counts as success`() {
    var phone = Phone(showing: [state(1, likes: 5), state(2, saved: true, saves: 1)])
    phone.tap(.like, 1)
    phone.device.callRefused(
      phone.takeCall().id, by: .interaction(.alreadyLiked(PostID(1))), calls: &phone.calls)
    expectEqual(phone.cell(1), state(1, liked: true, likes: 6))
    phone.tap(.save, 2)
    phone.device.callRefused(
      phone.takeCall().id, by: .interaction(.notSaved(PostID(2))), calls: &phone.calls)
    expectEqual(phone.cell(2), state(2))
    phone.tap(.like, 1)
    phone.device.callRefused(
      phone.takeCall().id, by: .interaction(.notLiked(PostID(1))), calls: &phone.calls)
    expectEqual(phone.cell(1), state(1, likes: 5))
    phone.tap(.save, 2)
    phone.device.callRefused(
      phone.takeCall().id, by: .interaction(.alreadySaved(PostID(2))), calls: &phone.calls)
    expectEqual(phone.cell(2), state(2, saved: true, saves: 1))
    expectEqual(phone.take(), [])
  }

  @Test(arguments: 2...7)
  func `taps while a call is in flight end in what was wanted last, by one more call or none`(
    taps: Int
  ) {
    var phone = Phone(showing: [state(3, likes: 7)])
    for _ in 0..<taps { phone.tap(.like, 3) }
    let call = phone.takeCall()
    let isOn = taps % 2 == 1
    expectEqual(call.request, .like(PostID(3)))
    expectEqual(phone.cell(3), state(3, liked: isOn, likes: isOn ? 8 : 7))
    phone.device.callDone(call.id, now: 0, calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, liked: isOn, likes: isOn ? 8 : 7))
    guard !isOn else { return expectEqual(phone.take(), []) }
    let another = phone.takeCall()
    expectEqual(another.request, .unlike(PostID(3)))
    phone.device.callDone(another.id, now: 0, calls: &phone.calls)
    #expect(phone.cell(3) == state(3, likes: 7) && phone.take() == [])
  }

  @Test(arguments: 1...6)
  func `a call that fails takes all taps back that it stood for`(taps: Int) {
    var phone = Phone(showing: [state(3, likes: 7)])
    for _ in 0..<taps { phone.tap(.like, 3) }
    phone.device.callFailed(phone.takeCall().id, calls: &phone.calls)
    // An even number of taps wants what was there before.
    #expect(phone.cell(3) == state(3, likes: 7) && phone.take() == [])
  }

  @Test func `the call that follows can fail too`() {
    var phone = Phone(showing: [state(3, likes: 7)])
    phone.tap(.like, 3)
    phone.tap(.like, 3)
    phone.succeed()
    phone.device.callFailed(phone.takeCall().id, calls: &phone.calls)
    #expect(phone.cell(3) == state(3, liked: true, likes: 8) && phone.take() == [])
  }

  @Test func `what the service was found to have is what a later wish is measured by`() {
    // The like reaches the service, a sync shows it, the member takes it back, and the like's own
    // answer is lost.
    var phone = Phone(showing: [state(3, likes: 7)])
    phone.tap(.like, 3)
    let like = phone.takeCall()
    phone.device.sync(calls: &phone.calls)
    let sync = phone.takeCall()
    phone.device.statesArrived(
      InteractionStates(states: [state(3, liked: true, likes: 8)]), of: sync.id,
      calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, liked: true, likes: 8))
    phone.tap(.like, 3)
    expectEqual(phone.cell(3), state(3, likes: 7))
    phone.device.callFailed(like.id, calls: &phone.calls)
    #expect(phone.take() == [.unlike(PostID(3))] && phone.cell(3) == state(3, likes: 7))
  }

  @Test func `a button of a post that left the screen still ends in what was wanted last`() {
    var phone = Phone(showing: states([3, 2]))
    phone.tap(.like, 3)
    phone.tap(.like, 3)
    phone.tap(.save, 2)
    phone.tap(.save, 2)
    let calls = phone.calls
    expectEqual(phone.take(), [.like(PostID(3)), .save(PostID(2))])
    phone.device.pullToRefresh(now: 0.25, calls: &phone.calls)
    phone.arrive(states([5]))
    expectEqual(phone.device.tap(.like(PostID(3)), calls: &phone.calls), nil)
    #expect(phone.take() == [] && phone.device.isInFlight(.like(PostID(3))))
    phone.device.callDone(calls[0].id, now: 0, calls: &phone.calls)
    phone.device.callFailed(calls[1].id, calls: &phone.calls)
    expectEqual(phone.take(), [.unlike(PostID(3))])
  }

  @Test func `a button in flight keeps its look through a refresh, on what the page says`() {
    var phone = Phone(showing: [state(3, likes: 7)])
    phone.tap(.like, 3)
    let like = phone.takeCall()
    phone.device.pullToRefresh(now: 0.25, calls: &phone.calls)
    // The service had not got the like, but one of somebody else.
    phone.arrive([state(3, likes: 8)])
    expectEqual(phone.cell(3), state(3, liked: true, likes: 9))
    // By the next page it had.
    phone.device.pullToRefresh(now: 0.5, calls: &phone.calls)
    phone.arrive([state(3, liked: true, likes: 9)])
    expectEqual(phone.cell(3), state(3, liked: true, likes: 9))
    phone.device.callDone(like.id, now: 0, calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, liked: true, likes: 9))
  }

  @Test func `a page requested before the service accepted a call does not undo it`() {
    var phone = Phone(showing: [state(3, likes: 7)])
    phone.tap(.like, 3)
    let like = phone.takeCall()
    phone.device.pullToRefresh(now: 0.25, calls: &phone.calls)
    let refresh = phone.takeCall()
    phone.device.callDone(like.id, now: 0, calls: &phone.calls)
    phone.device.pageArrived([state(3, likes: 7)], next: nil, of: refresh.id, calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, liked: true, likes: 8))
    // One asked for afterwards knows better: another device took the like back.
    phone.device.pullToRefresh(now: 1, calls: &phone.calls)
    phone.arrive([state(3, likes: 7)])
    expectEqual(phone.cell(3), state(3, likes: 7))
  }

  @Test func `a count of nobody does not fall below zero`() {
    // A service whose count does not hold the member's own like.
    var phone = Phone(showing: [state(3, liked: true, likes: 0)])
    phone.tap(.like, 3)
    expectEqual(phone.cell(3), state(3, likes: 0))
  }

  @Test func `outcomes of calls that were never made mean nothing`() {
    var phone = Phone(showing: [state(3, likes: 7)])
    for number: UInt32 in [0, 1, 99] {
      let call = CallID(rawValue: number)
      phone.device.callDone(call, now: 0, calls: &phone.calls)
      phone.device.callFailed(call, calls: &phone.calls)
      phone.device.callRefused(
        call, by: .interaction(.alreadyLiked(PostID(3))), calls: &phone.calls)
      phone.device.pageArrived(states([1]), next: nil, of: call, calls: &phone.calls)
      expectEqual(
        phone.device.statesArrived(
          InteractionStates(missing: [PostID(3)]), of: call, calls: &phone.calls), 0)
    }
    #expect(phone.cell(3) == state(3, likes: 7) && phone.device.count == 1 && phone.take() == [])
  }
}
