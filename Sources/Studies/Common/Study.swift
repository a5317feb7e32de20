public import DataFiles
public import Experiments
public import ReportKit
public import RunStore
package import SyntheticSociety

/// A question, and the parallel worlds that answer it.
///
/// A study is a folder beside this one: its design, how it proceeds, its results with their document, and its options. Whoever
/// runs it, `feedlab` on one machine or many machines of a plan, knows nothing but this.
public protocol Study<Results>: Sendable {
  associatedtype Results: Documented & Sendable

  /// The arms and their worlds; where the arms simulate at several points, those of one point.
  var experiment: Experiment { get }
  /// All files of its results, but for the ledger and the page.
  var files: [ResultFile] { get }
  /// How many worlds there are; `nil` where their results decide that.
  var fixedWorlds: Int? { get }
  /// What it costs, for people to read before it begins; `nil` where progress says enough.
  var budget: String? { get }

  /// Opens the database in which its worlds are kept; `nil` where none is.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder of its results, which is there.
  ///   - isFresh: Whether all worlds are simulated again, known or not.
  func ledger(in folder: String, isFresh: Bool) -> Ledger?

  /// Simulates the worlds, and draws the conclusions.
  func run(in context: StudyContext) throws(ExperimentFailure) -> Results

  /// What it found, as it is printed; files hide no rows.
  func document(of results: Results) -> Document

  /// Writes all of ``files``.
  func write(_ results: Results, to folder: OutputFolder) throws(UnwritableOutput)
}

extension Study {
  public var fixedWorlds: Int? { nil }
  public var budget: String? { nil }

  public func ledger(in folder: String, isFresh: Bool) -> Ledger? { nil }

  public func document(of results: Results) -> Document { results.document }

  /// Simulates the worlds, and draws the conclusions.
  ///
  /// - Parameters:
  ///   - jobs: How many worlds are simulated at the same time, a thread each; at least 1. The results do not
  ///     depend on it.
  ///   - monitor: Says how far the study has come, and ends it.
  ///   - store: What is known of its worlds; they are not simulated again.
  public func run(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor(),
    store: (any OutcomeStore)? = nil
  ) throws(ExperimentFailure) -> Results {
    try run(in: StudyContext(jobs: jobs, monitor: monitor, store: store))
  }

  /// The same where worlds come from elsewhere: from other machines, or from a test.
  package func run(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor(),
    intercepts: SolvedIntercepts = SolvedIntercepts(), store: (any OutcomeStore)? = nil,
    simulate: @escaping RunSimulator, foresee: (@Sendable ([WorldRun]) -> Void)? = nil
  ) throws(ExperimentFailure) -> Results {
    try run(
      in: StudyContext(
        jobs: jobs, monitor: monitor, store: store,
        elsewhere: StudyContext.Elsewhere(
          intercepts: intercepts, simulate: simulate, foresee: foresee)))
  }
}

/// Results whose document is all there is to write: as JSON, as a table and as Markdown.
public protocol StudyResults: Documented, Sendable {
  static var files: StudyFiles { get }
}

extension Study where Results: StudyResults {
  public var files: [ResultFile] { Results.files.all }

  public func write(_ results: Results, to folder: OutputFolder) throws(UnwritableOutput) {
    try results.write(to: folder)
  }
}

extension StudyResults {
  func write(to folder: OutputFolder) throws(UnwritableOutput) {
    try folder.write(json, to: Self.files.json)
    try folder.write(csv, to: Self.files.table)
    try folder.write(markdown, to: Self.files.summary)
  }
}

/// The three files of a study whose document is all there is to write.
public struct StudyFiles: Sendable {
  public let json: ResultFile
  public let table: ResultFile
  public let summary: ResultFile

  public var all: [ResultFile] { [json, table, summary] }

  /// - Parameters:
  ///   - name: Of the files without their endings, and of the mark in Markdown.
  ///   - title: What messages call the results, with the article, such as `a selection`.
  ///   - key: How a line at the top of the JSON begins that no other kind of results has.
  ///   - rows: What the table is of, such as `trials`.
  ///   - headers: How the table begins: the first columns, one string for each form that it can have.
  public init(_ name: String, _ title: String, key: String, rows: String, headers: String...) {
    json = ResultFile("\(name).json", .json(title, with: key))
    table = ResultFile("\(name).csv", .table(rows, headers))
    summary = ResultFile("\(name).md", .markdown(title, mark: name))
  }
}

/// A study with what it found.
public struct Finding<S: Study>: AnyFinding {
  public let study: S
  public let results: S.Results

  package init(study: S, results: S.Results) { (self.study, self.results) = (study, results) }
}

/// A finding of whatever study.
public protocol AnyFinding<S>: Sendable {
  associatedtype S: Study
  var study: S { get }
  var results: S.Results { get }
}
