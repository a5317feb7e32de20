import FeedDevice
import Testing

@Suite struct DeviceRulesTests {
  @Test func `the domain's figures hold unless others are given`() {
    let rules = DeviceRules()
    #expect(rules.pageSize == 20 && rules.refreshDelay == 0.5)
    #expect(rules.syncBatch == 50 && rules.mediaLinkLifetime == 3600)
    let others = DeviceRules(pageSize: 1, refreshDelay: 0, syncBatch: 1, mediaLinkLifetime: 1)
    #expect(others.pageSize == 1 && others.refreshDelay == 0)
    #expect(others.syncBatch == 1 && others.mediaLinkLifetime == 1)
    #expect(DeviceRules(mediaLinkLifetime: .infinity).mediaLinkLifetime == .infinity)
  }

  @Test func `figures out of range are programming errors`() async {
    await #expect(processExitsWith: .failure) { _ = DeviceRules(pageSize: 0) }
    await #expect(processExitsWith: .failure) { _ = DeviceRules(refreshDelay: -1) }
    await #expect(processExitsWith: .failure) { _ = DeviceRules(refreshDelay: .infinity) }
    await #expect(processExitsWith: .failure) { _ = DeviceRules(refreshDelay: .nan) }
    await #expect(processExitsWith: .failure) { _ = DeviceRules(syncBatch: 0) }
    await #expect(processExitsWith: .failure) { _ = DeviceRules(syncBatch: 51) }
    await #expect(processExitsWith: .failure) { _ = DeviceRules(mediaLinkLifetime: 0) }
    await #expect(processExitsWith: .failure) { _ = DeviceRules(mediaLinkLifetime: .nan) }
  }
}
