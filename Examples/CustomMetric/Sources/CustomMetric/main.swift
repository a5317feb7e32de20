import FeedLabCommand
import FeedMetrics
import SyntheticSociety

/// The share of impressions between midnight and six.
final class NightShare: CustomMetric {
  static let definition = MetricDefinition(
    id: "night_share", family: .utility, label: "Night share",
    name: "Share of impressions between midnight and six",
    formula: "impressions from 0 to 6 o'clock / impressions", unit: "", direction: .lower,
    margin: .absolute(0.01), range: "[0, 1]", undefined: "no impression", source: "none")
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

/// People examine the first five posts of a page, and no other.
struct FirstFive: Behaviour {
  static let behaviour = CustomBehaviour(
    name: "first-five", summary: "People examine the first five posts of a page, and no other."
  ) { $0.examination = FirstFive() }

  func decide(_ look: Examination.Situation) -> Double { look.position < 5 ? 1 : 0 }
}

FeedLabCommand.main(metrics: [NightShare.self], behaviours: [FirstFive.behaviour])
