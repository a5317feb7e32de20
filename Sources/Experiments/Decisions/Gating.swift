public import Stochastics

/// Whether a candidate does harm that matters.
public enum Gate: String, Sendable, Hashable, CaseIterable {
  /// The interval leaves no room for harm beyond the margin.
  case pass
  /// There is harm beyond the margin, after correction for the number of questions.
  case fail
  case undecided
}

/// What a metric has to show of a candidate, and what it shows: of the primary and the guardrails alone.
public struct Gating: Sendable, Hashable {
  public enum Role: String, Sendable, Hashable {
    case primary, guardrail
  }

  public let role: Role
  /// How many questions *p* is corrected for.
  public let familySize: Int
  /// Two-sided, of the hypothesis whose rejection is an alarm: of the primary, that there is no difference;
  /// of a guardrail, that the harm is no larger than the margin, 1 when what is seen is none. `nil` for
  /// fewer than two pairs of worlds.
  public let pValue: Double?
  /// The same, corrected.
  public let adjustedP: Double?
  /// Of the difference, at level 1 − α/*m*: those of the whole family cover at once.
  public let simultaneous: ConfidenceInterval?
  public let gate: Gate
}
