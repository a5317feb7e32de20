import FeedDevice
import SocialFeed
import TestSupport

/// A call on its way, with the service's answer once it has one.
struct Wire {
  enum Answer {
    case page([InteractionState], FeedCursor?)
    case states(InteractionStates)
    case done
    case refused(InteractionError)
    case failed
  }

  let device: Int
  let call: DeviceCall
  var answer: Answer?
}

/// A community and its members' devices, with calls that reach the service and come back in any
/// order, or get lost on the way there or back.
struct Town {
  var community = Community(categoryCount: 3)
  var devices: [FeedDevice]
  /// Whose each device is.
  let owners: [MemberID]
  var wires: [Wire] = []
  /// How likely a call is to get lost, on the way there or, if answers do, on the way back.
  var loss: Double
  var losesAnswers = true
  private(set) var refusals = 0
  private(set) var now = 0.0
  private var lastCall: [CallID]
  private let noise = NoNoise()

  /// Makes a town of so many members and posts.
  init(
    owners: [MemberID], members: Int, posts: Int, surface: Surface, loss: Double,
    rules: DeviceRules, _ generator: inout SeededGenerator
  ) {
    self.owners = owners
    self.loss = loss
    devices = owners.map { _ in FeedDevice(surface: surface, rules: rules) }
    lastCall = owners.map { _ in CallID(rawValue: 0) }
    for _ in 0..<members { _ = try? community.join(now: 0) }
    for _ in 0..<posts { publish(&generator) }
  }

  mutating func publish(_ generator: inout SeededGenerator) {
    let author = MemberID(Int.random(in: 0..<community.memberCount, using: &generator))
    let category = CategoryID(Int.random(in: 0..<3, using: &generator))
    let privacy: Privacy =
      Int.random(in: 0..<3, using: &generator) == 0 ? .friendsOnly : .everyone
    _ = try? community.publish(author: author, category: category, privacy: privacy, now: now)
  }

  /// Lets time pass, and whatever is due on the devices with it.
  mutating func pass(_ seconds: Double) {
    now += seconds
    for index in devices.indices {
      act(on: index) { device, now, calls in device.timePassed(now: now, calls: &calls) }
    }
  }

  /// Does something with a device and sends its calls off.
  mutating func act(
    on index: Int, _ event: (inout FeedDevice, Double, inout [DeviceCall]) -> Void
  ) {
    var calls: [DeviceCall] = []
    event(&devices[index], now, &calls)
    for call in calls {
      precondition(call.id > lastCall[index], "call \(call.id) after \(lastCall[index])")
      lastCall[index] = call.id
      wires.append(Wire(device: index, call: call))
    }
  }

  /// A call reaches the service, or gets lost before or after it does.
  mutating func serve(_ position: Int, _ generator: inout SeededGenerator) {
    let isLost = generator.unit() < loss
    if isLost && (!losesAnswers || Bool.random(using: &generator)) {
      wires[position].answer = .failed
    } else {
      let answer = answer(to: wires[position])
      wires[position].answer = isLost ? .failed : answer
    }
  }

  private mutating func answer(to wire: Wire) -> Wire.Answer {
    let member = owners[wire.device]
    switch wire.call.request {
    case .page(let request): return page(request, for: member)
    case .sync(let posts):
      do { return .states(try community.interactionStates(of: posts, for: member)) } catch {
        preconditionFailure("\(error)")
      }
    case .like, .unlike, .save, .unsave, .vote, .follow, .unfollow, .view:
      do throws(InteractionError) {
        try change(wire.call.request, by: member)
        return .done
      } catch {
        refusals += 1
        return .refused(error)
      }
    }
  }

  private mutating func change(
    _ request: DeviceCall.Request, by member: MemberID
  ) throws(InteractionError) {
    switch request {
    case .like(let post): try community.like(post, by: member, now: now)
    case .unlike(let post): try community.unlike(post, by: member, now: now)
    case .save(let post): try community.save(post, by: member, now: now)
    case .unsave(let post): try community.unsave(post, by: member, now: now)
    case .view(let post): try community.view(post, by: member, now: now)
    case .vote, .follow, .unfollow, .page, .sync: preconditionFailure("\(request) changes nothing")
    }
  }

  private func page(_ request: PageRequest, for member: MemberID) -> Wire.Answer {
    var page = FeedPage()
    try! community.fill(
      &page,
      for: FeedRequest(
        viewer: member, surface: request.surface, now: now, pageSize: request.pageSize,
        refresh: request.refresh, cursor: request.cursor, noise: noise),
      by: RecencyRanker())
    return .page(
      page.posts.map { community.interactionState(of: $0, for: member)! }, page.next)
  }

  /// A call that was served comes back.
  mutating func deliver(_ position: Int) {
    let wire = wires.remove(at: position)
    let call = wire.call.id
    act(on: wire.device) { device, now, calls in
      switch wire.answer! {
      case .page(let posts, let next):
        device.pageArrived(posts, next: next, of: call, calls: &calls)
      case .states(let answer): device.statesArrived(answer, of: call, calls: &calls)
      case .done: device.callDone(call, now: now, calls: &calls)
      case .refused(let error): device.callRefused(call, by: .interaction(error), calls: &calls)
      case .failed: device.callFailed(call, calls: &calls)
      }
    }
  }

  /// Lets a call go a step of its way.
  mutating func moveAWire(_ generator: inout SeededGenerator) {
    guard let position = wires.indices.randomElement(using: &generator) else { return }
    if wires[position].answer == nil { serve(position, &generator) } else { deliver(position) }
  }

  /// Lets all calls, and those that follow, come back.
  mutating func settle(_ generator: inout SeededGenerator) {
    while !wires.isEmpty { moveAWire(&generator) }
  }
}
