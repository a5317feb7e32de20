import FeedDevice
import SocialFeed
import TestSupport
import Testing

@Suite struct SyncTests {
  /// A phone that has just asked for the states of what it shows, and the call.
  private func syncing(_ shown: [InteractionState]) -> (Phone, DeviceCall) {
    var phone = Phone(showing: shown)
    phone.device.sync(calls: &phone.calls)
    let call = phone.takeCall()
    return (phone, call)
  }

  @Test(arguments: [(0, []), (1, [1]), (50, [50]), (51, [50, 1]), (120, [50, 50, 20])])
  func `all posts on the screen are requested, in batches of fifty`(count: Int, batches: [Int]) {
    var phone = Phone(showing: states(0..<count))
    phone.device.sync(calls: &phone.calls)
    let asked = phone.calls.map { call -> [PostID] in
      if case .sync(let posts) = call.request { posts } else { [] }
    }
    #expect(asked.map(\.count) == batches && asked.joined().elementsEqual(posts(0..<count)))
    expectEqual(phone.device.isSyncing, (count > 0))
    for call in phone.calls {
      #expect(phone.device.isSyncing)
      phone.device.callFailed(call.id, calls: &phone.calls)
    }
    #expect(!phone.device.isSyncing && phone.device.count == count)
  }

  @Test func `an answer changes what differs and returns how much`() {
    var (phone, call) = syncing([
      state(4, likes: 1), state(3, liked: true, likes: 2), state(2, saves: 5), state(1),
    ])
    let answer = [
      state(4, likes: 1), state(3, likes: 1), state(2, saved: true, saves: 6), state(1, likes: 1),
    ]
    expectEqual(
      phone.device.statesArrived(
        InteractionStates(states: answer), of: call.id, calls: &phone.calls), 3)
    #expect((0..<4).map { phone.device.cell(at: $0) } == answer && phone.take() == [])
    phone.device.sync(calls: &phone.calls)
    expectEqual(
      phone.device.statesArrived(
        InteractionStates(states: answer.reversed()), of: phone.takeCall().id,
        calls: &phone.calls), 0)
  }

  @Test func `posts that are missing leave the screen and do not come back in this refresh`() {
    var phone = Phone(showing: states([5, 4, 3, 2]), goesOn: true)
    phone.device.comesIntoView(2, calls: &phone.calls)
    phone.device.sync(calls: &phone.calls)
    expectEqual(
      phone.device.statesArrived(
        InteractionStates(states: states([5, 3]), missing: posts([4, 2])),
        of: phone.takeCall().id, calls: &phone.calls), 2)
    #expect(phone.device.posts == posts([5, 3]) && phone.cell(4) == nil)
    // Post 3 came into view last; it is the last post now, so that the next page is asked for.
    expectEqual(phone.device.lastInView, 1)
    phone.arrive(states([4, 1]))
    #expect(phone.device.posts == posts([5, 3, 1]) && phone.device.duplicatesReceived == 1)
  }

  @Test(
    arguments: [
      // Indexes in view last, removed, and then in view last.
      (nil, [0], nil), (0, [0], 0), (1, [0], 0), (1, [1], 1), (2, [0, 1], 0), (2, [2], 1),
      (0, [1, 2], 0), (2, [0, 1, 2], nil), (0, [0, 1, 2], nil),
    ] as [(Int?, [Int], Int?)])
  func `what is in view stays there when posts leave`(
    before: Int?, removed: [Int], after: Int?
  ) {
    var phone = Phone(showing: states(0..<3))
    if let before { phone.device.comesIntoView(before, calls: &phone.calls) }
    phone.device.sync(calls: &phone.calls)
    phone.device.statesArrived(
      InteractionStates(missing: posts(removed)), of: phone.takeCall().id, calls: &phone.calls)
    #expect(phone.device.lastInView == after && phone.device.count == 3 - removed.count)
  }

  @Test func `a screen that lost all its posts requests more`() {
    var phone = Phone(showing: states([1]), goesOn: true)
    phone.device.sync(calls: &phone.calls)
    phone.device.statesArrived(
      InteractionStates(missing: posts([1])), of: phone.takeCall().id, calls: &phone.calls)
    #expect(phone.device.count == 0 && phone.take() == [page(refresh: 0, from: someCursor)])
  }

