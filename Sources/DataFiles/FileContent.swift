package import Foundation

/// Why a file cannot be read.
package struct UnreadableFile: Error, Hashable {
  package let reason: String

  package init(reason: String) { self.reason = reason }
}

/// Whole files.
package enum FileContent {
  package static func bytes(of path: String) throws(UnreadableFile) -> [UInt8] {
    let file = try readable(path)
    do {
      return [UInt8](try Data(contentsOf: file))
    } catch {
      throw UnreadableFile(reason: noPermission)
    }
  }

  /// Where a file is that exists and is no folder.
  package static func readable(_ path: String) throws(UnreadableFile) -> URL {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw UnreadableFile(reason: "there is no such file\(suggestion(for: path))")
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard attributes?[.type] as? FileAttributeType != .typeDirectory else {
      throw UnreadableFile(reason: "this is a folder, not a file")
    }
    return file
  }

  package static let noPermission = "this file cannot be read; check its permissions"

  /// The file that was probably meant: the scenario of this name, or a file in the same folder.
  private static func suggestion(for path: String) -> String {
    let scenarios = ["\(path).yml", "scenarios/\(path)", "scenarios/\(path).yml"]
    if let scenario = scenarios.first(where: { FileManager.default.fileExists(atPath: $0) }) {
      return "; did you mean '\(scenario)'?"
    }
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return nearestName(to: name, among: names.sorted()).map { "; did you mean '\($0)'?" } ?? ""
  }
}
