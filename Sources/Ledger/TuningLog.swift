internal import DataFiles
public import Experiments
internal import FeedMetrics
internal import Foundation
internal import Scenarios
internal import Synchronization

/// The worlds of a tuning, a line of JSON each, from which a tuning that was interrupted goes on.
///
/// The first line says what they are worlds of: what the arm's worlds depend on, and the program to the
/// byte. A line is on its way to the disk before its thread begins another world; what a crash left of a
/// last line is left out. Lines stand in the order in which worlds ended, until ``close(_:)`` puts them
/// into the order of the trials, which does not depend on threads.
public final class TuningLog: TuningStore {
  /// Its name in the folder of results.
  public static let fileName = "tune.jsonl"

  private struct Key: Hashable {
    let values: [Double]
    let world: Int
    let space: WorldSpace
  }

  private struct State {
    var rows: [Key: [Double?]] = [:]
    var file: FileHandle?
    var kept = 0
    var trouble: String?
  }

  private let path: String
  private let head: String
  private let isResumable: Bool
  private let state: Mutex<State>

  /// Worlds that were known when it was opened.
  public let knownWorlds: Int

  /// Whether it holds worlds of this tuning.
  public var keepsWorlds: Bool {
    isResumable && state.withLock { !$0.rows.isEmpty && $0.trouble == nil }
  }

  /// Why worlds could not be kept, if they could not.
  public var trouble: String? { state.withLock { $0.trouble } }

  /// Begins a log in a folder.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that is there; a log that is in it gives way.
  ///   - tuner: What is tuned.
  ///   - resumed: The path of a log whose worlds are known; it may be that of the folder.
  /// - Throws: When the log to resume cannot be read, or is that of something else.
  public convenience init(
    folder: String, tuner: Tuner, resuming resumed: String? = nil
  ) throws(UnusableTuningLog) {
    try self.init(folder: folder, tuner: tuner, resuming: resumed, build: ProgramDigest.current)
  }

  /// - Parameter build: Identifies the program; `nil` where it cannot read itself, so that nothing
  ///   can go on from its log.
  package init(
    folder: String, tuner: Tuner, resuming resumed: String?, build: String?
  ) throws(UnusableTuningLog) {
    if let resumed, build == nil {
      throw UnusableTuningLog(description: "--resume \(resumed): \(LedgerTrouble.noIdentity)")
    }
    isResumable = build != nil
    // Where the path is a link, what it leads to is written.
    path = URL(filePath: "\(folder)/\(Self.fileName)").resolvingSymlinksInPath()
      .path(percentEncoded: false)
    head =
      JSONValue.object([
        "feedlab": .string(FeedLab.version), "build": .string(build ?? "unknown"),
        "worlds_of": .string(Data(tuner.dependencies.canonical.utf8).hexDigest),
        "metrics": .array(tuner.design.metrics.map { .string($0.id) }),
        "numbers": .array(tuner.design.space.parameters.map { .string($0.key) }),
      ]).canonical
    var state = State()
    if let resumed { state.rows = try Self.rows(of: resumed, head: head) }
    knownWorlds = state.rows.count
    let lines = [head] + state.rows.sorted { Self.isBefore($0.key, $1.key) }.map(Self.line)
    do {
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(
        to: URL(filePath: path), options: .atomic)
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.seekToEnd()
      state.file = file
    } catch {
      state.trouble = "cannot write \(path)"
    }
    self.state = Mutex(state)
  }

  package func row(of values: [Double], world: Int, in space: WorldSpace) -> [Double?]? {
    state.withLock { $0.rows[Key(values: values, world: world, space: space)] }
  }

  package func keep(_ row: [Double?], of values: [Double], world: Int, in space: WorldSpace) {
    let key = Key(values: values, world: world, space: space)
    state.withLock { state in
      state.rows[key] = row
      do {
        try state.file?.write(contentsOf: Data((Self.line((key, row)) + "\n").utf8))
      } catch {
        state.trouble = "cannot write \(path)"
      }
    }
  }

  /// Puts the worlds of a tuning that has ended into the order of its trials.
  public func close(_ results: TuningResults) {
    let order = Dictionary(
      results.trials.enumerated().map { ($1.values, $0) }, uniquingKeysWith: { first, _ in first })
    state.withLock { state in
      try? state.file?.close()
      state.file = nil
      let sorted = state.rows.filter { order[$0.key.values] != nil }.sorted { a, b in
        (order[a.key.values]!, a.key.space.rawValue, a.key.world)
          < (order[b.key.values]!, b.key.space.rawValue, b.key.world)
      }
      let lines = [head] + sorted.map(Self.line)
      do {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(
          to: URL(filePath: path), options: .atomic)
      } catch {
        state.trouble = "cannot write \(path)"
      }
    }
  }
}

/// A log that a tuning cannot go on from.
public struct UnusableTuningLog: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, with file and line where there is one.
  public let description: String
}

// MARK: - Lines

extension TuningLog {
  private static func line(_ entry: (key: Key, value: [Double?])) -> String {
    JSONValue.object([
      "space": .string(entry.key.space.name), "world": .number(Double(entry.key.world)),
      "values": .array(entry.key.values.map(JSONValue.number)),
      "metrics": .array(entry.value.map { $0.map(JSONValue.number) ?? .null }),
    ]).canonical
  }

  private static func isBefore(_ a: Key, _ b: Key) -> Bool {
    (a.space.rawValue, a.world) != (b.space.rawValue, b.world)
      ? (a.space.rawValue, a.world) < (b.space.rawValue, b.world)
      : a.values.lexicographicallyPrecedes(b.values)
  }

  /// - Throws: Unless the log is one of exactly this tuning; a last line without an end is left out.
  private static func rows(
    of path: String, head: String
  ) throws(UnusableTuningLog) -> [Key: [Double?]] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UnusableTuningLog(description: "--resume \(path): it cannot be read")
    }
    let text = String(decoding: data, as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // What stands behind the last line feed has no end.
    lines.removeLast()
    guard let first = lines.first, first.hasPrefix("{\"build\":") else {
      throw UnusableTuningLog(description: "\(path):1:1: this is no log of a tuning")
    }
    guard first == head else {
      throw UnusableTuningLog(
        description: "\(path):1:1: this log is of another tuning: other numbers, metrics, people or"
          + " another build of feedlab; without --resume a new one is begun")
    }
    var rows: [Key: [Double?]] = [:]
    for (number, line) in lines.enumerated().dropFirst() {
      guard let (key, row) = entry(line) else {
        throw UnusableTuningLog(
          description: "\(path):\(number + 1):1: this line is no world of a tuning")
      }
      rows[key] = row
    }
    return rows
  }

  private struct Line: Decodable {
    let space: String
    let world: Int
    let values: [Double]
    let metrics: [Double?]
  }

  private static func entry(_ text: Substring) -> (Key, [Double?])? {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)),
      let space = WorldSpace.allCases.first(where: { $0.name == line.space })
    else { return nil }
    return (Key(values: line.values, world: line.world, space: space), line.metrics)
  }
}

extension WorldSpace {
  fileprivate var name: String { "\(self)" }
}
