/// How a live test divides one world between a baseline and a candidate.
public enum LiveDesign: Sendable, Hashable, Codable {
  /// Each member has one arm for good: the candidate with a probability in `0...1`, by a draw of the
  /// member's own.
  case userSplit(share: Double = 0.5)
  /// Clusters of members who are tied to each other have one arm each. They are paired by size, and of
  /// each pair a fair coin gives one to the candidate.
  case clusterSplit
  /// Everybody has the same arm, and the arms take turns of so many seconds, two by two: a fair coin says
  /// which comes first. What happens within the washout after a change is left out.
  case switchback(every: Double = 86_400, washout: Double = 0)

  /// As the command line calls it.
  public var name: String {
    switch self {
    case .userSplit: "user-split"
    case .clusterSplit: "cluster-split"
    case .switchback: "switchback"
    }
  }

  /// Seconds after a change of arm that are left out; 0 where nobody changes.
  public var washout: Double {
    if case .switchback(_, let washout) = self { washout } else { 0 }
  }
}
