import Experiments
import ReportKit
import Scenarios
import SocialFeed
import Studies

/// Posts by their likes, half as high when they are a day old.
struct WarmRanker: ScoringRanker {
  static let descriptor = RankerDescriptor(
    name: "warm", summary: "Likes, fading by the day.", order: "(1 + likes) / (1 + age / fade)",
    surfaces: [.home],
    parameters: [
      RankerParameter(
        name: "fade", summary: "Age at which likes count half.", unit: "s", defaultValue: 86_400,
        range: 3600...864_000)
    ],
    make: { WarmRanker(fadeHours: $0[0] / 3600) })

  let fadeHours: Double
  var features: FeatureSet { [.likes, .ageHours] }

  func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    let (likes, ages) = (candidates[.likes], candidates[.ageHours])
    for index in likes.indices {
      scores[index] = (1 + likes[index]) / (1 + ages[index] / fadeHours)
    }
  }
}

let scenario = try Scenario.load(
  file: CommandLine.arguments.dropFirst().first ?? "warm.yml",
  overrides: Array(CommandLine.arguments.dropFirst(2)),
  rankers: .standard.adding([WarmRanker.descriptor]))
let results = try Experiment(scenario).run(jobs: 2)
print(ReportFormat.text.render(results.document))
