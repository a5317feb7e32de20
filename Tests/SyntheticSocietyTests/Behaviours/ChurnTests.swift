import Foundation
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

  @Test func `nobody leaves by default`() {
    let leaves = Churn(SocietyParameters()).decide(
      Churn.Situation(
        character: SIMD4(repeating: 0.99), satisfaction: -5, friends: 0, attention: 0, uniform: 0))
    #expect(!leaves)
  }
}
