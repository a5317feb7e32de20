import Foundation
import SelfTest
import TestSupport
import Testing

/// The results themselves, on samples that fit in a test; `feedlab selftest` takes the full ones.
@Suite struct ReproductionTests {
  private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../scenarios").standardizedFileURL.path()

  /// Those whose smallest samples take over five seconds with internal checks: `feedlab selftest --quick`
  /// reproduces them, in .ci/run.
  private static let slow = ["B4", "B11", "B27", "B28", "B29", "F9"]

  @Test(arguments: SelfTestCatalogue.all.map(\.id).filter { !slow.contains($0) })
  func `is reproduced`(id: String) throws {
    let check = try #require(SelfTestCatalogue.all.first { $0.id == id })
    // About a second each, optimised.
    let share = min(SelfTestSetting.quickShare, 1 / check.seconds)
    for finding in try check.findings(SelfTestSetting(share: share, scenarios: Self.scenarios)) {
      #expect(finding.passes, "\(finding)")
      #expect(finding.result.count <= 44, "\(finding.result)")
    }
  }

  @Test func `no two checks have one id, and all belong to a suite`() {
    let ids = SelfTestCatalogue.all.map(\.id)
    expectEqual(Set(ids).count, ids.count)
    #expect(SelfTestCatalogue.all.allSatisfy { !$0.suites.isEmpty })
  }
}
