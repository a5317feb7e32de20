import SelfTest
import Stochastics
import TestSupport
import Testing

@Suite struct StudyTests {
  @Test(
    arguments: [
      // Inside the tolerance, whatever the interval.
      (.value(0.3, within: 0.1, noEffect: 0), [0.2, 0.38], .reproduced),
      // Two values have the interval mean ± 12.7 · half their difference: 0.55 [0.49, 0.61], beyond the tolerance, and surely above 0.
      (.value(0.3, within: 0.1, noEffect: 0), [0.545, 0.555], .directionOnly),
      // 0.15 [−0.49, 0.79]
      (.value(0.3, within: 0.1, noEffect: 0), [0.1, 0.2], .notReproduced),
      // Surely on the other side.
      (.value(0.3, within: 0.1, noEffect: 0), [-0.2, -0.201], .notReproduced),
      (.value(-0.3, within: 0.1, noEffect: 0), [-0.1, -0.101], .directionOnly),
      (.above(2), [2.1, 2.101], .reproduced), (.above(2), [2.1, 2.5], .notReproduced),
      (.below(0), [-1, -1.01], .reproduced), (.below(0), [1, 1.01], .notReproduced),
      (.above(2), [], .notReproduced), (.inexpressible("no"), [], .inexpressible),
    ] as [(StudyResult.Published, [Double], StudyGrade)])
  func `a result is graded by its tolerance, then by its direction`(
    published: StudyResult.Published, values: [Double], grade: StudyGrade
  ) {
    expectEqual(StudyResult("r", published).grade(RealismReport.Measurement(values)), grade)
  }

  /// A study whose replication *n* finds *n* and, but for the first, 1.
  private struct Counting: PublishedStudy {
    let name = "counting"
    let source = "a test"
    let results = [
      StudyResult("number", .value(1.5, within: 0.1, noEffect: 0)), StudyResult("one", .above(0)),
      StudyResult("nothing", .inexpressible("there is none")),
    ]

    func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
      [Double(number), number == 0 ? nil : 1]
    }
  }

  @Test(arguments: [1, 3]) func `replications are put together, whatever the jobs`(jobs: Int) {
    let report = StudiesPlan([Counting()], replications: 4).run(SelfTestSetting(), jobs: jobs)
    expectEqual(report.studies[0].measurements.map { $0?.mean }, [1.5, 1, nil])
    #expect(report.count(.reproduced) == 2 && report.count(.inexpressible) == 1)
  }

  @Test func `results that can be expressed come first, and have a value in each replication`() {
    for study in PublishedStudies.all {
      let isExpressible = study.results.map(\.isExpressible)
      expectEqual(isExpressible, isExpressible.sorted { $0 && !$1 }, "\(study.name)")
    }
    expectEqual(Set(PublishedStudies.all.map(\.name)).count, PublishedStudies.all.count)
  }

  /// Replications of small communities: every result has a finite value, the same one again.
  @Test(arguments: ["one vote", "urn of two products", "diversity paradox"])
  func `a study gives its results again`(name: String) throws {
    let study = try #require(PublishedStudies.all.first { $0.name == name })
    let setting = SelfTestSetting(share: SelfTestSetting.quickShare)
    let values = study.values(replication: 1, setting)
    expectEqual(values.count, study.results.count { $0.isExpressible })
    #expect(values.allSatisfy { $0?.isFinite == true })
    expectEqual(study.values(replication: 1, setting), values)
  }
}
