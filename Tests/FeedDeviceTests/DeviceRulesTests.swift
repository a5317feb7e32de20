import FeedDevice
import TestSupport
import Testing

@Suite struct DeviceRulesTests {
  @Test func `the domain's figures hold unless others are given`() throws {
    let rules = DeviceRules()
    #expect(rules.pageSize == 20 && rules.refreshDelay == 0.5)
    #expect(rules.syncBatch == 50 && rules.mediaLinkLifetime == 3600)
    try expectEqual(DeviceRules(pageSize: 20), rules)
    let others = try DeviceRules(pageSize: 1, refreshDelay: 0, syncBatch: 1, mediaLinkLifetime: 1)
    #expect(others.pageSize == 1 && others.refreshDelay == 0)
    #expect(others.syncBatch == 1 && others.mediaLinkLifetime == 1)
    try expectEqual(DeviceRules(mediaLinkLifetime: .infinity).mediaLinkLifetime, .infinity)
  }

  @Test func `figures out of range are refused with a sentence`() {
    func sentence(_ rules: () throws -> DeviceRules) -> String? {
      do { _ = try rules() } catch { return "\(error)" }
      return nil
    }
    expectEqual(sentence { try DeviceRules(pageSize: 0) }, "a page of 0 posts; expected at least 1")
    for (delay, text) in [(-1.0, "-1.0"), (.infinity, "inf"), (.nan, "nan")] {
      expectEqual(
        sentence { try DeviceRules(refreshDelay: delay) },
        "a refresh after \(text) s; expected a finite number of seconds not below 0")
    }
    for batch in [0, 51, .min, .max] {
      expectEqual(
        sentence { try DeviceRules(syncBatch: batch) }, "a sync of \(batch) posts; expected 1 to 50"
      )
    }
    for (lifetime, text) in [(0.0, "0.0"), (.nan, "nan")] {
      expectEqual(
        sentence { try DeviceRules(mediaLinkLifetime: lifetime) },
        "media links that expire after \(text) s; expected a number of seconds above 0")
    }
  }
}
