internal import Experiments
internal import Studies

extension PlannedStudy {
  /// What is found in what is known; `nil` while that is not enough.
  ///
  /// A pure function of what is known: nothing else is remembered between the rounds of a tuning or a
  /// selection, or the looks of an experiment.
  func finding(in lives: KnownLives) throws(WorkFailure) -> (any AnyFinding)? {
    do throws(ExperimentFailure) {
      return try finding(study, lives)
    } catch .cancelled {
      return nil
    } catch {
      throw .defect("\(name): \(error)")
    }
  }

  private func finding<S: DistributedStudy>(
    _ study: S, _ lives: KnownLives
  ) throws(ExperimentFailure) -> any AnyFinding {
    let results = try study.run(
      jobs: 1, intercepts: intercepts, live: lives.live, foresee: lives.foresee)
    return Finding(study: study, results: results)
  }

  /// What worlds show where some are left out; `nil` where that says nothing.
  func finding(
    without lost: [Int], in lives: KnownLives
  ) -> (any AnyFinding)? {
    func finding<S: DistributedStudy>(_ study: S) -> (any AnyFinding)? {
      study.results(without: lost, of: lives.known.map(\.outcome), intercepts)
        .map { Finding(study: study, results: $0) }
    }
    return finding(study)
  }
}
