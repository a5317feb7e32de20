internal import DataFiles
internal import Experiments
internal import Foundation
internal import Reports
internal import RunStore
internal import Studies

/// The ledgers and the files of checks of a folder, or one of them.
struct HistoryFiles {
  /// The paths of the ledgers, in order.
  let ledgers: [String]
  /// The paths of the JSON files that `feedlab check` wrote, in order.
  let checks: [String]
  /// The path of the folder that they are in.
  let folder: String

  /// - Parameter location: The path of a folder, which is searched with all below it, or of a file.
  init(at location: String) throws(CommandFailure) {
    switch PathKind(location) {
    case .nothing: throw .usage("'\(location)': there is no such file or folder")
    case .file:
      let isCheck = Self.isCheck(location)
      (ledgers, checks) = (isCheck ? [] : [location], isCheck ? [location] : [])
      folder = location.lastIndex(of: "/").map { String(location[..<$0]) } ?? "."
    case .folder:
      let inside = (try? FileManager.default.subpathsOfDirectory(atPath: location)) ?? []
      let prefix = location == "." ? "" : location.hasSuffix("/") ? location : location + "/"
      let paths = inside.sorted().map { prefix + $0 }
      ledgers = paths.filter {
        $0.split(separator: "/").last.map(String.init) == SQLiteRunStore.fileName
          && PathKind($0) == .file
      }
      checks = paths.filter { $0.hasSuffix(".json") && Self.isCheck($0) }
      folder = location.hasSuffix("/") ? String(location.dropLast()) : location
    }
  }

  private static func isCheck(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let mark = Data(CheckHistory.mark.utf8)
    return (try? file.read(upToCount: mark.count)) == mark
  }

  /// The contents of the ledgers, and why others cannot be read.
  func read() -> (ledgers: [LedgerContents], failures: [Message]) {
    var (contents, failures): ([LedgerContents], [Message]) = ([], [])
    for path in ledgers {
      do throws(UnreadableLedger) {
        let ledger = try LedgerContents(path: path)
        contents.append(ledger)
        failures += ledger.faults.map(\.message)
      } catch {
        failures.append(error.message)
      }
    }
    return (contents, failures)
  }

  /// The comparisons in the order of their requests, then the checks in the order of their paths; and what cannot be
  /// read.
  func points() -> (points: [HistoryPoint], failures: [Message]) {
    var (contents, failures) = read()
    contents.sort { $0.path < $1.path }
    let entries = contents.flatMap { ledger in ledger.entries.map { (ledger, $0) } }
    let ordered = entries.enumerated().sorted {
      ($0.element.1.requestedAt, $0.offset) < ($1.element.1.requestedAt, $1.offset)
    }
    var points: [HistoryPoint] = []
    for (ledger, entry) in ordered.map(\.element) {
      do throws(UnreadableLedger) {
        points += try Self.points(of: entry, ledger, called: name(of: ledger.path))
      } catch {
        failures.append(error.message)
      }
    }
    for path in checks {
      do throws(LocatedFault) {
        let bytes = (try? [UInt8](Data(contentsOf: URL(filePath: path)))) ?? []
        points += try CheckHistory(bytes, path: path, name: name(of: path)).points
      } catch {
        failures.append(error.message)
      }
    }
    return (points, failures)
  }

  /// The path of a file from the folder on.
  private func name(of path: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }

  private static func points(
    of entry: LedgerContents.Entry, _ ledger: LedgerContents, called name: String
  ) throws(UnreadableLedger) -> [HistoryPoint] {
    let source = "\(name) no. \(entry.number)"
    guard let results = try ledger.results(of: entry) else {
      return HistoryPoint.unread(
        entry.design, at: entry.requestedAt, source: source, version: entry.version,
        because: "too few worlds")
    }
    return HistoryPoint.points(
      of: results, at: entry.requestedAt, source: source, version: entry.version)
  }
}
