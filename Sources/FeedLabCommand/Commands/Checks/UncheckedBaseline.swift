internal import DataFiles
internal import Scenarios
internal import Studies

/// A baseline in a checked folder whose scenario was not checked: that scenario was renamed, moved or deleted, or has
/// lost its section check.
struct UncheckedBaseline {
  /// The stem of the baseline's file.
  let name: String
  /// The scenario of that name without a section check; the baseline where none exists.
  let file: String
  /// A sentence without full stop.
  let reason: String

  /// The result in reports.
  var result: CheckedScenario { CheckedScenario(unfinished: name, file: file, because: reason) }

  var failure: GateFailure { GateFailure(.uncheckedBaseline, "\(file): \(reason)") }
}

/// Finds the baselines without a checked scenario.
struct UncheckedBaselines {
  private var checked: Set<FileStatus.Identity> = []
  /// The folders of baselines that scenarios in folders name, below these.
  private var folders: [String] = []
  /// The files of scenarios without a section check by name.
  private var others: [String: String] = [:]
  /// The first of these that the command line names.
  private(set) var named: String?

  /// - Parameter folder: The folder on the command line that has the scenario of the baseline; `nil` for none.
  mutating func add(checked path: String, in folder: String?) {
    if let status = FileStatus(path: path) { checked.insert(status.identity) }
    if let folder, OutputRule.isFile(path, below: folder) {
      folders.append(FileStatus.parent(of: path))
    }
  }

  /// Adds a scenario without a section check.
  mutating func add(_ scenario: Scenario, isNamed: Bool) {
    others[scenario.name] = scenario.file
    if isNamed, named == nil { named = scenario.file }
  }

  /// The baselines that no scenario has, in the order of their folders and names.
  ///
  /// - Parameter searched: The folders on the command line.
  func found(in searched: [String]) -> [UncheckedBaseline] {
    var known = checked
    return (searched.map { PathKind.path(of: "baselines", in: $0) } + folders).flatMap {
      (try? PathKind.files(of: $0, endingIn: [".json"])) ?? []
    }
    .compactMap { path in
      guard let status = FileStatus(path: path), known.insert(status.identity).inserted,
        Self.isBaseline(path)
      else { return nil }
      let name = String(path.split(separator: "/").last?.dropLast(5) ?? "")
      guard let file = others[name] else {
        return UncheckedBaseline(
          name: name, file: path,
          reason:
            "no scenario of this baseline was checked; put back or name its scenario, a file .yml, .yaml or"
            + " .json with a section check, or delete the baseline")
      }
      return UncheckedBaseline(
        name: name, file: file,
        reason:
          "it has no section check, but the baseline \(path); put the section back, or delete the baseline"
      )
    }
  }

  /// Whether a file is a baseline. One that cannot be read, such as after a merge, is.
  private static func isBaseline(_ file: String) -> Bool {
    guard let bytes = try? FileContent.bytes(of: file),
      let root = try? PositionedJSON(bytes, file: file)
    else { return true }
    guard case .object(let members) = root.content else { return false }
    return members["checksum"] != nil && members["arm"] != nil
  }
}
