import Experiments
import FeedMetrics
import Studies

/// The sample's like rate, divided: in each world 10,000 looks under both arms, which led to the sample's likes.
enum SampleExplanations {
  /// Home has 6,000 and then 7,000 of the looks. The contest's likes for a look are 0.025 under both arms.
  private static let home: [String: (looks: Double, likes: [Double])] = [
    "newest": (6000, [301, 303, 299, 302]),
    "affinity": (7000, [381, 380, 382, 384]),
  ]

  static func results(
    worlds: Int = 4, groups: [String] = ["majority", "minority"]
  ) -> ExperimentResults {
    let sample = SampleResults.results(candidates: ["affinity"], worlds: worlds)
    return ExperimentResults(
      design: sample.design,
      outcomes: sample.outcomes.map {
        WorldOutcome(
          arm: $0.arm, world: $0.world, values: $0.values, scopes: $0.scopes, curves: $0.curves,
          looks: [looks(of: $0.arm, world: $0.world, groups: groups)], digest: $0.digest,
          summary: $0.summary)
      })
  }

  private static func looks(of arm: String, world: Int, groups: [String]) -> LookCounts {
    let home = home[arm]!
    let contest = 10_000 - home.looks
    let likes = home.likes[world] + contest * 0.025
    return LookCounts(
      tables: [
        table(
          .surface, ["home", "contest", "friends"],
          looks: [home.looks, contest, 0], likes: [home.likes[world], contest * 0.025, 0]),
        // As many second looks, which led to as many likes.
        table(.look, ["first", "second"], looks: [8000, 2000], likes: [likes - 20, 20]),
        table(.day, ["day 3"], looks: [10_000], likes: [likes]),
        table(.creators, groups, looks: [9000, 1000], likes: [likes - 50, 50]),
        // Of 100 looks at the category k > 0 each, k are liked.
        table(
          .category, (0..<14).map { "category \($0)" },
          looks: [8700] + Array(repeating: 100, count: 13),
          likes: [likes - 91] + (1...13).map(Double.init)),
      ], memberDays: 2000)
  }

  private static func table(
    _ dimension: LookDimension, _ levels: [String], looks: [Double], likes: [Double]
  ) -> LookCounts.Table {
    LookCounts.Table(
      dimension: dimension, levels: levels,
      sums: zip(looks, likes).map { looks, likes in
        LookSum.allCases.map { $0 == .looks ? looks : $0 == .likes ? likes : 0 }
      })
  }

  static func explanation(
    by dimension: LookDimension? = nil, worlds: Int = 4
  ) throws -> Explanation {
    try Explanation(results(worlds: worlds), of: SampleResults.metrics[7], by: dimension)
  }
}
