public import Stochastics

/// A search of the unit cube by the simplex of Nelder and Mead, from a start and then again from random
/// points for as long as the budget lasts.
///
/// A simplex compares values and needs no slopes; it copes with little noise, few dimensions and few
/// local minima. On a function made of steps, as a metric of rankings is, a small simplex sees a
/// plateau and never leaves it, so that the first one spans a quarter of the cube at least. A simplex is
/// given up when its mean radius is below `tolerance`, or when no corner got lower in 5(*d* + 1) moves.
///
/// Where a simplex reaches out of the cube, the nearest point of the cube is evaluated.
public struct NelderMead: Sendable {
  /// What a search found, and what it cost.
  public struct Outcome: Sendable, Hashable {
    /// The lowest value, the first of equal ones, with its point; `nil` when no value was finite.
    public fileprivate(set) var best: Evaluation?
    public fileprivate(set) var evaluationCount = 0
    /// How many values were not finite and counted as the worst.
    public fileprivate(set) var notFiniteCount = 0
    /// How many simplexes were begun.
    public fileprivate(set) var startCount = 0
  }

  public let start: [Double]
  /// How far the first corners are apart along each coordinate.
  public let step: Double
  public let tolerance: Double
  private let restarts: RandomPoints

  /// - Parameters:
  ///   - start: The first corner of the first simplex; a point of the cube.
  ///   - step: In 0.25...0.5. A step that would leave the cube goes the other way.
  ///   - tolerance: Above 0, in units of the cube's edge.
  ///   - stream: Its draws are only for the starts of this search.
  public init(
    start: [Double], step: Double = 0.25, tolerance: Double = 1e-3, stream: KeyedStream
  ) {
    UnitCube.check(start, dimensions: max(1, start.count))
    precondition(step >= 0.25 && step <= 0.5, "a simplex of \(step)")
    precondition(tolerance > 0, "a tolerance is \(tolerance)")
    self.start = start
    self.step = step
    self.tolerance = tolerance
    restarts = RandomPoints(dimensions: start.count, stream: stream)
  }

  /// Spends a budget of evaluations, all of it.
  ///
  /// - Parameters:
  ///   - budget: How many times `function` is called, at least once. A simplex of *d* dimensions takes
  ///     *d* + 1 calls before its first move.
  ///   - function: Of a point of the cube. Values that are not finite count as the worst. An error ends
  ///     the search and is thrown on.
  public func minimise<Failure: Error>(
    budget: Int, of function: ([Double]) throws(Failure) -> Double
  ) throws(Failure) -> Outcome {
    precondition(budget >= 1, "a budget of \(budget)")
    let course = Course<Failure>(budget: budget)
    while !course.isOver {
      let run = course.outcome.startCount
      course.outcome.startCount += 1
      withoutActuallyEscaping(function) { function in
        descend(from: run == 0 ? start : restarts[run - 1], course) { [course] in
          course.value(at: UnitCube.clamped($0), function)
        }
      }
    }
    if let failure = course.failure { throw failure }
    return course.outcome
  }

  /// One simplex, from its first corners until it is given up.
  private func descend<Failure: Error>(
    from start: [Double], _ course: Course<Failure>, of function: @escaping ([Double]) -> Double
  ) {
    let steps = start.map { $0 + step <= 1 ? step : -step }
    let search = SimplexSearch(from: start, steps: steps, variant: .fast, of: function)
    var least = search.leastValue
    var idle = 0
    while !course.isOver && idle < 5 * (start.count + 1) && search.step()
      && search.size >= tolerance
    {
      idle = search.leastValue < least ? 0 : idle + 1
      least = search.leastValue
    }
  }
}

/// The state of a search across its simplexes, which GSL's callback writes to.
private final class Course<Failure: Error> {
  var outcome = NelderMead.Outcome()
  private(set) var failure: Failure?
  private let budget: Int

  init(budget: Int) { self.budget = budget }

  var isOver: Bool { failure != nil || outcome.evaluationCount == budget }

  /// The value at a point; once the search is over, infinity without an evaluation.
  func value(at point: [Double], _ function: ([Double]) throws(Failure) -> Double) -> Double {
    guard !isOver else { return .infinity }
    do throws(Failure) {
      let value = try function(point).orWorst
      outcome.evaluationCount += 1
      if value == .infinity { outcome.notFiniteCount += 1 }
      if value < outcome.best?.value ?? .infinity {
        outcome.best = Evaluation(point: point, value: value)
      }
      return value
    } catch {
      failure = error
      return .infinity
    }
  }
}
