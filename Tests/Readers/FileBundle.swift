internal import Foundation

/// Several files in one input: a line `==> NAME` begins each.
package struct FileBundle {
  /// In the order of the input; names have no folders.
  package private(set) var files: [(name: String, bytes: [UInt8])] = []

  private static let mark = Array("==> ".utf8)

  package init(_ input: [UInt8]) {
    for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.starts(with: Self.mark) {
        let name = String(decoding: line.dropFirst(Self.mark.count), as: UTF8.self)
        files.append((name.filter { $0.isASCII && ($0.isLetter || $0 == "-" || $0 == ".") }, []))
      } else if !files.isEmpty {
        files[files.count - 1].bytes += line + [UInt8(ascii: "\n")]
      }
    }
  }

  /// Writes the files into an existing folder.
  func write(to folder: String) {
    for (name, bytes) in files { writeFile(bytes, to: "\(folder)/\(name)") }
  }
}

/// Writes a file; what cannot be written is missing for the reader.
func writeFile(_ bytes: [UInt8], to path: String) {
  _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
}

/// An empty folder, where another one may have been.
func emptyFolder(_ path: String) -> String {
  try? FileManager.default.removeItem(atPath: path)
  try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  return path
}
