internal import Experiments
internal import Synchronization

/// Repeats published studies in simulated worlds.
package struct StudiesPlan: Sendable {
  package let studies: [any PublishedStudy]
  /// Replications of each study, at least two, so that there are intervals.
  package let replications: Int

  package init(_ studies: [any PublishedStudy] = PublishedStudies.all, replications: Int) {
    precondition(replications >= 2, "\(replications) replications have no interval")
    self.studies = studies
    self.replications = replications
  }

  /// The number of replications in a full and in a quick test.
  package static func replications(_ setting: SelfTestSetting) -> Int { setting.share < 1 ? 4 : 8 }

  /// Simulates each replication of each study.
  ///
  /// - Parameters:
  ///   - jobs: How many replications are simulated at the same time, a thread each; at least 1. The results do not
  ///     depend on it.
  ///   - report: Called by any of the threads, one at a time, whenever a replication has ended.
  package func run(
    _ setting: SelfTestSetting, jobs: Int,
    report: @escaping @Sendable (SelfTestPlan.Progress) -> Void = { _ in }
  ) -> StudiesReport {
    let (studies, replications) = (studies, replications)
    let count = studies.count * replications
    let finished = Mutex(0)
    let values = parallel(count, jobs: jobs) { index in
      let study = studies[index / replications]
      let values = study.values(replication: UInt32(index % replications), setting)
      finished.withLock {
        $0 += 1
        report(
          SelfTestPlan.Progress(finished: $0, checks: count, underWay: [study.name]))
      }
      return values
    }
    return StudiesReport(
      studies.enumerated().map { index, study in
        let rows = values[index * replications..<(index + 1) * replications]
        return StudiesReport.Study(
          study,
          study.results.indices.map { result in
            rows.compactMap { result < $0.count ? $0[result] : nil }
          })
      }, replications: replications)
  }
}

/// The findings of the repeated published studies.
package struct StudiesReport: Sendable {
  package let studies: [Study]
  package let replications: Int

  package init(_ studies: [Study], replications: Int) {
    self.studies = studies
    self.replications = replications
  }

  package struct Study: Sendable {
    package let name: String
    package let source: String
    package let results: [StudyResult]
    /// One for each result.
    package let measurements: [RealismReport.Measurement?]

    /// - Parameter values: For each result, the values of the replications that have one.
    package init(_ study: any PublishedStudy, _ values: [[Double]]) {
      name = study.name
      source = study.source
      results = study.results
      measurements = values.map(RealismReport.Measurement.init)
    }
  }

  /// How many results have a grade.
  package func count(_ grade: StudyGrade) -> Int {
    studies.reduce(0) { count, study in
      count + zip(study.results, study.measurements).count { $0.grade($1) == grade }
    }
  }
}
