import FeedDevice
import SocialFeed
import TestSupport
import Testing

@Suite struct RandomLifeTests {
  /// A button of a device.
  private struct Key: Hashable {
    let device: Int
    let button: DeviceButton
  }

  @Test func `lost and late calls, devices and people: after a sync every button is true`() throws {
    for seed in 0..<UInt64(40) {
      var generator = SeededGenerator(seed: seed)
      var town = Town(
        owners: [MemberID(0), MemberID(0), MemberID(1)], members: 5, posts: 60,
        surface: [.home, .latest, .friends].randomElement(using: &generator)!,
        loss: [0, 0.1, 0.4].randomElement(using: &generator)!,
        rules: try DeviceRules(pageSize: 7, syncBatch: 5), &generator)
      var wanted: [Key: Bool] = [:]
      for _ in 0..<5 {
        for _ in 0..<100 {
          step(&town, &wanted, &generator)
          check(town, wanted, seed)
        }
        syncAll(&town, &generator)
        for (device, owner) in zip(town.devices, town.owners) {
          for post in device.posts {
            expectEqual(
              device.cell(of: post), town.community.interactionState(of: post, for: owner),
              "seed \(seed)")
          }
        }
      }
      #expect(town.devices.allSatisfy { $0.duplicatesReceived == 0 }, "seed \(seed)")
    }
  }

  @Test(arguments: [0, 0.3])
  func `one device that loses only what does not arrive shows what is so without a sync`(
    loss: Double
  ) throws {
    for seed in 0..<UInt64(40) {
      var generator = SeededGenerator(seed: seed)
      var town = Town(
        owners: [MemberID(0)], members: 4, posts: 30, surface: .home, loss: loss,
        rules: try DeviceRules(pageSize: 6, syncBatch: 4), &generator)
      town.losesAnswers = false
      var wanted: [Key: Bool] = [:]
      for _ in 0..<400 {
        step(&town, &wanted, &generator)
        check(town, wanted, seed)
      }
      town.settle(&generator)
      expectEqual(town.refusals, 0, "seed \(seed)")
      for post in town.devices[0].posts {
        expectEqual(
          town.devices[0].cell(of: post),
          town.community.interactionState(of: post, for: MemberID(0)), "seed \(seed)")
      }
      guard loss == 0 else { continue }
      for (key, isOn) in wanted {
        let has = key.button.kind == .like ? town.community.isLiked : town.community.isSaved
        expectEqual(has(key.button.post!, MemberID(0)), isOn, "seed \(seed), \(key)")
      }
    }
  }

  /// Something happens: a call moves, somebody does something, or a while passes.
  private func step(
    _ town: inout Town, _ wanted: inout [Key: Bool], _ generator: inout SeededGenerator
  ) {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<9: town.moveAWire(&generator)
    case 9..<17: act(&town, &wanted, &generator)
    case 17: town.pass([0.1, 0.5, 2000].randomElement(using: &generator)!)
    case 18: town.publish(&generator)
    default:
      // A member alone finds nothing changed but by the own device.
      if town.owners.count > 1 { changeElsewhere(&town, &generator) }
    }
  }

  /// The member or the system does something with a device.
  private func act(
    _ town: inout Town, _ wanted: inout [Key: Bool], _ generator: inout SeededGenerator
  ) {
    let index = town.devices.indices.randomElement(using: &generator)!
    let event = Int.random(in: 0..<16, using: &generator)
    let kind = [DeviceButton.Kind.like, .save].randomElement(using: &generator)!
    let position = town.devices[index].posts.indices.randomElement(using: &generator)
    var tapped: (DeviceButton, Bool)?
    town.act(on: index) { device, now, calls in
      guard device.isInForeground else {
        if event == 0 { return device.open(device.surface, now: now, calls: &calls) }
        return device.comeToForeground(now: now, calls: &calls)
      }
      switch event {
      case 0: device.open(device.surface, now: now, calls: &calls)
      case 1: device.goToBackground()
      case 2: device.feedAppears(device.surface, now: now, calls: &calls)
      case 3: device.pullToRefresh(now: now, calls: &calls)
      case 4: device.returnFromDetail(now: now, calls: &calls)
      case 5: device.sync(calls: &calls)
      case 6 where device.count > 0: device.comesIntoView(device.count - 1, calls: &calls)
      default:
        guard let position else { return }
        let post = device.posts[position]
        if event == 7 { device.openDetail(of: post, calls: &calls) }
        if event == 8 { device.comesIntoView(position, calls: &calls) }
        if event < 9 { return }
        let button = DeviceButton(kind, subject: post.rawValue)
        device.tap(button, calls: &calls).map { tapped = (button, $0) }
      }
    }
    guard let (button, isOn) = tapped else { return }
    wanted[Key(device: index, button: button)] = isOn
  }

  /// Something happens in the community by no device, by a member who has none.
  private func changeElsewhere(_ town: inout Town, _ generator: inout SeededGenerator) {
    let other = MemberID(town.community.memberCount - 1)
    let post = PostID(Int.random(in: 0..<town.community.postCount, using: &generator))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: try? town.community.like(post, by: other, now: town.now)
    case 1: try? town.community.unlike(post, by: other, now: town.now)
    case 2: try? town.community.save(post, by: other, now: town.now)
    case 3: try? town.community.befriend(MemberID(0), other, now: town.now)
    case 4: try? town.community.unfriend(MemberID(0), other)
    default: try? town.community.unsave(post, by: other, now: town.now)
    }
  }

  /// All calls come back, and every device syncs without a loss.
  private func syncAll(_ town: inout Town, _ generator: inout SeededGenerator) {
    town.settle(&generator)
    let loss = town.loss
    town.loss = 0
    for index in town.devices.indices {
      town.act(on: index) { device, _, calls in device.sync(calls: &calls) }
    }
    town.settle(&generator)
    town.loss = loss
  }

  /// What holds at every moment.
  private func check(_ town: Town, _ wanted: [Key: Bool], _ seed: UInt64) {
    var inFlight: Set<Key> = []
    for wire in town.wires {
      guard let button = wire.call.request.switched else { continue }
      let key = Key(device: wire.device, button: button)
      #expect(inFlight.insert(key).inserted, "seed \(seed): two calls of \(key)")
      #expect(town.devices[wire.device].isInFlight(button), "seed \(seed)")
    }
    for (index, device) in town.devices.enumerated() {
      expectEqual(Set(device.posts).count, device.count, "seed \(seed): a post is shown twice")
      #expect((device.lastInView ?? 0) < max(device.count, 1), "seed \(seed)")
      for position in 0..<device.count {
        let cell = device.cell(at: position)!
        for button in [DeviceButton.like(cell.post), .save(cell.post)] {
          let key = Key(device: index, button: button)
          guard device.isInFlight(button) else { continue }
          #expect(inFlight.contains(key), "seed \(seed): \(key) waits for nothing")
          let isOn = button.kind == .like ? cell.isLiked : cell.isSaved
          expectEqual(isOn, wanted[key], "seed \(seed): \(key)")
        }
      }
    }
  }
}

extension DeviceCall.Request {
  /// The button that the call switches, if it does.
  var switched: DeviceButton? {
    switch self {
    case .like(let post), .unlike(let post): .like(post)
    case .save(let post), .unsave(let post): .save(post)
    case .vote(let post): .vote(post)
    case .follow(let member), .unfollow(let member): .follow(member)
    case .page, .view, .sync: nil
    }
  }
}
