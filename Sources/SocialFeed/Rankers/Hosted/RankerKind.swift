/// What a ranker outside of this program answers with.
public enum RankerKind: String, CaseIterable, Hashable, Sendable {
  /// A finite number for each candidate.
  case score
  /// The candidates in order, without those that are not to be shown.
  case order
  /// A page of its own choice, of which nothing is refilled.
  case serve
}
