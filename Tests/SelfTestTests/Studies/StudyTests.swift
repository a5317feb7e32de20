import SelfTest
import Stochastics
import TestSupport
import Testing

@Suite struct StudyTests {
  @Test(
    arguments: [
      // Inside the tolerance, whatever the interval.
      (.value(0.3, within: 0.1, noEffect: 0), [0.2, 0.38], .reproduced),
      // Two values have the interval mean ± 12.7 · half their difference: 0.44 [0.38, 0.50], beyond the tolerance, surely
      // above 0, and 1.47 times the published effect.
      (.value(0.3, within: 0.1, noEffect: 0), [0.435, 0.445], .directionOnly),
      // 0.46 is 1.53 times as much; 0.21 is 0.7 times as much, and 0.19 is 0.63 times.
      (.value(0.3, within: 0.1, noEffect: 0), [0.455, 0.465], .notReproduced),
      (.value(0.3, within: 0.01, noEffect: 0), [0.205, 0.215], .directionOnly),
      (.value(0.3, within: 0.01, noEffect: 0), [0.185, 0.195], .notReproduced),
      // Effects on a ratio are 0.32 and 0.411, 1.28 times as much; 0.551 is 1.72 times.
      (.value(1.32, within: 0.05, noEffect: 1), [1.41, 1.412], .directionOnly),
      (.value(1.32, within: 0.05, noEffect: 1), [1.55, 1.552], .notReproduced),
      // 0.15 [−0.49, 0.79]
      (.value(0.3, within: 0.1, noEffect: 0), [0.1, 0.2], .notReproduced),
      // Surely on the other side.
      (.value(0.3, within: 0.1, noEffect: 0), [-0.2, -0.201], .notReproduced),
      (.value(-0.3, within: 0.01, noEffect: 0), [-0.24, -0.241], .directionOnly),
      // Inside a range; then 1.2 times its far end, 0.75 and 0.5 times its near one, and the other side.
      (.range(-0.25...(-0.08), noEffect: 0), [-0.3, -0.1], .reproduced),
      (.range(-0.25...(-0.08), noEffect: 0), [-0.3, -0.301], .directionOnly),
      (.range(-0.25...(-0.08), noEffect: 0), [-0.06, -0.0601], .directionOnly),
      (.range(-0.25...(-0.08), noEffect: 0), [-0.04, -0.0401], .notReproduced),
      (.range(-0.25...(-0.08), noEffect: 0), [0.1, 0.1001], .notReproduced),
      // 0.005 [−0.059, 0.069] is surely less than 0.08; 0.01 [−0.117, 0.137] and 0.07 [0.01, 0.13] are not.
      (.absent(within: 0.08), [0, 0.01], .reproduced),
      (.absent(within: 0.08), [0, 0.02], .notReproduced),
      (.absent(within: 0.08), [0.065, 0.075], .notReproduced),
      (.absent(within: 0.08), [-0.065, -0.075], .notReproduced),
      (.above(2), [2.1, 2.101], .reproduced), (.above(2), [2.1, 2.5], .notReproduced),
      (.below(0), [-1, -1.01], .reproduced), (.below(0), [1, 1.01], .notReproduced),
      (.above(2), [], .notReproduced), (.inexpressible("no"), [], .inexpressible),
    ] as [(StudyResult.Published, [Double], StudyGrade)])
  func `a result is graded by its tolerance, then by its direction and factor`(
    published: StudyResult.Published, values: [Double], grade: StudyGrade
  ) {
    expectEqual(StudyResult("r", published).grade(RealismReport.Measurement(values)), grade)
  }

  /// Two values that differ by 2 *e* have the standard error *e*. With one degree of freedom an effect of 12.706 *e* is
  /// found every second time, and one of 13.706 *e* with ½ + arctan(1) ÷ π.
  @Test(
    arguments: [
      (.value(0.3, within: 0.1, noEffect: 0), 0.3 / 12.706, 0.5),
      (.value(0.7, within: 0.1, noEffect: 1), 0.3 / 12.706, 0.5),
      (.value(0.3, within: 0.1, noEffect: 0), 0.3 / 13.706, 0.75),
      // Of a range, the end that is nearer to no effect.
      (.range(-0.6...(-0.3), noEffect: 0), 0.3 / 12.706, 0.5),
      (.above(0), 0.1, nil), (.below(0), 0.1, nil), (.absent(within: 1), 0.1, nil),
      (.inexpressible("no"), 0.1, nil),
    ] as [(StudyResult.Published, Double, Double?)])
  func `power is that of the run's standard error for the published effect`(
    published: StudyResult.Published, error: Double, power: Double?
  ) throws {
    let result = StudyResult("r", published)
    let found = result.power(RealismReport.Measurement([1 - error, 1 + error]))
    guard let power else { return expectEqual(found, nil) }
    #expect(abs(try #require(found) - power) < 1e-4)
    expectEqual(result.power(nil), nil)
    expectEqual(result.power(RealismReport.Measurement([1])), nil)
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
  @Test(
    arguments: ["one vote", "urn of two products", "diversity paradox", "randomised promotion"])
  func `a study gives its results again`(name: String) throws {
    let study = try #require(PublishedStudies.all.first { $0.name == name })
    let setting = SelfTestSetting(share: SelfTestSetting.quickShare)
    let values = study.values(replication: 1, setting)
    expectEqual(values.count, study.results.count { $0.isExpressible })
    #expect(values.allSatisfy { $0?.isFinite == true })
    expectEqual(study.values(replication: 1, setting), values)
  }
}
