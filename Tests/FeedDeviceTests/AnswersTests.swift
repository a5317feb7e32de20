import FeedDevice
import SocialFeed
import TestSupport
import Testing

/// The service answers a like or a save with the post as it is now.
@Suite struct AnswersTests {
  @Test func `others' likes and saves in the answer to a like show at once`() {
    var phone = Phone(showing: [state(3, likes: 7, saves: 1)])
    phone.tap(.like, 3)
    expectEqual(phone.cell(3), state(3, liked: true, likes: 8, saves: 1))
    let answer = state(3, liked: true, likes: 31, saves: 6)
    phone.device.callDone(
      phone.takeCall().id, answer: .post(answer), now: 0, calls: &phone.calls)
    expectEqual(phone.cell(3), answer)
    phone.tap(.like, 3)
    phone.device.callDone(
      phone.takeCall().id, answer: .post(state(3, likes: 29)), now: 0, calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, likes: 29))
    phone.tap(.save, 3)
    phone.device.callDone(
      phone.takeCall().id, answer: .button(DeviceButton.State(isOn: true, count: 4)), now: 0,
      calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, saved: true, likes: 29, saves: 4))
  }

  @Test func `without a state the device adds the member to what it knew`() {
    var phone = Phone(showing: [state(3, likes: 7)])
    phone.tap(.like, 3)
    phone.succeed()
    expectEqual(phone.cell(3), state(3, liked: true, likes: 8))
  }

  @Test func `an answer that was read before the like was written still shows the like`() {
    var phone = Phone(showing: [state(3, likes: 7)])
    phone.tap(.like, 3)
    phone.device.callDone(
      phone.takeCall().id, answer: .post(state(3, likes: 9)), now: 0, calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, liked: true, likes: 10))
  }

  @Test func `the state of another post is ignored`() {
    var phone = Phone(showing: states([3, 2]))
    phone.tap(.like, 3)
    phone.device.callDone(
      phone.takeCall().id, answer: .post(state(2, liked: true, likes: 50)), now: 0,
      calls: &phone.calls)
    #expect(phone.cell(3) == state(3, liked: true, likes: 1) && phone.cell(2) == state(2))
  }

  @Test func `the answer to a like does not undo a save in flight, nor one done since`() {
    var phone = Phone(showing: [state(3)])
    phone.tap(.like, 3)
    let like = phone.takeCall()
    phone.tap(.save, 3)
    let save = phone.takeCall()
    // The save is done before the like's answer, which does not know it, arrives.
    phone.device.callDone(save.id, now: 0, calls: &phone.calls)
    phone.device.callDone(
      like.id, answer: .post(state(3, liked: true, likes: 5, saves: 2)), now: 0,
      calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, liked: true, saved: true, likes: 5, saves: 3))
    phone.tap(.like, 3)
    let unlike = phone.takeCall()
    phone.tap(.save, 3)
    phone.device.callDone(
      unlike.id, answer: .post(state(3, saved: true, likes: 4, saves: 3)), now: 0,
      calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, likes: 4, saves: 2))
    phone.device.callFailed(phone.takeCall().id, calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, saved: true, likes: 4, saves: 3))
  }

  @Test func `a page or sync requested later knows better than the answer`() {
    var phone = Phone(showing: [state(3)])
    phone.tap(.like, 3)
    let like = phone.takeCall()
    phone.device.sync(calls: &phone.calls)
    phone.device.statesArrived(
      InteractionStates(states: [state(3, liked: true, likes: 9)]), of: phone.takeCall().id,
      calls: &phone.calls)
    phone.device.callDone(
      like.id, answer: .post(state(3, liked: true, likes: 6)), now: 0, calls: &phone.calls)
    expectEqual(phone.cell(3), state(3, liked: true, likes: 9))
  }

  @Test func `taps after the call still end in what was wanted last`() {
    var phone = Phone(showing: [state(3)])
    phone.tap(.like, 3)
    phone.tap(.like, 3)
    let like = phone.takeCall()
    phone.device.callDone(
      like.id, answer: .post(state(3, liked: true, likes: 8)), now: 0, calls: &phone.calls)
    #expect(phone.take() == [.unlike(PostID(3))] && phone.cell(3) == state(3, likes: 7))
  }

  @Test func `the answer to a like of a post that left the screen changes nothing`() {
    var phone = Phone(showing: [state(3)])
    phone.tap(.like, 3)
    let like = phone.takeCall()
    phone.device.pullToRefresh(now: 1, calls: &phone.calls)
    phone.arrive(states([5]))
    phone.device.callDone(
      like.id, answer: .post(state(3, liked: true, likes: 8)), now: 0, calls: &phone.calls)
    #expect(phone.device.posts == posts([5]) && phone.cell(3) == nil)
  }
}
