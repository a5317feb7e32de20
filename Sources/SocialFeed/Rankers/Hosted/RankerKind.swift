/// What an external ranker answers with.
public enum RankerKind: String, CaseIterable, Hashable, Sendable {
  /// A finite number for each candidate.
  case score
  /// The candidates in order, without those that are not to be shown.
  case order
  /// A page of its own choice, which is not refilled.
  case serve
}
