import FeedDevice
import SocialFeed
import TestSupport
import Testing

/// The refresh after a post's detail was fetched.
@Suite struct DetailTests {
  private func phone(of surface: Surface = .home) throws -> Phone {
    Phone(
      showing: states([2, 1]), of: surface,
      rules: try DeviceRules(homeRefreshes: [.afterDetail]))
  }

  @Test func `home is refreshed half a second after a detail was fetched`()
    throws
  {
    var phone = try phone()
    phone.device.openDetail(of: PostID(1), calls: &phone.calls)
    let detail = phone.takeCall()
    #expect(detail.request == .view(PostID(1)) && phone.device.nextTimer == nil)
    phone.device.callDone(detail.id, now: 3, calls: &phone.calls)
    expectEqual(phone.device.nextTimer, 3.5)
    phone.device.timePassed(now: 3.5, calls: &phone.calls)
    #expect(phone.take() == [page(refresh: 1)] && phone.device.detail == PostID(1))
    // A second answer to the same call means nothing.
    phone.device.callDone(detail.id, now: 4, calls: &phone.calls)
    expectEqual(phone.device.nextTimer, nil)
  }

  @Test func `rules can leave it out, and the domain's do not`() throws {
    expectEqual(DeviceRules().homeRefreshes, [.afterLike, .onReturn, .afterDetail])
    var phone = Phone(
      showing: states([1]), rules: try DeviceRules(homeRefreshes: [.afterLike, .onReturn]))
    phone.device.openDetail(of: PostID(1), calls: &phone.calls)
    phone.succeed(now: 3)
    expectEqual(phone.device.nextTimer, nil)
  }

  @Test func `a detail that fails, or on another feed, refreshes nothing`() throws {
    var phone = try phone()
    for refuses in [false, true] {
      phone.device.openDetail(of: PostID(1), calls: &phone.calls)
      let call = phone.takeCall().id
      if refuses {
        phone.device.callRefused(
          call, by: .interaction(.unknownPost(PostID(1))), calls: &phone.calls)
      } else {
        phone.device.callFailed(call, calls: &phone.calls)
      }
      phone.device.callDone(call, now: 3, calls: &phone.calls)
      #expect(phone.device.nextTimer == nil && phone.device.loadingState == .loaded)
    }
    var other = try self.phone(of: .friends)
    other.device.openDetail(of: PostID(1), calls: &other.calls)
    other.succeed(now: 3)
    expectEqual(other.device.nextTimer, nil)
  }

  @Test func `the detail opened last is the one that counts`() throws {
    var phone = try phone()
    phone.device.openDetail(of: PostID(1), calls: &phone.calls)
    let first = phone.takeCall()
    phone.device.openDetail(of: PostID(2), calls: &phone.calls)
    let second = phone.takeCall()
    phone.device.callDone(first.id, now: 3, calls: &phone.calls)
    expectEqual(phone.device.nextTimer, nil)
    phone.device.callDone(second.id, now: 4, calls: &phone.calls)
    expectEqual(phone.device.nextTimer, 4.5)
  }

  @Test func `a detail that is fetched in the background is refreshed at the next trigger`() throws
  {
    var phone = try phone()
    phone.device.openDetail(of: PostID(1), calls: &phone.calls)
    let detail = phone.takeCall()
    phone.device.goToBackground()
    phone.device.callDone(detail.id, now: 3, calls: &phone.calls)
    expectEqual(phone.device.nextTimer, nil)
    phone.device.comeToForeground(now: 4, calls: &phone.calls)
    expectEqual(phone.take(), [page(refresh: 1)])
  }
}
