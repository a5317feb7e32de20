internal import DataFiles
internal import Experiments
internal import Reports
internal import Studies

extension ExperimentStudy {
  /// An experiment beside the real community that its scenario names, if it does.
  init(beside experiment: Experiment) throws {
    self = try .besideReality(experiment)
  }
}

extension LongWork.Part where S == ExperimentStudy {
  /// - Parameter files: What is written besides the files of the folder.
  init(
    _ study: ExperimentStudy, folder: String, isFresh: Bool, library: ChartLibrary?,
    files: ReportFiles
  ) {
    self.init(
      study: study, folder: folder, isFresh: isFresh, library: library,
      publishing: { results throws(UnwritableOutput) in
        try files.write(results, of: study.experiment.scenario, library: library)
        return ""
      })
  }
}
