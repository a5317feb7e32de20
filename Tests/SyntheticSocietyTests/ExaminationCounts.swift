import FeedMetrics
import SocialFeed

/// Counts impressions, looks and what came of them, without keeping them.
final class ExaminationCounts: ObservationSink {
  private(set) var shown = Array(repeating: 0, count: 20)
  private(set) var examined = Array(repeating: 0, count: 20)
  private(set) var actions = Array(repeating: 0, count: InteractionKind.allCases.count)

  func observe(_ page: borrowing PageObservation) {
    for index in page.posts.indices where page.offset + index < 20 {
      shown[page.offset + index] += 1
      if page.examined[index] { examined[page.offset + index] += 1 }
    }
  }

  func observe(_ interaction: InteractionObservation) {
    actions[Int(interaction.kind.rawValue)] += 1
  }

  func rate(of kind: InteractionKind) -> Double {
    Double(actions[Int(kind.rawValue)]) / Double(examined.reduce(0, +))
  }
}
