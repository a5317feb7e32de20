import FeedMetrics

extension Trace {
  /// The rows of one table of the run.
  func table(_ id: String) -> [MetricTable.Row] {
    let sink = MetricSink()
    replay(to: sink)
    guard let found = sink.tables().first(where: { $0.definition.id == id }) else {
      fatalError("no table \(id)")
    }
    return found.rows
  }
}
