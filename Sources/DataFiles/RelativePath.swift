internal import Foundation

/// The path of a file as another file names it.
package enum RelativePath {
  /// The path of a file from the folder of another one; an absolute path stays unchanged.
  ///
  /// - Parameters:
  ///   - path: Of any file; it need not exist.
  ///   - other: The path of the file that names it.
  package static func of(_ path: String, fromFolderOf other: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    let target = components(path)
    let folder = components(other).dropLast()
    let shared = zip(target, folder).prefix { $0 == $1 }.count
    let up = [String](repeating: "..", count: folder.count - shared)
    return (up + target[shared...]).joined(separator: "/")
  }

  private static func components(_ path: String) -> [String] {
    URL(filePath: path).standardizedFileURL.pathComponents
  }
}
