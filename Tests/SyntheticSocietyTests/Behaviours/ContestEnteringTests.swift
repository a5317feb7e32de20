import Stochastics
import SyntheticSociety
import Testing

@Suite struct ContestEnteringTests {
  /// B6: 36.1 % of 20,000 entries come in the last tenth, ± 1.5 points; the standard error is 0.34
  /// points, so that a false alarm has a probability of 10⁻⁵.
  @Test func `entries rush to the deadline (B6)`() {
    let parameters = SocietyParameters()
    let streams = SocietyStreams(seed: 4, world: 0)
    let source = TraitSource(parameters, streams, Behaviours(parameters))
    let members = (0..<2000).map { source.member(.initial($0)) }
    var (entries, late, contest) = (0, 0, UInt32(0))
    while entries < 20_000 {
      for member in members {
        guard let time = entryTime(member, contest: contest, length: 1000, streams) else {
          continue
        }
        #expect(time >= 0 && time < 1000)
        entries += 1
        if time >= 900 { late += 1 }
      }
      contest += 1
    }
    let share = Double(late) / Double(entries)
    #expect(abs(share - 0.361) <= 0.015, "\(share) of \(entries)")
    // 0.018 entries a contest and member, ± 4 standard errors.
    let mean = Double(entries) / Double(contest) / 2000
    #expect(abs(mean - 0.018) < 0.0008, "\(mean) entries a contest and member")
  }

  @Test func `past success brings more entries`() {
    let streams = SocietyStreams(seed: 4, world: 0)
    let behaviours = Behaviours(SocietyParameters())
    let member = TraitSource(SocietyParameters(), streams, behaviours).member(.initial(1))
    var winner = member
    winner.successes = 2
    let (before, after) = (entries(of: member, streams), entries(of: winner, streams))
    // 1 + 0.5 · 2 = twice the hazard: whoever enters without success enters with it.
    #expect(Double(after) > 1.6 * Double(before))
  }

  private func entries(of member: MemberTraits, _ streams: SocietyStreams) -> Int {
    (0..<20_000 as Range<UInt32>).count {
      entryTime(member, contest: $0, length: 1, streams) != nil
    }
  }

  private func entryTime(
    _ member: MemberTraits, contest: UInt32, length: Double, _ streams: SocietyStreams
  ) -> Double? {
    ContestEntering(SocietyParameters()).decide(
      ContestEntering.Situation(
        length: length, skill: Double(member.skill), successes: Int(member.successes),
        exponential: streams.entering.exponential(member.key.rawValue, contest)))
  }
}
