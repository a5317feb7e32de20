import Experiments
import FeedMetrics
import ReportKit
import Scenarios
import Studies

/// The share of impressions between midnight and six.
final class NightShare: CustomMetric {
  static let definition = MetricDefinition(
    id: "night_share", family: .utility, name: "Share of impressions between midnight and six",
    formula: "impressions from 0 to 6 o'clock / impressions", unit: "", direction: .describes,
    range: "[0, 1]", undefined: "no impression", source: "none")
  private var (night, shown, start) = (0, 0, 0.0)

  func begin(_ run: RunObservation) { start = run.windowStart }

  func observe(_ page: borrowing PageObservation) {
    guard page.time >= start else { return }
    shown += page.posts.count
    if page.time.truncatingRemainder(dividingBy: 86_400) < 6 * 3600 { night += page.posts.count }
  }

  var value: MetricValue {
    MetricValue(shown > 0 ? Double(night) / Double(shown) : nil, support: shown)
  }
}

let scenario = try Scenario.load(
  file: CommandLine.arguments.dropFirst().first ?? "night.yml",
  overrides: Array(CommandLine.arguments.dropFirst(2)))
var experiment = Experiment(
  scenario, metrics: MetricCatalogue.all.filter { $0.id == "engagement_rate" })
experiment.measure { NightShare() }
print(ReportFormat.text.render(try experiment.run(jobs: 2).document))
