import SelfTest
import Synchronization
import TestSupport
import Testing

@Suite struct SelfTestPlanTests {
  /// A check of one finding, its number.
  private struct Numbered: SelfCheck {
    let number: Int
    var id: String { "N\(number)" }
    let suites = [SelfTestSuite.stats]
    let source = "counting"
    /// So that they begin in another order.
    var seconds: Double { Double(number * 7 % 10) }

    func findings(_ setting: SelfTestSetting) -> [Finding] {
      let target = number == 3 ? -1 : Double(number)
      return [
        Finding(
          "number", size: "\(setting.share)", expect: .exactly(target), observed: Double(number))
      ]
    }
  }

  private struct Failing: SelfCheck {
    let id = "X"
    let suites = [SelfTestSuite.stats]
    let source = "nothing"
    func findings(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding] {
      throw .process("it did not start")
    }
  }

  @Test(arguments: [1, 2, 9])
  func `results are in the order of the checks, however many run at a time`(jobs: Int) throws {
    let checks = (0..<20).map(Numbered.init)
    let report = try SelfTestPlan(checks).run(SelfTestSetting(share: 0.5), jobs: jobs)
    expectEqual(report.share, 0.5)
    expectEqual(report.results.map(\.id), (0..<20).map { "N\($0)" })
    expectEqual(report.results.map(\.finding.observed), (0..<20).map(Double.init))
    expectEqual(report.failures, 1)
  }

  @Test func `the longest begin first, and progress is reported`() throws {
    let begun = Mutex<[SelfTestPlan.Progress]>([])
    _ = try SelfTestPlan((0..<5).map(Numbered.init)).run(SelfTestSetting(), jobs: 1) { progress in
      begun.withLock { $0.append(progress) }
    }
    let reports = begun.withLock { $0 }
    // 0, 7, 14, 21, 28 leave 0, 7, 4, 1, 8.
    expectEqual(reports.compactMap(\.underWay.first), ["N4", "N1", "N2", "N3", "N0"])
    expectEqual(reports.map(\.finished), [0, 1, 1, 2, 2, 3, 3, 4, 4, 5])
    #expect(reports.allSatisfy { $0.checks == 5 })
  }

  @Test func `a check that cannot be made ends the self-test`() {
    #expect(throws: SelfTestFailure.self) {
      try SelfTestPlan([Numbered(number: 1), Failing()]).run(SelfTestSetting(), jobs: 2)
    }
    expectEqual(SelfTestFailure.process("it did not start").description, "it did not start")
  }

  @Test func `nothing to check is a table without lines`() throws {
    #expect(try SelfTestPlan([]).run(SelfTestSetting(), jobs: 2).results.isEmpty)
  }

  @Test func `a share that is none is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = SelfTestSetting(share: 0) }
    await #expect(processExitsWith: .failure) { _ = SelfTestSetting(share: 1.5) }
  }
}
