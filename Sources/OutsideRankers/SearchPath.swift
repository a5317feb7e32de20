internal import Foundation

/// The folders that are searched for programs without a slash.
package enum SearchPath {
  package static var folders: [String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map(String.init)
  }

  /// The path of a program.
  package static func program(_ word: String) -> String? {
    folders.lazy.map { "\($0)/\(word)" }.first(where: isProgram)
  }

  package static func isProgram(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    let manager = FileManager.default
    return unsafe manager.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
      && manager.isExecutableFile(atPath: path)
  }
}
