internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import Reports
internal import Traces

extension Reader {
  func readTrace(_ input: [UInt8], in folder: String) -> Bool {
    let folder = emptyFolder("\(folder)/trace")
    FileBundle(input).write(to: folder)
    return isMeasured(folder)
  }

  func readTraceDatabase(_ input: [UInt8], in folder: String) -> Bool {
    let path = "\(emptyFolder("\(folder)/trace"))/trace.sqlite"
    writeFile(input, to: path)
    return isMeasured(path)
  }

  /// Whether a trace can be measured, also where rows violate invariants.
  private func isMeasured(_ path: String) -> Bool {
    do throws(InvalidTrace) {
      let replay = try TraceReplay(path: path)
      let (sink, invariants) = (
        MetricSink(options: replay.metricOptions, isLog: true), TraceInvariants()
      )
      invariants.watch(replay)
      try replay.replay([invariants, sink])
      invariants.check(finalVotes: replay.finalVotes)
      _ = invariants.violations.map(\.description)
      let metrics = MetricCatalogue.all + MetricCatalogue.tables
      show(
        MeasuredRun(sink, metrics: metrics, by: .day, rankers: replay.run.rankerNames).document)
      return true
    } catch {
      _ = error.description
      return false
    }
  }
}
