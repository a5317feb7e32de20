internal import Experiments
internal import Optimisation
internal import Scenarios
internal import Stochastics

// After the race, smooth surfaces through all that was seen propose where to look: one for the gain and one for
// the slack of each limit, so that every world of every trial counts for what is near it.
//
// Source: Letham, Karrer, Ottoni & Bakshy, "Constrained Bayesian Optimization with Noisy Experiments",
// *Bayesian Analysis* 14(2), 2019.
extension TrialBook {
  /// What surfaces say of a point.
  private struct Prediction {
    let point: [Double]
    let gain: Double
    let standing: Standing
  }

  /// Proposes points and lets them live, round by round, until the purse is spent.
  ///
  /// - Parameters:
  ///   - racers: The best so far.
  ///   - purse: Worlds.
  /// - Returns: The best of these and of what was proposed.
  mutating func explore(
    from racers: [Int], purse: Int
  ) throws(ExperimentFailure) -> [Int] {
    let floor = max(0, budget - purse)
    let lag = design.tuning.lag
    var worlds = TuningDesign.equalBlock
    while worlds < TuningDesign.deepest / 4,
      purse >= TuningDesign.surfaceRounds * Self.ladder.count * 2 * worlds
    {
      worlds *= 2
    }
    var candidates = racers
    var waiting: [[Int]] = []
    var isSpent = false
    var round = 0
    while true {
      while waiting.count <= lag, !isSpent {
        let proposed = proposals(near: candidates, round: round).map { trial(at: $0) }
        let asked = distinct(proposed).filter { trial in
          trials[trial].worlds < worlds && !waiting.joined().contains(trial)
        }
        let all = [Self.present] + waiting.joined() + asked
        isSpent = asked.isEmpty || budget - cost(of: all, upTo: worlds) < floor
        guard !isSpent else { break }
        round += 1
        waiting.append(asked)
      }
      guard !waiting.isEmpty else { break }
      let asked = waiting.removeFirst()
      try live([Self.present] + asked, in: 0..<worlds, of: .train, foreseeing: waiting)
      candidates = spanning(candidates + asked, count: 3 * design.finalists)
      note(.surface, best: ranked(distinct([Self.present, candidates[0]]))[0])
    }
    return candidates
  }

  /// A point for each rung of the ladder: the one whose predicted gain is greatest among those whose limits
  /// fresh worlds are predicted to confirm with that probability, every other one moved at random.
  private func proposals(near candidates: [Int], round: Int) -> [[Double]] {
    guard let surfaces = Surfaces(self) else { return [] }
    let draws = stream("tuning surface \(round)")
    var number: UInt32 = 0
    func moved(_ point: [Double], by width: Double) -> [Double] {
      number += 1
      return point.enumerated().map { place, x in
        min(1, max(0, x + width * draws.normal(number, UInt32(place))))
      }
    }
    // Numbers that are pinned or whole are what they become.
    func prediction(_ point: [Double]) -> Prediction {
      let point = design.space.point(of: design.space.values(at: point))
      let standing = surfaces.standing(at: point)
      return Prediction(point: point, gain: standing.gains[0] ?? -.infinity, standing: standing)
    }
    let near = candidates.prefix(design.finalists).map { self.point(of: $0) }
    let start =
      spreadPoints(64 * design.space.dimensions) + near
      + near.flatMap { point in (0..<32).map { _ in moved(point, by: 0.1) } }
    let pool = start.map(prediction)
    return Self.ladder.enumerated().map { place, rung in
      var best = pool[0]
      for other in pool where isBetter(other, best, rung) { best = other }
      for width in [0.1, 0.05, 0.025, 0.0125] {
        let centre = best.point
        for _ in 0..<24 {
          let other = prediction(moved(centre, by: width))
          if isBetter(other, best, rung) { best = other }
        }
      }
      return place.isMultiple(of: 2) ? best.point : moved(best.point, by: 0.05)
    }
  }

  /// Whether a point is better for a rung: on the lowest one by worth, on others by gain, once the limits are
  /// likely enough to be confirmed.
  private func isBetter(_ a: Prediction, _ b: Prediction, _ rung: Double) -> Bool {
    guard rung > 0 else { return a.standing.isBetter(than: b.standing) }
    let reaches = (a.standing.confidence >= rung, b.standing.confidence >= rung)
    if reaches.0, reaches.1 { return a.gain > b.gain }
    if reaches.0 || reaches.1 { return reaches.0 }
    guard a.standing.confidence == b.standing.confidence else {
      return a.standing.confidence > b.standing.confidence
    }
    return a.standing.violation < b.standing.violation
  }

  /// The surfaces of the gain and of each limit.
  private struct Surfaces {
    private let gain: ResponseSurface
    private let limits: [(slack: ResponseSurface, noise: Double, size: Double)]
    private let worlds: Int
    private let design: TuningDesign

    /// The most trials that a surface goes through, the best ones.
    private static let mostTrials = 100

    /// - Returns: `nil` before trials have values.
    init?(_ book: TrialBook) {
      design = book.design
      worlds = book.trials[TrialBook.present].worlds
      let lived = book.trials.indices.filter {
        $0 != TrialBook.present && book.trials[$0].worlds > 1 && book.standing(of: $0).isDefined
      }
      guard !lived.isEmpty else { return nil }
      let used = Array(book.ranked(lived).prefix(Self.mostTrials))
      let points = ([TrialBook.present] + used).map { book.point(of: $0) }
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
                $0.ownVariance / Double($1.trial.count)
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
        let present = TrialBook.present
        let pairs = used.map { trial in
          let worlds = 0..<book.trials[trial].worlds
          return (
            trial: book.slacks(of: limit, trial, in: .train, worlds)!,
            incumbent: book.slacks(of: limit, present, in: .train, worlds)!
          )
        }
        let fit = surface(
          pairs,
          incumbent: book.slacks(
            of: limit, present, in: .train, 0..<book.trials[present].worlds)!)
        return (fit.surface, fit.noise, book.size(of: limit.metric))
      }
    }

    /// What is predicted at a point; the error of a slack is that of the worlds, all of which the surface
    /// goes through.
    func standing(at point: [Double]) -> Standing {
      Standing(
        gains: [gain.value(at: point)],
        limits: limits.map { limit in
          let estimate = LimitEstimate(
            slack: NormalEstimate(
              mean: limit.slack.value(at: point),
              standardError: limit.noise / Double(worlds).squareRoot()),
            noise: limit.noise, validation: design.tuning.validation, risk: design.limitRisk)
          return (estimate, limit.size)
        })
    }
  }
}
