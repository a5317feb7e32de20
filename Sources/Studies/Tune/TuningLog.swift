package import DataFiles
internal import Experiments
internal import FeedMetrics
internal import Foundation
internal import RunStore
internal import Scenarios
internal import SyntheticSociety

/// The runs of a tuning as a file with a line of JSON each, from which the same tuning can be resumed elsewhere.
///
/// The first line identifies the tuning: a digest of everything that outcomes depend on, and the build of the
/// program. The other lines are in the order of the trials, which does not depend on threads. The log is a
/// view of the runs of a store.
package struct TuningLog: Sendable {
  private struct Row: Decodable {
    let space: String
    let world: Int
    let values: [Double]
    let metrics: [Double?]
  }

  /// The first line, which identifies the tuning.
  package let head: String
  private let design: TuningDesign
  /// The rows of the log that is resumed.
  private var rows: [Row] = []

  /// The log of a new tuning.
  ///
  /// - Parameter build: The digest of the program; `nil` if it cannot read its own file, so that its log
  ///   cannot be resumed.
  package init(_ tuner: Tuner, build: String? = ProgramDigest.current) {
    design = tuner.design
    head =
      JSONValue.object([
        "feedlab": .string(FeedLab.version), "build": .string(build ?? "unknown"),
        "worlds_of": .string(SHA256.hexDigest(of: Array(tuner.dependencies.canonical.utf8))),
        "metrics": .array(tuner.design.metrics.map { .string($0.id) }),
        "numbers": .array(tuner.design.space.parameters.map { .string($0.key) }),
      ]).canonical
  }

  /// The log of a tuning that is resumed.
  ///
  /// - Throws: When the file cannot be read, or is not a log of this tuning.
  package init(
    _ tuner: Tuner, resuming path: String, build: String? = ProgramDigest.current
  ) throws(UnusableTuningLog) {
    guard build != nil else {
      throw UnusableTuningLog(message: "--resume \(path): \(LedgerProblem.noIdentity)")
    }
    self.init(tuner, build: build)
    try read(path)
  }

  /// The outcomes of the resumed log, by the keys of their runs.
  func outcomes(of tuner: Tuner, by keys: RunKeys) -> [RunKey: WorldOutcome] {
    let metrics = design.metrics.map(\.id)
    let pairs = rows.compactMap { row -> (RunKey, WorldOutcome)? in
      guard let space = WorldSpace(named: row.space) else { return nil }
      let run = tuner.run(of: row.values, world: row.world, in: space, SolvedIntercepts())
      let values = zip(metrics, row.metrics).map { ($0, MetricValue($1, support: 0)) }
      return (
        keys.key(of: run),
        WorldOutcome(
          arm: run.arm.name, world: row.world,
          values: Dictionary(uniqueKeysWithValues: values), digest: "", summary: WorldSummary())
      )
    }
    return Dictionary(pairs) { $1 }
  }

  /// The log of a finished tuning: its runs, and runs of its trials that are only in the resumed log.
  package func text(_ results: TuningResults) -> String {
    let read = Dictionary(grouping: rows, by: \.values)
    let lines = results.trials.flatMap { trial in
      WorldSpace.allCases.flatMap { space in
        var worlds = trial.rows(in: space)
        for row in read[trial.values] ?? [] where row.space == space.name {
          worlds[row.world] = worlds[row.world] ?? row.metrics
        }
        return worlds.sorted { $0.key < $1.key }.map { world, metrics in
          Self.line(trial.values, space, world, metrics)
        }
      }
    }
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  private static func line(
    _ values: [Double], _ space: WorldSpace, _ world: Int, _ metrics: [Double?]
  ) -> String {
    JSONValue.object([
      "space": .string(space.name), "world": .number(Double(world)),
      "values": .array(values.map(JSONValue.number)),
      "metrics": .array(metrics.map { $0.map(JSONValue.number) ?? .null }),
    ]).canonical
  }

  /// Reads all complete lines; a crash can leave an incomplete last line, which is ignored.
  private mutating func read(_ path: String) throws(UnusableTuningLog) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UnusableTuningLog(message: "--resume \(path): the file cannot be read")
    }
    let text = String(decoding: data, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard let first = lines.first, first.hasPrefix("{\"build\":") else {
      throw UnusableTuningLog(message: "\(path):1:1: this is not a tuning log")
    }
    guard first == head else {
      throw UnusableTuningLog(
        message:
          "\(path):1:1: this log belongs to another tuning: the parameters, metrics, community or"
          + " build of feedlab differ; without --resume a new log is started")
    }
    var linesOfRuns: [Run: Int] = [:]
    do throws(LocatedFault) {
      for (index, line) in lines.enumerated().dropFirst() {
        let row = try row(line, index: index, of: path)
        if let first = linesOfRuns.updateValue(index + 1, forKey: Run(row)) {
          throw LocatedFault(
            location: .line(file: path, line: index + 1, column: 1),
            reason: .repeated("this run is there", firstLine: first))
        }
        rows.append(row)
      }
    } catch {
      throw UnusableTuningLog(message: error.message)
    }
  }

  /// What a row is the outcome of.
  private struct Run: Hashable {
    let space: String
    let world: Int
    let values: [Double]

    init(_ row: Row) { (space, world, values) = (row.space, row.world, row.values) }
  }

  /// Reads a line.
  ///
  /// - Parameter index: The index of the line in the file.
  /// - Throws: What is not of this tuning in it.
  private func row(_ line: Substring, index: Int, of path: String) throws(LocatedFault) -> Row {
    let row: Row
    do throws(LocatedFault) {
      row = try PositionedDecoder(
        Array(line.utf8), file: path, otherwise: "a tuning log has it in each of its lines"
      ).decode()
    } catch {
      throw error.below(lines: index)
    }
    func fault(_ key: String, _ expected: String, found: String) -> LocatedFault {
      LocatedFault(
        location: .line(file: path, line: index + 1, column: 1), key: key,
        reason: .unexpected(expected: expected, found: found))
    }
    let (parameters, metrics) = (design.space.parameters, design.metrics)
    guard WorldSpace(named: row.space) != nil else {
      let spaces = WorldSpace.allCases.map(\.name)
      throw fault("space", "one of \(LocatedFault.Reason.list(spaces))", found: row.space.excerpt)
    }
    guard (0..<1 << 30).contains(row.world) else {
      throw fault("world", "the number of a world", found: "\(row.world)")
    }
    guard row.values.count == parameters.count else {
      throw fault(
        "values", "a number for each of \(parameters.count)", found: "\(row.values.count)")
    }
    for (parameter, value) in zip(parameters, row.values)
    where value != parameter.value && !parameter.range.contains(value) {
      throw fault("values", "a value of \(parameter.key) that may be tried", found: value.shortest)
    }
    guard row.metrics.count == metrics.count else {
      throw fault("metrics", "a number for each of \(metrics.count)", found: "\(row.metrics.count)")
    }
    return row
  }
}

/// A log that a tuning cannot resume.
package struct UnusableTuningLog: Error, Hashable, Sendable {
  /// The message, with file and line if it concerns a line.
  package let message: Message
}

extension WorldSpace {
  fileprivate var name: String { "\(self)" }

  fileprivate init?(named name: String) {
    guard let space = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = space
  }
}

extension UnusableTuningLog: ProgramError {
  package var exitCode: ExitCode { .invalidData }
  package var isLocated: Bool { true }
}
