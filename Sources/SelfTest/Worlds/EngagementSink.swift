internal import FeedMetrics

/// Counts impressions and examinations.
final class EngagementSink: ObservationSink {
  /// Impressions, and examined impressions, by position from 0.
  private(set) var shown: [Int]
  private(set) var examined: [Int]

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
}
