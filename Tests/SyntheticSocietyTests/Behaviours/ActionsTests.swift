internal import FeedMetrics
import Foundation
internal import SocialFeed
import SyntheticSociety
import Testing

@Suite struct ActionsTests {
  /// Mean rates per examined item are those of the parameters, within 10 %: the pilot's 1,000 people
  /// leave 3 %, and the counts of opens and likes have a standard error of at most 2 %. Some 200 comments have one of
  /// 7 %, so that they and saves are within 25 %; a debug build compares opens and likes only. False alarms below 10⁻³.
  @Test func `a random ranker meets the stated rates`() {
    #if DEBUG
      let members = 1500
    #else
      let members = 12_000
    #endif
    var parameters = SocietyParameters.small(members: members, days: 4)
    parameters.openOnly(.home)
    // A mixed pool has one post in a hundred of so many people, and finding those takes minutes.
    parameters.pool.audience = .everyone
    let home = counts(parameters, .ordering(.home, by: "random", pool: parameters.pool))
    expect(home.rate(of: .view), near: parameters.actions.open)
    expect(home.rate(of: .like), near: parameters.actions.like)
    #if !DEBUG
      expect(home.rate(of: .comment), near: parameters.actions.comment, within: 0.25)
      expect(home.rate(of: .save), near: parameters.actions.save, within: 0.25)
      expect(
        home.rate(of: .unlike) / home.rate(of: .like), near: parameters.actions.undo, within: 0.2)
    #endif
  }

  /// Odds are exp(v + w U) ÷ exp(−b): the weights change nothing about opening, and leave the readiness v.
  @Test func `each action has its weight of the utility`() {
    var parameters = SocietyParameters()
    parameters.actions.likeWorth = 0.5
    parameters.actions.commentWorth = 0
    parameters.actions.saveWorth = 2
    let chances = Actions(parameters).decide(
      Actions.Situation(
        utility: 1.2, readiness: 0.3, herding: 0, reluctance: SIMD4(1, 2, 4, 8)))
    let odds = chances / (1 - chances)
    let wanted = SIMD4(
      exp(0.3 + 1.2), exp(0.3 + 0.6) / 2, exp(0.3) / 4, exp(0.3 + 2.4) / 8)
    for index in 0..<4 { #expect(abs(odds[index] / wanted[index] - 1) < 1e-9) }
  }

  /// Of first looks at an entry, 5 % lead to a vote, within a quarter: entrants are 150, whose
  /// qualities alone spread the rate by 6 %, and viewers 300. Skill is the same for all, since the
  /// skilled enter more.
  @Test func `a random order of entries meets the stated rate of voting`() {
    var parameters = SocietyParameters.small(members: 300, days: 7)
    parameters.openOnly(.contest)
    parameters.fixScrolling(at: 20)
    parameters.utility.seen = 0
    parameters.voting.fatigue = 0
    parameters.entering.entriesPerMember = 0.5
    parameters.quality.skillDeviation = 0
    parameters.quality.postDeviation = 1
    let (sink, _) = simulate(
      parameters, .ordering(.contest, by: "random"), seed: 11, intercepts: nil)
    var looks: Set<[UInt32]> = []
    var votes: Set<[UInt32]> = []
    var firstRequest: [[UInt32]: UInt32] = [:]
    for page in sink.pages {
      for (index, post) in page.posts.enumerated() where page.examined[index] {
        let pair = [page.viewer.rawValue, post.rawValue]
        if looks.insert(pair).inserted { firstRequest[pair] = page.request }
      }
    }
    for vote in sink.interactions where vote.kind == .vote {
      let pair = [vote.member.rawValue, vote.post.rawValue]
      if firstRequest[pair] == vote.request { votes.insert(pair) }
    }
    expect(
      Double(votes.count) / Double(looks.count), near: parameters.actions.vote, within: 0.25)
  }

  private func counts(_ parameters: SocietyParameters, _ arm: Arm) -> ExaminationCounts {
    var parameters = parameters
    parameters.fixScrolling(at: 20)
    let counts = ExaminationCounts()
    let run = WorldRun(parameters: parameters, arm: arm, seed: 11, world: 0)
    #expect(run.simulate(sinks: [counts]) != nil)
    return counts
  }

  private func expect(_ observed: Double, near target: Double, within part: Double = 0.1) {
    #expect(abs(observed / target - 1) <= part, "\(observed) for \(target)")
  }
}
