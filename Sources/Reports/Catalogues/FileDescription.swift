internal import DataFiles
internal import ReportKit
internal import RunStore
internal import Studies

/// What commands write: all files, or one.
public struct FileDescription: TopicDescription {
  private let files: [WrittenFile]

  /// The names of all files.
  public static let names = WrittenFile.all.map(\.name)

  /// - Parameter names: Names of files; others are skipped.
  public init(_ names: [String]) {
    files = WrittenFile.all.filter { names.contains($0.name) }
  }

  public func text(width: Int) -> String {
    FactSheet.text(
      title: "Files, in reports/NAME unless the command line names another folder",
      facts: files.map { ($0.name, "\($0.writers). \($0.contents)") }, width: width)
  }

  public var markdown: String {
    MarkdownText.table(
      ["File", "Written by", "Contents"],
      files.map {
        [MarkdownText.code($0.name)] + [$0.writers, $0.contents].map(MarkdownText.plain)
      })
  }

  /// An array of objects.
  public var json: String {
    JSONValue.array(
      files.map {
        .object([
          "name": .string($0.name), "written_by": .string($0.writers),
          "contents": .string($0.contents),
        ])
      }
    ).indented
  }
}

/// A file, or a kind of files, that commands write.
private struct WrittenFile {
  let name: String
  /// Which commands write it.
  let writers: String
  let contents: String

  init(_ name: String, by writers: String, _ contents: String) {
    (self.name, self.writers, self.contents) = (name, writers, contents)
  }

  static let all = experiments + studies + others

  private static let experiment = "ab, run, gather, report"

  private static let experiments = [
    WrittenFile(
      ResultFile.page.name, by: experiment,
      "The report as one HTML page without outside requests. Open it first."),
    WrittenFile(
      ResultFile.results.name, by: experiment,
      "The resolved scenario, the value of every metric for each arm and world (null without a value),"
        + " every comparison with its interval, p-value and verdict, the verdicts in other communities as far as"
        + " they are recorded, how far the order of posts can move the primary (headroom), how many requests on home"
        + " find too few posts (supply), and the trend of the measured window: the change of each daily series with its"
        + " interval, and the warm-up that MSER-5 proposes. Keys are sorted."),
    WrittenFile(
      ResultFile.replications.name, by: experiment,
      "A row for each value: arm, replication (from 0), metric, value."),
    WrittenFile(
      ResultFile.breakdown.name, by: experiment,
      "Means of metrics by surface, ranker and day, with standard errors over the worlds."),
    WrittenFile(
      ResultFile.liveDesign.name, by: "ab --design",
      "For each metric what the live test finds, beside what the parallel worlds find."),
    WrittenFile(
      ResultFile.summary.name, by: experiment,
      "The report in Markdown: the decisions with the failures first, what decides them and the largest changes;"
        + " the tables of all metrics are folded."),
    WrittenFile(
      ResultFile.mail.name, by: experiment,
      "The same for mail: HTML with inline styles, without scripts or outside requests, and at most 100 kB."
        + " summary.md is its plain text."),
    WrittenFile(
      SQLiteRunStore.fileName, by: "ab, run, select, power, tune, sensitivity, gather",
      "The finished runs, from which the same command continues. A SQLite database; its view 'value' has"
        + " a row for each metric of each run."),
    WrittenFile(
      ResultFile.failedRequest.name, by: "every command that simulates",
      "The request at which an external ranker failed, as input of rank --request: who asked when, the"
        + " posts with the columns, the parameters and the seed, and the scores where there were two orders."
    ),
  ]

  private static let studies =
    study(TuningResults.files, "tune", "the tuning; a row for each trial")
    + [
      WrittenFile(
        ResultFile.tuningPage.name, by: "tune",
        "The Pareto front, the tuned values and the search history as one HTML page."),
      WrittenFile(
        ResultFile.tuningLog.name, by: "tune", "Every world of every trial, as input of --resume."),
    ]
    + study(SelectionResults.files, "select", "the selection; a row for each arm")
    + study(
      PowerAnalysis.files, "power", "the power analysis; a row for each candidate and pairing")
    + study(
      SocietiesResults.files, "sensitivity",
      "the verdicts in other communities; a row for each community, candidate and metric")
    + study(
      SensitivityResults.files, "sensitivity --of behaviour",
      "the verdicts over plausible communities; a row for each influence")
    + study(
      WeightResults.files, "sensitivity --of weights",
      "the influence of weights; a row for each metric and parameter")
    + study(
      RankOverlapResults.files, "rank-overlap", "the overlap of pages; a row for each pair of arms")

  /// The three files of a study.
  private static func study(
    _ files: StudyFiles, _ command: String, _ contents: String
  ) -> [WrittenFile] {
    [
      WrittenFile(files.json.name, by: command, "All figures of \(contents)."),
      WrittenFile(files.table.name, by: command, "A table of \(contents)."),
      WrittenFile(files.summary.name, by: command, "The printed report in Markdown."),
    ]
  }

  private static let others = [
    WrittenFile(
      "--trace PATH", by: "run",
      "Everything that happened in one world of one arm: a folder with run.json and a CSV file for each"
        + " table (users, posts, impressions, interactions, requests and so on), or a SQLite database with the same"
        + " tables. Times are seconds from the start of the run; an empty cell is no value."),
    WrittenFile(
      "--record-tape DIR", by: "ab, run, check, baseline record, baseline update",
      "The pages of external rankers, for --replay-tape: tapes.json, and ARM/FEED-WORLD.tape for each feed"
        + " with such a ranker and each world."),
    WrittenFile(
      "--report KIND=PATH", by: "ab, run, report, check",
      "The results as html, pdf, png (the first screen of the page), mail, json, csv, markdown, junit, sarif or"
        + " github (workflow commands)."),
    WrittenFile(
      "history.html", by: "history --html",
      "The tested metrics of comparisons and checks over time, with intervals and changes of verdicts, as one page"
        + " without scripts."),
    WrittenFile(
      "baselines/NAME.json", by: "baseline record, baseline update",
      "The checked arm's value of each metric in each world, its definition and the reasons of accepted"
        + " changes. It has neither times nor paths, and is committed beside the scenario."),
    WrittenFile(
      "sensitivity/NAME.json", by: "sensitivity --record",
      "In which communities the verdicts of a scenario hold. It has neither times nor paths, and is committed"
        + " beside the scenario."),
    WrittenFile(
      "--out FILE (calibrate)", by: "calibrate",
      "A scenario with the values that logs determine, each with its source."),
    WrittenFile(
      "--out FILE (plan)", by: "plan, gather --missing",
      "A plan: a header, and a line for each run that a machine can simulate."),
    WrittenFile(
      "PLAN.store", by: "plan, work",
      "The folder that machines share: resolved inputs, and a file for each result."),
    WrittenFile(
      ResultFile.shardScript.name, by: "submit slurm", "The batch script of the shards."),
    WrittenFile(
      ResultFile.gatherScript.name, by: "submit slurm",
      "The batch script that gathers and submits what is missing."),
    WrittenFile(
      ResultFile.scenarioSchema.name, by: "init",
      "The JSON Schema of scenarios, by which editors complete and check keys."),
  ]
}
