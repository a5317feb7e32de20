internal import Stochastics
import SyntheticSociety
import Testing

@Suite struct EnteringTests {
  /// 0.018 entries a contest and member, over 20,000 of them, ± 4 standard errors.
  @Test func `as many enter as the parameters say, while the contest runs`() {
    let parameters = SocietyParameters()
    let streams = SocietyStreams(seed: 4, world: 0)
    let source = TraitSource(parameters, streams, Behaviours(parameters))
    let members = (0..<2000).map { source.member(.initial($0)) }
    var (entries, contest) = (0, UInt32(0))
    while entries < 20_000 {
      for member in members {
        guard let time = entryTime(member, contest: contest, length: 1000, streams) else {
          continue
        }
        #expect(time >= 0 && time < 1000)
        entries += 1
      }
      contest += 1
    }
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
    Entering(SocietyParameters()).decide(
      Entering.Situation(
        length: length, skill: Double(member.skill), successes: Int(member.successes),
        exponential: streams.entering.exponential(member.key.rawValue, contest)))
  }
}
