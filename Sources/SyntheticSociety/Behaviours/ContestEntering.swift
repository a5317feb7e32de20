internal import PortableMath

/// Component 18: who enters a contest, and when.
///
/// The hazard is proportional to 1 ÷ (T − t + ρT) × skill × past success, ρ the rush (0.05): the
/// nearer the end, the more enter; a member enters once. Its integral up to *t* is a member's total
/// × ln((1 + ρ)T ÷ (T − t + ρT)) ÷ ln((1 + ρ) ÷ ρ), so that the time is found from one exponential
/// draw a member and contest, and a tenth of the length before the end brings ln 3 ÷ ln 21 = 36.1 %.
public struct ContestEntering: Behaviour {
  public struct Situation: Sendable {
    /// Of the contest, in seconds.
    public let length: Double
    public let skill: Double
    /// The member's places on final leaderboards.
    public let successes: Int
    /// A standard exponential draw of the member and the contest.
    public let exponential: Double

    public init(length: Double, skill: Double, successes: Int, exponential: Double) {
      self.length = length
      self.skill = skill
      self.successes = successes
      self.exponential = exponential
    }
  }

  private let contests: SocietyParameters.Contests
  private let logRange: Double
  private let meanSkillFactor: Double

  public init(_ parameters: SocietyParameters) {
    contests = parameters.contests
    logRange = Portable.log((1 + contests.rush) / contests.rush)
    let deviation = parameters.quality.skillDeviation
    meanSkillFactor = Portable.exp(deviation * deviation / 2)
  }

  /// Seconds after the contest's start at which the member enters, or `nil` for not at all.
  public func decide(_ contest: Situation) -> Double? {
    let total =
      contests.entriesPerMember * Portable.exp(contest.skill) / meanSkillFactor
      * (1 + contests.success * Double(contest.successes))
    guard contest.exponential < total else { return nil }
    // The part of the length by which a part of the hazard has passed.
    let part = contest.exponential / total
    return (1 + contests.rush) * (1 - Portable.exp(-part * logRange)) * contest.length
  }
}
