internal import FeedMetrics

extension TieObservation.Kind {
  /// In the order of their numbers.
  static let all: [Self] = [.follow, .unfollow, .friend, .unfriend, .block]

  /// The name in traces.
  var name: String {
    switch self {
    case .follow: "follow"
    case .unfollow: "unfollow"
    case .friend: "friend"
    case .unfriend: "unfriend"
    case .block: "block"
    }
  }
}

/// The names of the like and the save button in traces.
let buttonNames = ["like", "save"]
