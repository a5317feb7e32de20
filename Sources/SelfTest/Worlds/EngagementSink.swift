internal import FeedMetrics
internal import SocialFeed

/// Counts impressions, examinations and interactions.
final class EngagementSink: ObservationSink {
  /// Impressions, and examined impressions, by position from 0.
  private(set) var shown: [Int]
  private(set) var examined: [Int]
  private var actions = Array(repeating: 0, count: InteractionKind.allCases.count)

  /// - Parameter positions: The number of positions that are counted, from the first on.
  init(positions: Int) {
    shown = Array(repeating: 0, count: positions)
    examined = Array(repeating: 0, count: positions)
  }

  func observe(_ page: borrowing PageObservation) {
    for index in page.posts.indices where page.offset + index < shown.count {
      shown[page.offset + index] += 1
      if page.examined[index] { examined[page.offset + index] += 1 }
    }
  }

  func observe(_ interaction: InteractionObservation) {
    actions[Int(interaction.kind.rawValue)] += 1
  }

  /// Interactions of a kind for each examined impression.
  func rate(of kind: InteractionKind) -> Double {
    Double(actions[Int(kind.rawValue)]) / Double(examined.reduce(0, +))
  }
}
