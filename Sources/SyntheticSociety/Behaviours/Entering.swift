internal import PortableMath

/// Who enters a contest, and when.
///
/// The hazard is proportional to 1 ÷ (T − t + ρT) × skill × past success, ρ the rush: the nearer the
/// end, the more enter; a member enters once. The integral of the hazard up to *t* is a member's total
/// × ln((1 + ρ)T ÷ (T − t + ρT)) ÷ ln((1 + ρ) ÷ ρ), so that the time is found from one exponential
/// draw a member and contest.
public struct Entering: Behaviour {
  public struct Parameters: ParameterSection {
    public var entriesPerMember = 0.0
    public var rush = 0.0
    public var success = 0.0
    public var atStart = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.entering.entries", \.entering.entriesPerMember, 0.018, in: 0...1,
        unit: "a contest and member", "Mean entries."),
      SocietyParameter(
        "behaviour.entering.rush", \.entering.rush, 0.05, in: 0.0001...10,
        "Hazard of entering is proportional to 1 / (time left + rush x length).",
        source: "deadline effect"),
      SocietyParameter(
        "behaviour.entering.success", \.entering.success, 0.5, in: 0...10,
        "Gain of the hazard for each time on a final leaderboard."),
      SocietyParameter(
        "behaviour.entering.at-start", \.entering.atStart, 0, in: 0...1_000_000,
        unit: "entries a contest", isInteger: true,
        "Entries that are there when a contest opens, by members drawn for each contest."),
    ]
  }

  /// Who has a pet, and which pets a friend looks after too.
  public struct Pets: ParameterSection {
    public var share = 0.0
    public var guardians = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.pets.share", \.pets.share, 0, in: 0...1, unit: "of initial members",
        "Share of members with a pet, which their posts and entries show."),
      SocietyParameter(
        "behaviour.pets.guardians", \.pets.guardians, 0, in: 0...1, unit: "of pets",
        "Share of pets of which the first friend of the owner is a guardian: their posts are the friend's own too."
      ),
    ]
  }

  static let component = BehaviourComponent(
    "entering", term: "deadline effect",
    neededBy: "DPChallenge: entries; Salganik et al. 2006 and Muchnik et al. 2013 repeat contests",
    sections: ["behaviour.entering", "behaviour.pets"],
    equation: {
      "hazard ~ skill x past success / (time left + \($0.entering.rush) length)."
    },
    without: "Nobody enters a contest.",
    off: [\.entering.entriesPerMember: 0, \.entering.atStart: 0])

  public struct Situation: Sendable {
    /// Of the contest, in seconds.
    public let length: Double
    public let skill: Double
    /// How often the member was on a final leaderboard.
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

  private let entering: Parameters
  private let logRange: Double
  private let meanSkillFactor: Double

  public init(_ parameters: SocietyParameters) {
    entering = parameters.entering
    logRange = Portable.log((1 + entering.rush) / entering.rush)
    let deviation = parameters.quality.skillDeviation
    meanSkillFactor = Portable.exp(deviation * deviation / 2)
  }

  /// Seconds after the contest's start at which the member enters, or `nil` for not at all.
  public func decide(_ contest: Situation) -> Double? {
    let total =
      entering.entriesPerMember * Portable.exp(contest.skill) / meanSkillFactor
      * (1 + entering.success * Double(contest.successes))
    guard contest.exponential < total else { return nil }
    // The part of the length by which a part of the hazard has passed.
    let part = contest.exponential / total
    return (1 + entering.rush) * (1 - Portable.exp(-part * logRange)) * contest.length
  }
}
