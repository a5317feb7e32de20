import Foundation
import Stochastics
import SyntheticSociety
import Testing

@Suite struct ChurnTests {
  private static var churn: Churn {
    var parameters = SocietyParameters()
    parameters.churn.scale = 1
    return Churn(parameters)
  }

  @Test func `satisfaction, friends and attention keep people`() {
    // At uniform numbers of one half, p is the ratio of two medians: some 0.1.
    func leaves(
      _ uniform: Double, satisfaction: Double = 0, friends: Int = 0, attention: Double? = nil
    ) -> Bool {
      Self.churn.decide(
        Churn.Situation(
          character: SIMD4(repeating: 0.5), satisfaction: satisfaction, friends: friends,
          attention: attention, uniform: uniform))
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if leaves(middle) { low = middle } else { high = middle }
    }
    let odds = low / (1 - low)
    func share(_ shift: Double) -> Double { odds * exp(shift) / (1 + odds * exp(shift)) }
    for (shift, satisfaction, friends, attention) in [
      (-1.0, 1.0, 0, nil), (1, -1, 0, nil), (-0.3 * log(8), 0, 7, nil),
      (0.5 * tanh(1), 0, 0, 0), (0, 0, 0, 1),
    ] as [(Double, Double, Int, Double?)] {
      let edge = share(shift)
      #expect(
        leaves(
          edge * 0.999, satisfaction: satisfaction, friends: friends, attention: attention))
      #expect(
        !leaves(
          edge * 1.001, satisfaction: satisfaction, friends: friends, attention: attention))
    }
  }

  @Test func `nobody leaves where it is switched off`() {
    var parameters = SocietyParameters()
    BehaviourComponent.named("returning")!.switchOff(in: &parameters)
    let leaves = Churn(parameters).decide(
      Churn.Situation(
        character: SIMD4(repeating: 0.99), satisfaction: -5, friends: 0, attention: 0, uniform: 0))
    #expect(!leaves)
  }

  /// Who stayed for n sessions leaves after the next with the mean probability α ÷ (α + β + n): with α = 0.67 and
  /// β = 3.8 that is 0.1499, 0.0463 for n = 10 and 0.0064 for n = 100.
  @Test(arguments: [(0.0, 0.1499), (10, 0.0463), (100, 0.0064)])
  func `who has stayed for long stays`(stayed: Double, expected: Double) {
    let draws = SocietyStreams(seed: 3, world: 0).churn
    let (members, churn) = (UInt32(40_000), Self.churn)
    let leavers = (0..<members).count { member in
      churn.decide(
        Churn.Situation(
          character: draws.uniforms(member, .max), stayed: stayed,
          staying: draws.uniform(member, .max, 1), satisfaction: 0, friends: 0, attention: nil,
          uniform: draws.uniform(member, 0)))
    }
    // Four standard errors of a share, and 2 % for the approximation of the gamma variate.
    let error = (expected * (1 - expected) / Double(members)).squareRoot()
    #expect(abs(Double(leavers) / Double(members) - expected) < 4 * error + 0.02 * expected)
  }
}
