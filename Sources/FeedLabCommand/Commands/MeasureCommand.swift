internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Reports
internal import Studies
internal import Traces

/// Computes the metrics of a trace.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Compute the metrics of a trace, from FeedLab or from real logs.",
    discussion: """
      A trace is a folder of CSV files, or a SQLite database, as written by 'feedlab run --trace'. \
      Real logs in that form work too: run.json must contain duration_s and window_from_s; the tables \
      users, posts, impressions and interactions are required, the others optional.

      The metrics of a run's trace equal the run's metrics, to the last bit. Every fault of the data is \
      reported as file:line:column, and so is every row that violates an invariant of runs, such as a \
      post that is in a slate twice; --tolerant counts it once.
      """)

  @Argument(
    help: ArgumentHelp("A trace.", valueName: "trace"),
    completion: .file(extensions: ["sqlite", "db"]))
  var trace: String

  @OptionGroup(title: OptionSection.output) var scope: ScopeOptions

  @OptionGroup(title: OptionSection.output) var shown: ShownMetrics

  @OptionGroup(title: OptionSection.output) var form: FormatOptions

  @Flag(
    help:
      "Measure although rows violate invariants of runs, and list these rows on standard error.")
  var tolerant = false

  func run() throws {
    let metrics = try MetricFilter.metrics(
      matching: shown.filter, among: MetricCatalogue.all + MetricCatalogue.tables)
    let measured = try measure(metrics)
    try StandardStream.output.write(form.render(measured.document))
  }

  private func measure(_ metrics: [MetricDefinition]) throws -> MeasuredRun {
    let (replay, sink, invariants) = try replayed()
    try check(invariants, repeats: sink.repeatedRows)
    return MeasuredRun(
      sink, metrics: metrics, by: scope.by, rankers: replay.run.rankerNames)
  }

  private func replayed() throws -> (TraceReplay, MetricSink, TraceInvariants) {
    let replay = try TraceReplay(path: trace)
    let sink = MetricSink(
      options: replay.metricOptions, custom: MetricCatalogue.custom, isLog: true)
    let invariants = TraceInvariants()
    invariants.watch(replay)
    try replay.replay([invariants, sink])
    invariants.check(finalVotes: replay.finalVotes)
    return (replay, sink, invariants)
  }

  /// - Parameter repeats: Rows of posts that their slate had already.
  private func check(_ invariants: TraceInvariants, repeats: Int) throws {
    guard invariants.count > 0 else { return }
    var lines = Message.lines(invariants.violations.map { "\($0)" })
    let rest = invariants.count - invariants.violations.count
    if rest > 0 { lines = "\(lines)\nand \(rest) more" }
    guard tolerant else {
      throw CommandFailure.invalidData(
        "\(lines)\nfeedlab: error: \(trace) is no trace of a run; --tolerant measures it all the same"
      )
    }
    StandardStream.error.printLine(lines)
    if repeats > 0 {
      let rows = NumberText.counted(repeats, "row repeats", plural: "rows repeat")
      StandardStream.error.printLine("\(rows) a post of the same slate; its first row counts")
    }
  }
}
