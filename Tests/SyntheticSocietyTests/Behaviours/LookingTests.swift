import SyntheticSociety
import TestSupport
import Testing

@Suite struct LookingTests {
  @Test func `the first position is always looked at, the fourth by half at a slope of one half`() {
    let examination = Examination(SocietyParameters())
    func probability(_ position: Int) -> Double {
      examination.decide(Examination.Situation(position: position, opened: 2))
    }
    expectEqual(probability(0), 1)
    #expect(abs(probability(3) - 0.5) < 1e-15)  // 4^(−1/2)
    #expect(abs(probability(99) - 0.1) < 1e-15)  // 100^(−1/2)
  }

  @Test func `in a cascade an opened item ends the examination`() {
    var parameters = SocietyParameters()
    parameters.examination.cascade = 0.5
    let examination = Examination(parameters)
    // 4^(−1/2) · (1 − 0.5)²
    let probability = examination.decide(Examination.Situation(position: 3, opened: 2))
    #expect(abs(probability - 0.125) < 1e-15)
    parameters.examination.eta = 0
    parameters.examination.cascade = 1
    let pure = Examination(parameters)
    expectEqual(pure.decide(Examination.Situation(position: 7, opened: 0)), 1)
    expectEqual(pure.decide(Examination.Situation(position: 7, opened: 1)), 0)
  }
}
