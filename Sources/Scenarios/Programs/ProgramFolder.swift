internal import DataFiles
internal import Foundation
internal import OutsideRankers
internal import SocialFeed

/// Where the files of an external ranker are.
enum ProgramFolder: Hashable, Sendable {
  /// At their names, from the scenario's folder: empty, or with a slash at its end.
  case scenario(String)
  /// Under their digests in this folder; a command gets copies of them at their names.
  case contents(String)

  /// The working folder of a command with these files.
  func workingFolder(of files: [RankerFile]) -> String {
    switch self {
    case .scenario(let folder): folder.isEmpty ? "." : folder
    case .contents:
      Array(repeating: Self.unnamedFolder, count: Self.depth(of: files)).reduce(copies(of: files)) {
        "\($0)/\($1)"
      }
    }
  }

  /// The path of a file, from where the program runs.
  func location(of file: RankerFile) -> String {
    switch self {
    case .scenario(let folder):
      // A library without a slash would be looked for in the system's folders.
      folder.isEmpty && !file.name.hasPrefix("/") ? "./\(file.name)" : path(file.name, in: folder)
    case .contents(let folder): "\(folder)/\(file.digest)"
    }
  }

  private func path(_ name: String, in folder: String) -> String {
    name.hasPrefix("/") ? name : folder + name
  }
}

// MARK: - Copies under their names

extension ProgramFolder {
  /// Stands for a folder above the copies whose name is not known.
  private static let unnamedFolder = "scenario"

  /// How many folders up the files go that go up furthest.
  private static func depth(of files: [RankerFile]) -> Int {
    files.map { steps(of: $0.name).prefix { $0 == ".." }.count }.max() ?? 0
  }

  /// The parts of a path, with `..` only at the start.
  private static func steps(of name: String) -> [String] {
    var steps: [String] = []
    for part in name.split(separator: "/").map(String.init) where part != "." {
      if part == "..", let last = steps.last, last != ".." {
        steps.removeLast()
      } else {
        steps.append(part)
      }
    }
    return steps
  }

  /// A path with `..` only at the start.
  static func normal(_ name: String) -> String {
    (name.hasPrefix("/") ? "/" : "") + steps(of: name).joined(separator: "/")
  }

  /// The folder of the copies, which the names and digests of the files name.
  private func copies(of files: [RankerFile]) -> String {
    guard case .contents(let folder) = self else { return "" }
    let list = files.map { "\($0.digest) \($0.name)\n" }.joined()
    return "\(folder)/\(SHA256.hexDigest(of: list)).files"
  }

  /// Copies the files to their names, unless that was done; any number of processes may do it at a time.
  func prepare(_ files: [RankerFile]) throws(RankerFailure) {
    guard case .contents(let folder) = self else { return }
    let manager = FileManager.default
    let target = copies(of: files)
    guard !manager.fileExists(atPath: target) else { return }
    let draft = "\(target).\(UUID().uuidString)"
    do {
      let work = workingFolder(of: files).replacing(target, with: draft, maxReplacements: 1)
      try manager.createDirectory(atPath: work, withIntermediateDirectories: true)
      for file in files where !file.isElsewhere {
        let bytes = try FileContent.bytes(of: "\(folder)/\(file.digest)")
        guard SHA256.hexDigest(of: bytes) == file.digest else {
          throw UnreadableFile(reason: "the content does not match the file's name")
        }
        let path = "\(work)/\(file.name)"
        let parent = String(path[..<path.lastIndex(of: "/")!])
        try manager.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
        let input = try manager.attributesOfItem(atPath: "\(folder)/\(file.digest)")
        let readers = (input[.posixPermissions] as? Int ?? 0) & 0o444
        // A command may be one of its files: who can read it can run it.
        try manager.setAttributes(
          [.posixPermissions: 0o200 | readers | readers >> 2], ofItemAtPath: path)
      }
      do {
        try manager.moveItem(atPath: draft, toPath: target)
      } catch {
        // Another process was first, with the same content.
        guard manager.fileExists(atPath: target) else { throw error }
        try? manager.removeItem(atPath: draft)
      }
    } catch {
      try? manager.removeItem(atPath: draft)
      let reason = (error as? UnreadableFile)?.reason ?? error.localizedDescription
      throw RankerFailure("the files of a ranker cannot be copied to \(target): \(reason)")
    }
  }
}
