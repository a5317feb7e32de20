import FeedMetrics
import Foundation

/// Curves made up so that arms and worlds differ a little.
enum SampleCurves {
  /// Three categories give a half, three tenths and a fifth of the posts. `affinity` shows more of the
  /// first, and older posts.
  static func curves(of arm: String, world: Int) -> RunCurves {
    let bend = (arm == "affinity" ? 3.0 : 2.0) + Double(world) / 10
    let pace = arm == "affinity" ? 40_000.0 : 10_000.0
    let first = arm == "affinity" ? 0.6 : 0.5
    return make(
      exposure: RunCurves.percents.map { pow(Double($0) / 100, bend) },
      youngerThan: RunCurves.ages.map { Double($0) / (Double($0) + pace) },
      shown: [first, 0.8 - first, 0.2], published: [0.5, 0.3, 0.2])
  }

  /// Read as they would be from a file, since a run alone makes them otherwise.
  private static func make(
    exposure: [Double], youngerThan: [Double], shown: [Double], published: [Double]
  ) -> RunCurves {
    let fields: [String: Any] = [
      "exposure": exposure, "youngerThan": youngerThan, "shown": shown, "published": published,
      "authors": 400, "posts": 12_345, "impressions": 4_209_876,
    ]
    let data = try! JSONSerialization.data(withJSONObject: fields)
    return try! JSONDecoder().decode(RunCurves.self, from: data)
  }
}
