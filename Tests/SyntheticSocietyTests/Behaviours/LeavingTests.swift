import Foundation
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

@Suite struct LeavingTests {
  private static var leaving: Leaving {
    var parameters = SocietyParameters()
    parameters.leaving.scale = 1
    return Leaving(parameters)
  }

  /// B5: without shifts 0.850, 0.488 and 0.225 are left after 1, 7 and 30 sessions, ± 0.015 of
  /// 20,000 members. The standard errors are 0.0025, 0.0035 and 0.003: false alarms below 10⁻⁴. A
  /// debug build has 4,000 members, and twice the tolerance.
  @Test func `without satisfaction, a beta-geometric life (B5)`() {
    let members = testSize(debug: 4000, release: 20_000)
    let tolerance = testSize(debug: 0.03, release: 0.015)
    let (leaving, stream) = (Self.leaving, SocietyStreams(seed: 5, world: 0).leaving)
    var left = Array(repeating: 0, count: 31)
    for member in 0..<UInt32(members) {
      let character = stream.uniforms(member, .max)
      for session in 0..<30 as Range<UInt32> {
        let leaves = leaving.decide(
          Leaving.Situation(
            character: character, satisfaction: 0, friends: 0, attention: nil,
            uniform: stream.uniform(member, session)))
        if leaves { break }
        left[Int(session) + 1] += 1
      }
    }
    for (sessions, target) in [(1, 0.850), (7, 0.488), (30, 0.225)] {
      let share = Double(left[sessions]) / Double(members)
      #expect(abs(share - target) <= tolerance, "\(share) after \(sessions)")
    }
  }

  @Test func `satisfaction, friends and attention keep people`() {
    // At uniform numbers of one half, p is the ratio of two medians: some 0.1.
    func leaves(
      _ uniform: Double, satisfaction: Double = 0, friends: Int = 0, attention: Double? = nil
    ) -> Bool {
      Self.leaving.decide(
        Leaving.Situation(
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
    let leaves = Leaving(SocietyParameters()).decide(
      Leaving.Situation(
        character: SIMD4(repeating: 0.99), satisfaction: -5, friends: 0, attention: 0, uniform: 0))
    #expect(!leaves)
  }
}
