import FeedDevice
import SocialFeed
import TestSupport
import Testing

@Suite struct FollowAndVoteTests {
  private let follow = DeviceButton.follow(MemberID(9))
  private let vote = DeviceButton.vote(PostID(3))

  /// A phone that shows posts 3 and 2, with a member of 4 followers and an entry of 7 votes.
  private func phone() -> Phone {
    var phone = Phone(showing: states([3, 2]))
    phone.device.stateArrived(DeviceButton.State(isOn: false, count: 4), of: follow)
    phone.device.stateArrived(DeviceButton.State(isOn: false, count: 7), of: vote)
    return phone
  }

  private func shows(_ phone: Phone, _ button: DeviceButton, _ isOn: Bool, _ count: Int?) -> Bool {
    phone.device.state(of: button) == DeviceButton.State(isOn: isOn, count: count)
  }

  @Test func `a follow shows at once, with its count, and back when it is refused or fails`() {
    var phone = phone()
    expectEqual(phone.device.tap(follow, calls: &phone.calls), true)
    #expect(shows(phone, follow, true, 5) && phone.device.isInFlight(follow))
    let call = phone.takeCall()
    expectEqual(call.request, .follow(MemberID(9)))
    phone.device.callRefused(
      call.id, by: .tie(.blocked(MemberID(1), MemberID(9))), calls: &phone.calls)
    #expect(shows(phone, follow, false, 4) && !phone.device.isInFlight(follow))
    phone.device.tap(follow, calls: &phone.calls)
    phone.device.callFailed(phone.takeCall().id, calls: &phone.calls)
    #expect(shows(phone, follow, false, 4))
    phone.device.tap(follow, calls: &phone.calls)
    phone.succeed()
    #expect(shows(phone, follow, true, 5) && phone.device.nextTimer == nil)
    expectEqual(phone.device.tap(follow, calls: &phone.calls), false)
    #expect(phone.take() == [.unfollow(MemberID(9))] && shows(phone, follow, false, 4))
  }

  @Test func `a vote shows at once, and is not taken back by another tap`() {
    var phone = phone()
    expectEqual(phone.device.tap(vote, calls: &phone.calls), true)
    expectEqual(phone.device.tap(vote, calls: &phone.calls), true, "it is on its way")
    let call = phone.takeCall()
    #expect(call.request == .vote(PostID(3)) && shows(phone, vote, true, 8))
    phone.device.callDone(call.id, now: 0, calls: &phone.calls)
    expectEqual(phone.device.tap(vote, calls: &phone.calls), true)
    #expect(phone.take() == [] && shows(phone, vote, true, 8))
  }

  @Test func `a vote that is refused or fails is rolled back and can be tried again`() {
    var phone = phone()
    phone.device.tap(vote, calls: &phone.calls)
    phone.device.callRefused(
      phone.takeCall().id, by: .contest(.contestClosed(ContestID(0))), calls: &phone.calls)
    #expect(shows(phone, vote, false, 7))
    expectEqual(
      phone.device.buttonFailure?.description, "Failed to vote for post: contest 0 is over")
    phone.device.tap(vote, calls: &phone.calls)
    phone.device.callFailed(phone.takeCall().id, calls: &phone.calls)
    #expect(shows(phone, vote, false, 7))
  }

  @Test func `an answer that it is so already counts as success`() {
    let (one, other) = (MemberID(1), MemberID(9))
    let followed: [ServiceError] = [
      .tie(.alreadyFollowing(one, other)), .tie(.alreadyAskedToFollow(one, other)),
    ]
    let unfollowed: [ServiceError] = [
      .tie(.notFollowing(one, other)), .tie(.notAskedToFollow(one, other)),
    ]
    for (on, off) in zip(followed, unfollowed) {
      var phone = phone()
      phone.device.tap(follow, calls: &phone.calls)
      phone.device.callRefused(phone.takeCall().id, by: on, calls: &phone.calls)
      #expect(shows(phone, follow, true, 5) && phone.device.buttonFailure == nil)
      phone.device.tap(follow, calls: &phone.calls)
      phone.device.callRefused(phone.takeCall().id, by: off, calls: &phone.calls)
      #expect(shows(phone, follow, false, 4))
    }
    let voted: [ServiceError] = [
      .contest(.alreadyVoted(PostID(3))), .interaction(.alreadyVoted(PostID(3))),
    ]
    for error in voted {
      var phone = phone()
      phone.device.tap(vote, calls: &phone.calls)
      phone.device.callRefused(phone.takeCall().id, by: error, calls: &phone.calls)
      #expect(shows(phone, vote, true, 8))
    }
    // "Not following" is no success of a follow.
    var phone = phone()
    phone.device.tap(follow, calls: &phone.calls)
    phone.device.callRefused(phone.takeCall().id, by: unfollowed[0], calls: &phone.calls)
    #expect(shows(phone, follow, false, 4))
  }

