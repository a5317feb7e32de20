import Optimisation
import TestSupport
import Testing

@Suite struct NelderMeadTests {
  private struct Broken: Error, Equatable { let call: Int }

  /// What a search called its function with.
  private final class Calls {
    var points: [[Double]] = []
  }

  private func bowl(_ x: [Double]) -> Double {
    zip(x, [0.3, 0.6, 0.1]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }

  @Test func `the first simplex is the start and a step inwards along each coordinate`() {
    let calls = Calls()
    let search = NelderMead(start: [0.9, 0.75, 0], step: 0.25, stream: testStream())
    let outcome = search.minimise(budget: 4) {
      calls.points.append($0)
      return bowl($0)
    }
    expectEqual(
      calls.points, [[0.9, 0.75, 0], [0.65, 0.75, 0], [0.9, 1, 0], [0.9, 0.75, 0.25]])
    #expect(outcome.evaluationCount == 4 && outcome.startCount == 1)
    // 0.35² + 0.15² + 0.1² = 0.155 is the least.
    expectEqual(outcome.best?.point, [0.65, 0.75, 0])
    #expect(abs((outcome.best?.value ?? 0) - 0.155) < 1e-12)
  }

  @Test func `the minimum of a bowl is found`() {
    let outcome = NelderMead(start: [0.9, 0.2, 0.4], tolerance: 1e-6, stream: testStream())
      .minimise(budget: 300) { bowl($0) }
    #expect(outcome.best?.value ?? 1 < 1e-10 && outcome.evaluationCount == 300)
  }

  @Test func `a minimum in a corner is found, and no point lies outside of the cube`() {
    let calls = Calls()
    let outcome = NelderMead(start: [0.5, 0.5], stream: testStream()).minimise(budget: 100) {
      calls.points.append($0)
      return $0[0] - 2 * $0[1]
    }
    expectEqual(outcome.best, Evaluation(point: [0, 1], value: -2))
    #expect(calls.points.joined().allSatisfy { $0 >= 0 && $0 <= 1 })
  }

  @Test(arguments: [1, 3, 37, 250])
  func `the budget is spent, to the last evaluation`(budget: Int) {
    let calls = Calls()
    let outcome = NelderMead(start: [0.1, 0.2], tolerance: 0.05, stream: testStream())
      .minimise(budget: budget) {
        calls.points.append($0)
        return bowl($0 + [0])
      }
    #expect(calls.points.count == budget && outcome.evaluationCount == budget)
    expectEqual((outcome.startCount > 3), (budget == 250))
  }

  @Test func `a plateau is left by starting again elsewhere`() {
    // Steps of 0.4: the start lies on a plateau, wider than its simplex, of the value 3.
    let stairs = { (x: [Double]) in
      x.reduce(0) { $0 + (($1 - 0.15) / 0.4).rounded(.down).magnitude } + 1
    }
    let outcome = NelderMead(start: [0.6, 0.6], stream: testStream()).minimise(budget: 200) {
      stairs($0)
    }
    #expect(stairs([0.6, 0.6]) == 3 && stairs([0.85, 0.85]) == 3)
    #expect(outcome.best?.value == 1 && outcome.startCount > 1)
  }

  @Test func `values that are not finite count as the worst, also at the first corners`() {
    let outcome = NelderMead(start: [0.9, 0.2, 0.4], stream: testStream()).minimise(budget: 400) {
      if $0[0] > 0.8 { return .nan }
      return $0[1] > 0.7 ? -.infinity : bowl($0)
    }
    #expect(outcome.best?.value ?? 1 < 1e-5 && outcome.notFiniteCount > 2)
    let none = NelderMead(start: [0.5], stream: testStream()).minimise(budget: 50) { _ in .nan }
    #expect(none.best == nil && none.notFiniteCount == 50 && none.evaluationCount == 50)
  }

  @Test func `an error of the function ends the search at once`() {
    let calls = Calls()
    #expect(throws: Broken(call: 7)) {
      try NelderMead(start: [0.1, 0.2], stream: testStream()).minimise(budget: 100) { point in
        calls.points.append(point)
        if calls.points.count == 7 { throw Broken(call: 7) }
        return point[0]
      }
    }
    expectEqual(calls.points.count, 7)
  }

  @Test func `the same stream gives the same search, another one other starts`() {
    func outcome(_ seed: UInt64) -> NelderMead.Outcome {
      NelderMead(start: [0.9, 0.2, 0.4], tolerance: 0.1, stream: testStream(seed))
        .minimise(budget: 90) { bowl($0) }
    }
    #expect(outcome(1) == outcome(1) && outcome(1) != outcome(2))
  }

  @Test func `a small simplex or a start outside of the cube is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = NelderMead(start: [0.5], step: 0.05, stream: testStream())
    }
    await #expect(processExitsWith: .failure) {
      _ = NelderMead(start: [-0.5], stream: testStream())
    }
  }
}
