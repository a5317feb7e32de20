public import DataFiles
public import Experiments
public import ReportKit
public import RunStore
package import SyntheticSociety

/// A design of parallel worlds, and the results that follow from them.
///
/// A study is a folder beside this one: its design, its procedure, its results with their document, and its options.
/// `feedlab` on one machine and the machines of a plan run it only through this protocol.
public protocol Study<Results>: Sendable {
  associatedtype Results: Documented & Sendable

  /// The arms and their worlds; in a study with several points, the arms and worlds of one point.
  var experiment: Experiment { get }
  /// All files of its results except the ledger and the page.
  var files: [ResultFile] { get }
  /// The number of worlds; `nil` if results decide it.
  var fixedWorlds: Int? { get }
  /// The cost, which is printed before the study begins; `nil` if the progress display is enough.
  var budget: String? { get }

  /// A file outside of the folder of results, if one is wanted.
  var record: StudyRecord<Results>? { get }

  /// Opens the database of its runs; `nil` if the study keeps none.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder of its results, which exists.
  ///   - isFresh: Whether all runs are simulated again, also known ones.
  func ledger(in folder: String, isFresh: Bool) -> Ledger?

  /// Simulates the worlds, and computes the results.
  func run(in context: StudyContext) throws(ExperimentFailure) -> Results

  /// The printed report; files hide no rows.
  func document(of results: Results) -> Document

  /// Writes all ``files``.
  func write(_ results: Results, to folder: OutputFolder) throws(UnwritableOutput)
}

extension Study {
  public var fixedWorlds: Int? { nil }
  public var budget: String? { nil }
  public var record: StudyRecord<Results>? { nil }

  public func ledger(in folder: String, isFresh: Bool) -> Ledger? { nil }

  public func document(of results: Results) -> Document { results.document }

  /// Simulates the worlds, and computes the results.
  ///
  /// - Parameters:
  ///   - jobs: How many worlds are simulated at the same time, a thread each; at least 1. The results do not
  ///     depend on it.
  ///   - monitor: Reports progress, and can stop the study.
  ///   - store: Known runs, which are not simulated again.
  public func run(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor(),
    store: (any OutcomeStore)? = nil
  ) throws(ExperimentFailure) -> Results {
    try run(in: StudyContext(jobs: jobs, monitor: monitor, store: store))
  }

  /// Computes the results of runs that are simulated elsewhere: on other machines, or by a test.
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

/// A file with results that travels with the scenario, outside of the folder of results.
public struct StudyRecord<Results>: Sendable {
  /// The path of the file.
  package let path: String
  package let kind: OutputKind
  /// The text of the file.
  package let text: @Sendable (Results) -> String
}

/// Results that are written as one document in three files: JSON, a table and Markdown.
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

/// The three files of a study with one document.
public struct StudyFiles: Sendable {
  public let json: ResultFile
  public let table: ResultFile
  public let summary: ResultFile

  public var all: [ResultFile] { [json, table, summary] }

  /// - Parameters:
  ///   - name: The name of the files without their endings, and of the mark in Markdown.
  ///   - title: The name of the results in messages, with the article, such as `a selection`.
  ///   - key: The beginning of a line at the top of the JSON that no other kind of results has.
  ///   - rows: The name of the rows of the table, such as `trials`.
  ///   - headers: The first columns of the table, one string for each form that it can have.
  public init(_ name: String, _ title: String, key: String, rows: String, headers: String...) {
    json = ResultFile("\(name).json", .json(title, with: key))
    table = ResultFile("\(name).csv", .table(rows, headers))
    summary = ResultFile("\(name).md", .markdown(title, mark: name))
  }
}

/// A study with its results.
public struct Finding<S: Study>: AnyFinding {
  public let study: S
  public let results: S.Results

  package init(study: S, results: S.Results) { (self.study, self.results) = (study, results) }
}

/// A finding of any study.
public protocol AnyFinding<S>: Sendable {
  associatedtype S: Study
  var study: S { get }
  var results: S.Results { get }
}

/// The cost of a study, which is printed before it begins.
package struct StudyBudget: CustomStringConvertible {
  private let plan: String
  private let factors: [String]
  private let runs: Int

  /// - Parameters:
  ///   - plan: A description of the design.
  ///   - factors: The factors of the number of runs, such as `4 worlds`.
  package init(_ plan: String, _ factors: [String], runs: Int) {
    (self.plan, self.factors, self.runs) = (plan, factors, runs)
  }

  package var description: String {
    "\(plan): \(factors.joined(separator: " x ")) = \(NumberText.count(runs)) runs"
  }
}

extension JSONValue {
  /// The JSON of a study's results at full precision: `null` for undefined values. The text does not depend on the
  /// clock, the machine's paths or the threads.
  static func study(_ design: ExperimentDesign, _ members: [String: JSONValue]) -> JSONValue {
    let head: [String: JSONValue] = [
      "feedlab": .string(FeedLab.version),
      "scenario": .object([
        "name": .string(design.scenario), "digest": .string(design.scenarioDigest),
        "resolved": JSONValue(canonical: design.resolvedScenario),
      ]),
      "seed": .whole(design.seed),
    ]
    return .object(head.merging(members) { $1 })
  }
}
