internal import PortableMath
package import Stochastics

/// Component 18: who enters a contest, and when.
///
/// The hazard is proportional to 1 ÷ (T − t + ρT) × skill × past success, ρ the rush (0.05): the
/// nearer the end, the more enter; a member enters once. Its integral up to *t* is a member's total
/// × ln((1 + ρ)T ÷ (T − t + ρT)) ÷ ln((1 + ρ) ÷ ρ), so that the time is found from one exponential
/// draw a member and contest, and a tenth of the length before the end brings ln 3 ÷ ln 21 = 36.1 %.
package struct ContestEntering: Sendable {
  private let parameters: SocietyParameters.Contests
  private let logRange: Double
  private let meanSkillFactor: Double
  private let stream: KeyedStream

  package init(_ parameters: SocietyParameters, _ stream: KeyedStream) {
    self.parameters = parameters.contests
    self.stream = stream
    let rush = parameters.contests.rush
    logRange = Portable.log((1 + rush) / rush)
    let deviation = parameters.quality.skillDeviation
    meanSkillFactor = Portable.exp(deviation * deviation / 2)
  }

  /// Seconds after the contest's start at which a member enters it, or `nil` for not at all.
  package func entryTime(_ traits: MemberTraits, contest: UInt32, length: Double) -> Double? {
    let total =
      parameters.entriesPerMember * Portable.exp(Double(traits.skill)) / meanSkillFactor
      * (1 + parameters.success * Double(traits.successes))
    let exponential = stream.exponential(traits.key.rawValue, contest)
    guard exponential < total else { return nil }
    return Self.time(at: exponential / total, rush: parameters.rush, logRange: logRange) * length
  }

  /// The part of the contest's length by which a part of the hazard has passed.
  private static func time(at part: Double, rush: Double, logRange: Double) -> Double {
    (1 + rush) * (1 - Portable.exp(-part * logRange))
  }
}
