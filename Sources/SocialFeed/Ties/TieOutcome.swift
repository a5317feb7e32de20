/// What became of a tie between two members: it came into being, or ended. A block that ends other ties comes after their
/// ends.
///
/// Traces and digests of runs have the raw values.
public enum TieOutcome: UInt8, CaseIterable, Hashable, Sendable {
  case follow, unfollow, friend, unfriend, block
}
