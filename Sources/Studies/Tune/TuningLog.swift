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
      throw UnusableTuningLog(description: "--resume \(path): \(LedgerProblem.noIdentity)")
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
      throw UnusableTuningLog(description: "--resume \(path): the file cannot be read")
    }
    let text = String(decoding: data, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard let first = lines.first, first.hasPrefix("{\"build\":") else {
      throw UnusableTuningLog(description: "\(path):1:1: this is not a tuning log")
    }
    guard first == head else {
      throw UnusableTuningLog(
        description:
          "\(path):1:1: this log belongs to another tuning: the parameters, metrics, society or"
          + " build of feedlab differ; without --resume a new log is started")
    }
    for (number, line) in lines.enumerated().dropFirst() {
      let row = try? JSONDecoder().decode(Row.self, from: Data(line.utf8))
      guard let row, WorldSpace(named: row.space) != nil, (0..<1 << 30).contains(row.world),
        row.values.count == design.space.parameters.count,
        row.metrics.count == design.metrics.count
      else {
        throw UnusableTuningLog(
          description: "\(path):\(number + 1):1: this line is not a run of this tuning")
      }
      rows.append(row)
    }
  }
}

/// A log that a tuning cannot resume.
package struct UnusableTuningLog: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, with file and line if it concerns a line.
  package let description: String
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
