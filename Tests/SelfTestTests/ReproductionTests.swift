import Foundation
import SelfTest
import TestSupport
import Testing

/// The results themselves, on samples that fit in a test; `feedlab selftest` takes the full ones.
@Suite struct ReproductionTests {
  private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../scenarios").standardizedFileURL.path()

  private static let setting = SelfTestSetting(
    share: testSize(debug: 0.01, release: SelfTestSetting.quickShare), scenarios: scenarios)

  /// Without optimisation those that take long at full size are left to the release build.
  private static let ids = SelfTestCatalogue.all
    .filter { $0.seconds <= testSize(debug: 5, release: .infinity) }.map(\.id)

  @Test(arguments: ids)
  func `is reproduced`(id: String) throws {
    let check = try #require(SelfTestCatalogue.all.first { $0.id == id })
    for finding in try check.findings(Self.setting) {
      #expect(finding.passes, "\(finding)")
      #expect(finding.result.count <= 44, "\(finding.result)")
    }
  }

  @Test func `no two checks have one id, and all belong to a suite`() {
    let ids = SelfTestCatalogue.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(SelfTestCatalogue.all.allSatisfy { !$0.suites.isEmpty })
  }
}
