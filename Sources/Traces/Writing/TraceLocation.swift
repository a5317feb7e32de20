internal import DataFiles
internal import Foundation

/// Where a trace goes: written beside its final name under a hidden one, and renamed when it is whole.
package struct TraceLocation {
  let path: String
  let isDatabase: Bool
  /// Where the trace is written.
  let partial: URL
  private let final: URL
  private let parent: OutputFolder

  /// Whether a path names a database, by its extension: `.sqlite` or `.db`.
  package static func isDatabase(_ path: String) -> Bool {
    ["sqlite", "db"].contains(URL(filePath: path).pathExtension.lowercased())
  }

  /// Makes the folder of the trace where it is missing and tries it, and looks at what stands in the
  /// way: an earlier trace may be replaced, and nothing else.
  init(_ path: String) throws(UnwritableTrace) {
    self.path = path
    isDatabase = Self.isDatabase(path)
    final = URL(filePath: path).standardizedFileURL
    let name = final.lastPathComponent
    let folder = final.deletingLastPathComponent()
    let process = ProcessInfo.processInfo.processIdentifier
    partial = folder.appending(component: ".\(name).partial-\(process)")
    guard !path.isEmpty, name != "/", name != "..", name != "." else {
      throw UnwritableTrace(
        path: path, reason: "this is no name for a trace", exitCode: .usage)
    }
    if let reason = Self.obstacle(at: final, isDatabase: isDatabase) {
      throw UnwritableTrace(path: path, reason: reason, exitCode: .usage)
    }
    do throws(UnwritableOutput) {
      let above = folder.path(percentEncoded: false)
      parent = try OutputFolder(path: above == "/" ? above : String(above.dropLast()))
    } catch {
      throw UnwritableTrace(path: path, reason: error.description)
    }
    try? FileManager.default.removeItem(at: partial)
    removeLeftovers(of: name, in: folder)
  }

  /// Removes what processes that were killed had begun to write of this trace.
  private func removeLeftovers(of name: String, in folder: URL) {
    let files = FileManager.default
    let entries = try? files.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    let beginning = ".\(name).partial-"
    for entry in entries ?? [] where entry.hasPrefix(beginning) {
      guard let process = Int32(entry.dropFirst(beginning.count)), process > 0,
        kill(process, 0) == -1, errno == ESRCH
      else { continue }
      try? files.removeItem(at: folder.appending(component: entry))
    }
  }

  /// Gives the whole trace its name, in location of an earlier one.
  func publish() throws {
    let files = FileManager.default
    let earlier = final.deletingLastPathComponent()
      .appending(component: partial.lastPathComponent + "-replaced")
    let isReplacing = files.fileExists(atPath: final.path(percentEncoded: false))
    if isReplacing { try files.moveItem(at: final, to: earlier) }
    do {
      try files.moveItem(at: partial, to: final)
    } catch {
      if isReplacing { try? files.moveItem(at: earlier, to: final) }
      throw error
    }
    try FileHandle(forReadingFrom: final.deletingLastPathComponent()).synchronize()
    if isReplacing { try? files.removeItem(at: earlier) }
  }

  /// Leaves nothing of a trace that is not whole.
  func discard() {
    try? FileManager.default.removeItem(at: partial)
    parent.removeIfEmpty()
  }
}

// MARK: - What is there already

extension TraceLocation {
  /// Why the file or folder at a URL must not be replaced; `nil` when there is nothing, or a trace.
  private static func obstacle(at url: URL, isDatabase: Bool) -> String? {
    guard
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: url.path(percentEncoded: false))
    else {
      return nil
    }
    let type = attributes[.type] as? FileAttributeType
    if isDatabase {
      let isTrace = type == .typeRegular && DatabaseStore.isTrace(url)
      return isTrace ? nil : "something else than a trace is there"
    }
    guard type == .typeDirectory,
      let entries = try? FileManager.default.contentsOfDirectory(
        atPath: url.path(percentEncoded: false))
    else { return "something else than a trace is there" }
    guard entries.isEmpty || entries.contains(FolderStore.runFile) else {
      return "this folder is there already and is no trace, for it has no \(FolderStore.runFile)"
    }
    let own = [FolderStore.runFile] + TraceTable.allCases.map(\.file)
    let strange = entries.sorted().first { !own.contains($0) }
    return strange.map { "this folder is there already and holds '\($0)', which no trace has" }
  }
}