  @Test func `taps while a follow is in flight end in what was wanted last`() {
    var phone = phone()
    for _ in 0..<4 { phone.device.tap(follow, calls: &phone.calls) }
    let call = phone.takeCall()
    #expect(call.request == .follow(MemberID(9)) && shows(phone, follow, false, 4))
    phone.device.callDone(call.id, now: 0, calls: &phone.calls)
    #expect(phone.take() == [.unfollow(MemberID(9))] && shows(phone, follow, false, 4))
  }

  @Test func `a button of which nothing is known does nothing`() {
    var phone = Phone(showing: states([3]))
    expectEqual(phone.device.tap(follow, calls: &phone.calls), nil)
    expectEqual(phone.device.tap(vote, calls: &phone.calls), nil)
    expectEqual(phone.device.tap(.like(PostID(8)), calls: &phone.calls), nil)
    #expect(phone.device.state(of: vote) == nil && phone.device.state(of: follow) == nil)
    phone.device.stateArrived(DeviceButton.State(isOn: true), of: .like(PostID(8)))
    #expect(phone.device.state(of: .like(PostID(8))) == nil && phone.take() == [])
  }

  @Test func `without a count none is shown, as of a private account`() {
    var phone = Phone(showing: states([3]))
    phone.device.stateArrived(DeviceButton.State(isOn: false), of: follow)
    phone.device.tap(follow, calls: &phone.calls)
    #expect(shows(phone, follow, true, nil))
    phone.succeed()
    #expect(shows(phone, follow, true, nil))
  }

  @Test func `the service's answer to a follow or vote is taken over`() {
    var phone = phone()
    phone.device.tap(follow, calls: &phone.calls)
    phone.device.callDone(
      phone.takeCall().id, answer: .button(DeviceButton.State(isOn: true, count: 12)), now: 0,
      calls: &phone.calls)
    #expect(shows(phone, follow, true, 12))
    phone.device.tap(vote, calls: &phone.calls)
    // Read before the vote was counted; that it was done is known.
    phone.device.callDone(
      phone.takeCall().id, answer: .button(DeviceButton.State(isOn: false, count: 9)), now: 0,
      calls: &phone.calls)
    #expect(shows(phone, vote, true, 10))
  }

  @Test func `an answer from before the service accepted a follow does not undo it`() {
    var phone = phone()
    phone.device.pullToRefresh(now: 1, calls: &phone.calls)
    let refresh = phone.takeCall()
    phone.device.tap(follow, calls: &phone.calls)
    phone.succeed()
    phone.device.stateArrived(
      DeviceButton.State(isOn: false, count: 4), of: follow, from: refresh.id)
    #expect(shows(phone, follow, true, 5))
    phone.device.stateArrived(DeviceButton.State(isOn: false, count: 3), of: follow)
    #expect(shows(phone, follow, false, 3), "another device took it back")
  }

  @Test func `buttons beside the cells outlast a refresh, and go with a post that is gone`() {
    var phone = phone()
    phone.device.tap(vote, calls: &phone.calls)
    phone.succeed()
    phone.device.pullToRefresh(now: 1, calls: &phone.calls)
    phone.arrive(states([3]))
    #expect(shows(phone, vote, true, 8) && shows(phone, follow, false, 4))
    phone.device.sync(calls: &phone.calls)
    phone.device.statesArrived(
      InteractionStates(missing: posts([3])), of: phone.takeCall().id, calls: &phone.calls)
    #expect(phone.device.state(of: vote) == nil && shows(phone, follow, false, 4))
    phone.device.wipe()
    expectEqual(phone.device.state(of: follow), nil)
  }
}
