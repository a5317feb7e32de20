import Foundation
import SyntheticSociety
import TestSupport
import Testing

@Suite struct SatiationTests {
  private let satiation = Satiation(SocietyParameters())

  @Test func `satiation halves in six hours and grows by one with what is consumed, up to three`() {
    func level(_ level: Double, after hours: Double, isConsumed: Bool) -> Double {
      satiation.decide(
        Satiation.Situation(level: level, elapsed: hours * 3600, isConsumed: isConsumed))
    }
    expectEqual(level(0, after: 5, isConsumed: false), 0)
    #expect(abs(level(2, after: 6, isConsumed: false) - 1) < 1e-12)
    #expect(abs(level(2, after: 12, isConsumed: true) - 1.5) < 1e-12)  // 2 · 2⁻² + 1
    expectEqual(level(3, after: 0, isConsumed: true), 3)
  }
}

@Suite struct InterestDriftTests {
  @Test func `a like moves the interests a hundredth of the way, and they stay a distribution`() {
    let drift = Drift(SocietyParameters())
    func weight(_ weight: Double, _ initial: Double, _ isLiked: Bool) -> Double {
      drift.decide(
        Drift.Situation(weight: weight, initialWeight: initial, isLiked: isLiked))
    }
    // (1 − 0.01 − 0.002) · 0.5 + 0.01 + 0.002 · 0.3
    #expect(abs(weight(0.5, 0.3, true) - 0.5046) < 1e-15)
    // (1 − 0.01 − 0.002) · 0.5 + 0.002 · 0.7
    #expect(abs(weight(0.5, 0.7, false) - 0.4954) < 1e-15)
  }
}

@Suite struct HerdingTests {
  @Test func `one visible vote lifts the odds by 1.32, three lift them by its square`() {
    let herding = Herding(SocietyParameters())
    expectEqual(herding.decide(.voting(votes: 0, usual: 0)), 0)
    #expect(abs(exp(herding.decide(.voting(votes: 1, usual: 0))) - 1.32) < 1e-12)
    // log₂(1 + 3) = 2
    #expect(abs(exp(herding.decide(.opening(likes: 3, usual: 0))) - 1.32 * 1.32) < 1e-12)
  }

  @Test func `what is usual lifts nothing, and less than that lowers the odds`() {
    let herding = Herding(SocietyParameters())
    expectEqual(herding.decide(.opening(likes: 3, usual: 2)), 0)
    #expect(abs(exp(herding.decide(.opening(likes: 0, usual: 1))) - 1 / 1.32) < 1e-12)
  }

  @Test func `a factor of one is no herding`() {
    var parameters = SocietyParameters()
    parameters.herding.opening = 1
    expectEqual(Herding(parameters).decide(.opening(likes: 50, usual: 1)), 0)
  }
}

@Suite struct MemoryTests {
  @Test func `familiarity grows with the log of the looks, and halves in five days`() {
    let memory = Memory(SocietyParameters())
    func familiarity(_ looks: Int, afterDays days: Double) -> Double {
      memory.decide(Memory.Situation(looks: looks, elapsed: days * 86_400))
    }
    expectEqual(familiarity(1, afterDays: 0), 1)
    #expect(abs(familiarity(3, afterDays: 0) - 2) < 1e-12)  // log₂ 4
    #expect(abs(familiarity(3, afterDays: 5) - 1) < 1e-12)
    #expect(abs(familiarity(127, afterDays: 10) - 1.75) < 1e-12)  // 7 ÷ 4
  }
}

@Suite struct SatisfactionTests {
  @Test func `satisfaction is a tenth of the last session and nine tenths of what it was`() {
    let next = Satisfaction(SocietyParameters()).decide(
      Satisfaction.Situation(satisfaction: 0.5, surprise: -1))
    #expect(abs(next - 0.35) < 1e-15)  // 0.9 · 0.5 − 0.1
  }

  @Test func `who is satisfied comes sooner, where satisfaction drives return`() {
    var parameters = SocietyParameters()
    #expect(abs(Returning(parameters).decide(0.5) - exp(0.8 * tanh(0.5))) < 1e-12)
    Preset.static.apply(to: &parameters)
    expectEqual(Returning(parameters).decide(3), 1)
  }
}

@Suite struct NotificationReturnsTests {
  /// A notification brings g H ÷ ln 2 = 0.05 · 2 ÷ 0.6931 = 0.1443 sessions in all.
  @Test func `a notification brings somebody while its exponentials last`() {
    var parameters = SocietyParameters()
    parameters.notifications.gain = 0.05
    let returns = Notifications(parameters)
    expectEqual(returns.decide(0.1443), nil)
    // Half of the integral has passed after a half-life, 2 h.
    let total = 0.1 / log(2)
    #expect(abs(returns.decide(total / 2)! - 7200) < 1e-6)
    expectEqual(Notifications(SocietyParameters()).decide(1e-9), nil)
  }
}

@Suite struct PostingTests {
  @Test func `attention lifts the posting rate by half at most`() {
    let posting = Posting(SocietyParameters())
    expectEqual(posting.decide(0), 1)
    #expect(abs(posting.decide(1) - (1 + 0.5 * tanh(1))) < 1e-12)
    expectEqual(posting.decide(1e9), 1.5)
  }
}
