import Calibration
import DataFiles
internal import Experiments
import Foundation
import Scenarios
internal import SocialFeed
import TestSupport
import Testing

@Suite struct RealCommunityTests {
  private static let scenarios = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../scenarios").standardizedFileURL

  @Test func `the calibrated scenario is compared with the statistics of its logs`() throws {
    let scenario = try Scenario.load(
      file: Self.scenarios.appending(path: "calibrated.yml").path(percentEncoded: false))
    let real = try #require(try RealCommunity(of: scenario))
    expectEqual(real.activity?.count, 19_102)
    #expect(abs(real.hours![21] - 0.06863) < 1e-5)
    expectEqual(real.followers?.count, 5155)
    #expect(real.producedClickRate == 0.377715 && real.uniformClickRate == 0.177213)
    expectEqual(real.actionRates.map(\.kind), [.like, .comment])
    expectEqual(real.uniformActionRates.map(\.rate), [0.0046975, 0.000349771])
    expectEqual(real.postPopularity?.count, 32_038_693)
    #expect(abs(real.reciprocity! - 0.333086) < 1e-6)
    #expect(abs(real.clustering! - 0.247732) < 1e-6)
  }

  @Test func `a scenario may have no real community, and missing logs are reported`()
    throws
  {
    let head = "feedlab: 1\narms: {a: {home: recency}}\n"
    let plain = try Scenario.parse(Array(head.utf8), file: "town.yml")
    try expectEqual(RealCommunity(of: plain), nil)
    let lost = try Scenario.parse(
      Array((head + "realism: {mapping: nowhere/m.json}").utf8), file: "town.yml")
    let error = #expect(throws: InvalidLogs.self) { try RealCommunity(of: lost) }
    expectEqual(error?.description, "nowhere/m.json: there is no such file")
  }
}
