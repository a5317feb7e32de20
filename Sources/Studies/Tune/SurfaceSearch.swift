internal import Experiments
internal import Optimisation
internal import Scenarios
internal import Stochastics

// After the race, response surfaces through all trials propose new points: one surface for the gain and one
// for the slack of each limit, so that every world of every trial informs the estimates near it.
//
// Source: Letham, Karrer, Ottoni & Bakshy, "Constrained Bayesian Optimization with Noisy Experiments",
// *Bayesian Analysis* 14(2), 2019.
extension TrialBook {
  /// The prediction of the surfaces at a point.
  private struct Prediction {
    let point: [Double]
    let gain: Double
    let score: TrialScore
  }

  /// Proposes points and simulates them, round by round, until the allowance is spent.
  ///
  /// - Parameters:
  ///   - racers: The best so far.
  ///   - allowance: Runs that the search may simulate.
  /// - Returns: The best of the racers and of the proposed trials.
  mutating func explore(
    from racers: [Int], allowance: Int
  ) throws(ExperimentFailure) -> [Int] {
    let floor = max(0, budget - allowance)
    let lag = design.tuning.lag
    var worlds = TuningDesign.equalBlock
    while worlds < TuningDesign.deepest / 4,
      allowance >= TuningDesign.surfaceRounds * Self.ladder.count * 2 * worlds
    {
      worlds *= 2
    }
    var candidates = racers
    var waiting: [[Int]] = []
    var isSpent = false
    var round = 0
    while true {
      while waiting.count <= lag, !isSpent {
        let points = proposals(near: candidates, round: round)
        let proposed = distinct(points.map { trial(at: $0) }).filter { trial in
          trials[trial].worlds < worlds && !waiting.joined().contains(trial)
        }
        let all = [Self.incumbent] + waiting.joined() + proposed
        isSpent = proposed.isEmpty || budget - cost(of: all, upTo: worlds) < floor
        guard !isSpent else { break }
        round += 1
        waiting.append(proposed)
      }
      guard !waiting.isEmpty else { break }
      let proposed = waiting.removeFirst()
      try simulate([Self.incumbent] + proposed, in: 0..<worlds, of: .train, foreseeing: waiting)
      candidates = spanning(candidates + proposed, count: 3 * design.finalists)
      note(.surface)
    }
    return candidates
  }

  /// A point for each rung of the ladder: the one with the greatest predicted gain among those whose limits
  /// fresh worlds are predicted to confirm with that probability. Every second point is moved at random.
  private func proposals(near candidates: [Int], round: Int) -> [[Double]] {
    guard let surfaces = Surfaces(self) else { return [] }
    let draws = stream("tuning surface \(round)")
    var number: UInt32 = 0
    func moved(_ point: [Double], by width: Double) -> [Double] {
      number += 1
      return point.enumerated().map { index, x in
        min(1, max(0, x + width * draws.normal(number, UInt32(index))))
      }
    }
    // The prediction is for the values after pinning and rounding to whole numbers.
    func prediction(_ point: [Double]) -> Prediction {
      let point = design.space.point(of: design.space.values(at: point))
      let score = surfaces.score(at: point)
      return Prediction(point: point, gain: score.gains[0] ?? -.infinity, score: score)
    }
    let near = candidates.prefix(design.finalists).map { self.point(of: $0) }
    let start =
      spreadPoints(64 * design.space.dimensions) + near
      + near.flatMap { point in (0..<32).map { _ in moved(point, by: 0.1) } }
    let pool = start.map(prediction)
    return Self.ladder.enumerated().map { index, rung in
      var best = pool[0]
      for other in pool where isBetter(other, best, rung) { best = other }
      for width in [0.1, 0.05, 0.025, 0.0125] {
        let centre = best.point
        for _ in 0..<24 {
          let other = prediction(moved(centre, by: width))
          if isBetter(other, best, rung) { best = other }
        }
      }
      return index.isMultiple(of: 2) ? best.point : moved(best.point, by: 0.05)
    }
  }

  /// Whether a point is better for a rung: by worth on the lowest rung, on others by gain among points whose
  /// limits are likely enough to be confirmed.
  private func isBetter(_ a: Prediction, _ b: Prediction, _ rung: Double) -> Bool {
    guard rung > 0 else { return a.score.isBetter(than: b.score) }
    let reaches = (a.score.confidence >= rung, b.score.confidence >= rung)
    if reaches.0, reaches.1 { return a.gain > b.gain }
    if reaches.0 || reaches.1 { return reaches.0 }
    guard a.score.confidence == b.score.confidence else {
      return a.score.confidence > b.score.confidence
    }
    return a.score.violation < b.score.violation
  }

  /// The surfaces of the gain and of each limit.
  private struct Surfaces {
    private let gain: ResponseSurface
    private let limits: [(slack: ResponseSurface, noise: Double, size: Double)]
    private let worlds: Int
    private let design: TuningDesign

    /// The maximum number of trials in a surface; the best ones are used.
    private static let mostTrials = 100

    /// - Returns: `nil` before trials have values.
    init?(_ book: TrialBook) {
      design = book.design
      worlds = book.trials[TrialBook.incumbent].worlds
      let simulated = book.trials.indices.filter {
        $0 != TrialBook.incumbent && book.trials[$0].worlds > 1 && book.score(of: $0).isDefined
      }
      guard !simulated.isEmpty else { return nil }
      let used = Array(book.ranked(simulated).prefix(Self.mostTrials))
      let points = ([TrialBook.incumbent] + used).map { book.point(of: $0) }
      func surface(
        _ pairs: [LimitNoise.Pair], incumbent: [Double]
      ) -> (surface: ResponseSurface, noise: Double) {
        let noise = LimitNoise(pairs, incumbent: incumbent)
        let estimates = pairs.map { noise.estimate(of: $0) }
        return (
          ResponseSurface(
            points: points,
            values: [noise.ofIncumbent.slack.mean] + estimates.map(\.slack.mean),
            variances: [0]
              + zip(estimates, pairs).map {
                $0.residualVariance / Double($1.trial.count)
              }),
          Summary(estimates.map(\.noise)).mean
        )
      }
      let objective = design.tuning.objectives[0]
      let gains = used.map { trial in
        let gains = book.gains(of: objective, trial, in: .train, 0..<book.trials[trial].worlds)!
        return (trial: gains, incumbent: gains.map { _ in 0.0 })
      }
      gain = surface(gains, incumbent: [0]).surface
      limits = design.tuning.constraints.map { limit in
        let incumbent = TrialBook.incumbent
        let pairs = used.map { trial in
          let worlds = 0..<book.trials[trial].worlds
          return (
            trial: book.slacks(of: limit, trial, in: .train, worlds)!,
            incumbent: book.slacks(of: limit, incumbent, in: .train, worlds)!
          )
        }
        let fit = surface(
          pairs,
          incumbent: book.slacks(
            of: limit, incumbent, in: .train, 0..<book.trials[incumbent].worlds)!)
        return (fit.surface, fit.noise, book.size(of: limit.metric))
      }
    }

    /// The predicted score at a point. The standard error of a slack comes from the noise between worlds.
    func score(at point: [Double]) -> TrialScore {
      TrialScore(
        gains: [gain.value(at: point)],
        limits: limits.map { limit in
          let estimate = LimitEstimate(
            slack: NormalEstimate(
              mean: limit.slack.value(at: point),
              standardError: limit.noise / Double(worlds).squareRoot()),
            noise: limit.noise, validation: design.tuning.validation, alpha: design.limitAlpha)
          return (estimate, limit.size)
        })
    }
  }
}
