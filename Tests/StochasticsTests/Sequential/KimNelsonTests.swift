import Stochastics
import TestSupport
import Testing

@Suite struct KimNelsonTests {
  @Test func `two systems are distinguished as worked by hand`() {
    // n₀ = 3, k = 2, α = 0.125: 2α/(k − 1) = ¼, exponent −2/2, η = ½(4 − 1) = 1.5, h² = 2 · 1.5 · 2 = 6.
    // Differences 1, 2, 3: S² = 1. With δ = 1 the lead needed after r worlds is (6 − r)/(2r):
    // r = 3: 0.5 < 2, so that system 0 is dropped at once.
    var procedure = KimNelson(systems: 2, firstStage: 3, indifference: 1, risk: 0.125)
    for world in 1...3 {
      #expect(!procedure.isFinished && procedure.best == [] && procedure.mostWorlds == nil)
      procedure.observe([0, Double(world)])
    }
    #expect(procedure.isFinished && procedure.best == [1] && procedure.alive == [1])
    expectEqual(procedure.eliminations, [KimNelson.Elimination(system: 0, leader: 1, worlds: 3)])
    #expect(procedure.mean(of: 0) == 0 && procedure.mean(of: 1) == 2)
  }

  @Test func `a small lead waits until the reach has shrunk to it`() {
    // Differences 1, −1, 0, 0, 0 …: S² = 1, mean 0 of three; the lead needed is 0.5, 0.25, 0.1, 0 after
    // 3, 4, 5 and 6 worlds. 0.4 in the fourth world: lead 0.1 < 0.25; 0.1 more: 0.5/5 = 0.1, not above
    // 0.1; nothing more: 0.5/6 > 0.
    var procedure = KimNelson(systems: 2, firstStage: 3, indifference: 1, risk: 0.125)
    for difference in [1, -1, 0, 0.4] { procedure.observe([difference, 0]) }
    #expect(procedure.alive == [0, 1] && procedure.mostWorlds == 6)
    procedure.observe([0.09, 0])
    #expect(!procedure.isFinished)
    procedure.observe([0, 0])
    #expect(procedure.best == [0] && procedure.worlds == 6)
    expectEqual(procedure.eliminations.map(\.system), [1])
  }

  @Test func `identical systems end together`() {
    var procedure = KimNelson(systems: 3, firstStage: 4, indifference: 0.5, risk: 0.05)
    for world in 0..<4 {
      let value = Double(world * world % 3)
      procedure.observe([value, value - 2, value])
    }
    #expect(procedure.isFinished && procedure.best == [0, 2])
    expectEqual(procedure.eliminations.map(\.system), [1])
  }

  @Test func `one system is the best without a world`() {
    let procedure = KimNelson(systems: 1, indifference: 1, risk: 0.05)
    #expect(procedure.isFinished && procedure.best == [0] && procedure.mostWorlds == 0)
    expectEqual(procedure.mean(of: 0), nil)
  }

  @Test func `values of dropped systems are not read`() {
    var procedure = KimNelson(systems: 3, firstStage: 2, indifference: 1, risk: 0.1)
    procedure.observe([100, 0, 1])
    procedure.observe([101, 1.5, 0.5])
    expectEqual(procedure.alive, [0])
    procedure.observe([100, .nan, .nan])
    #expect(procedure.best == [0] && procedure.worlds == 3)
  }

  @Test func `an excluded system is neither chosen nor a rival`() {
    var procedure = KimNelson(systems: 3, firstStage: 3, indifference: 1, risk: 0.125)
    procedure.exclude([1])
    for world in 0..<3 { procedure.observe([Double(world), .infinity, Double(world % 2) - 5]) }
    expectEqual(procedure.best, [0])
    expectEqual(procedure.eliminations.map(\.system), [2])
  }

  @Test func `the order of the systems changes nothing`() {
    var generator = SeededGenerator(seed: 2)
    let worlds = (0..<400).map { _ in
      let shared = generator.unit()
      return [0.3, 0.1, 0.25, 0.0].map { $0 + shared + generator.unit() }
    }
    func chosen(_ order: [Int]) -> (best: [Int], dropped: [Int], worlds: Int) {
      var procedure = KimNelson(systems: 4, indifference: 0.04, risk: 0.05)
      for world in worlds where !procedure.isFinished {
        procedure.observe(order.map { world[$0] })
      }
      return (
        procedure.best.map { order[$0] }, procedure.eliminations.map { order[$0.system] }.sorted(),
        procedure.worlds
      )
    }
    let expected = chosen([0, 1, 2, 3])
    expectEqual(expected.best, [0])
    for order in [[3, 1, 0, 2], [2, 3, 1, 0]] {
      let other = chosen(order)
      #expect(other.best == expected.best && other.dropped == expected.dropped)
      expectEqual(other.worlds, expected.worlds)
    }
  }

  @Test func `a risk that guessing has is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = KimNelson(systems: 4, indifference: 1, risk: 0.75)
    }
    await #expect(processExitsWith: .failure) {
      _ = KimNelson(systems: 2, indifference: 0, risk: 0.05)
    }
  }
}