  @Test func `a failed sync leaves the screen as it is`() {
    let shown = [state(2, liked: true, likes: 3), state(1)]
    var (phone, call) = syncing(shown)
    phone.device.callFailed(call.id, calls: &phone.calls)
    phone.device.statesArrived(
      InteractionStates(missing: posts([2, 1])), of: call.id, calls: &phone.calls)
    #expect((0..<2).map { phone.device.cell(at: $0) } == shown && phone.take() == [])
    phone.device.feedAppears(.home, now: 1, calls: &phone.calls)
    expectEqual(phone.take(), [.sync(posts([2, 1]))])
  }

  @Test func `a button whose own call is in flight is not overwritten`() {
    var phone = Phone(showing: [state(1, likes: 4, saves: 4)])
    phone.tap(.like, 1)
    let like = phone.takeCall()
    phone.device.sync(calls: &phone.calls)
    // The like has not got there; somebody else's has, and another device saved.
    phone.device.statesArrived(
      InteractionStates(states: [state(1, saved: true, likes: 5, saves: 5)]),
      of: phone.takeCall().id, calls: &phone.calls)
    expectEqual(phone.cell(1), state(1, liked: true, saved: true, likes: 6, saves: 5))
    // Rolled back, it shows what the service said.
    phone.device.callFailed(like.id, calls: &phone.calls)
    expectEqual(phone.cell(1), state(1, saved: true, likes: 5, saves: 5))
  }

  @Test func `an answer from before the service accepted a call does not undo it`() {
    var (phone, sync) = syncing([state(1, likes: 4)])
    phone.tap(.like, 1)
    phone.succeed()
    phone.device.statesArrived(
      InteractionStates(states: [state(1, likes: 4)]), of: sync.id, calls: &phone.calls)
    expectEqual(phone.cell(1), state(1, liked: true, likes: 5))
    // One asked for since does know.
    phone.device.sync(calls: &phone.calls)
    phone.device.statesArrived(
      InteractionStates(states: [state(1, likes: 3)]), of: phone.takeCall().id,
      calls: &phone.calls)
    expectEqual(phone.cell(1), state(1, likes: 3))
  }

  @Test func `an answer from before a call that was accepted holds beneath the next one`() {
    // Asked before the like; the like is done, and taken back by a call that fails.
    var (phone, sync) = syncing([state(1, likes: 4)])
    phone.tap(.like, 1)
    phone.succeed()
    phone.tap(.like, 1)
    let unlike = phone.takeCall()
    phone.device.statesArrived(
      InteractionStates(states: [state(1, likes: 4)]), of: sync.id, calls: &phone.calls)
    expectEqual(phone.cell(1), state(1, likes: 4))
    phone.device.callFailed(unlike.id, calls: &phone.calls)
    expectEqual(phone.cell(1), state(1, liked: true, likes: 5))
  }

  @Test func `an answer requested before the page on the screen changes nothing`() {
    var (phone, sync) = syncing(states([2, 1]))
    phone.device.pullToRefresh(now: 1, calls: &phone.calls)
    phone.arrive([state(2, likes: 8), state(1, likes: 9)])
    expectEqual(
      phone.device.statesArrived(
        InteractionStates(states: [state(2, likes: 1)], missing: posts([1])), of: sync.id,
        calls: &phone.calls), 0)
    #expect(phone.cell(2) == state(2, likes: 8) && phone.cell(1) == state(1, likes: 9))
  }

  @Test func `two devices of a member show the same once both have synced`() throws {
    var community = Community(categoryCount: 1)
    let (author, member) = (try community.join(now: 0), try community.join(now: 0))
    let post = try community.publish(author: author, category: CategoryID(0), now: 0)
    var (one, other) = (Phone(showing: [state(0)]), Phone(showing: [state(0)]))
    one.tap(.like, 0)
    let like = one.takeCall()
    try community.like(post, by: member, now: 1)
    one.device.callDone(like.id, now: 0, calls: &one.calls)
    #expect(one.cell(0) == state(0, liked: true, likes: 1) && other.cell(0) == state(0))
    other.device.sync(calls: &other.calls)
    let answer = try community.interactionStates(of: [post], for: member)
    let sync = other.takeCall()
    expectEqual(other.device.statesArrived(answer, of: sync.id, calls: &other.calls), 1)
    expectEqual(other.cell(0), one.cell(0))
  }
}
