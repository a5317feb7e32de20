internal import DataFiles
internal import Foundation
internal import Studies

/// The kind of file at a path, links followed.
enum PathKind {
  case nothing, file, folder

  init(_ path: String) {
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    switch (try? FileManager.default.attributesOfItem(atPath: target))?[.type]
      as? FileAttributeType
    {
    case .typeDirectory: self = .folder
    case nil: self = .nothing
    default: self = .file
    }
  }

  /// The paths of a folder's files with one of these endings, in capitals too, sorted, without files of inner folders,
  /// and without those that the Python package writes for dictionaries and texts and a killed process leaves.
  static func files(of path: String, endingIn endings: [String]) throws -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw CommandFailure.usage("'\(path)': this folder cannot be read")
    }
    let leftovers = [".feedlab.json", ".feedlab.yml"]
    return names.filter { name in
      let isLeft = name.hasPrefix(".") && leftovers.contains { name.hasSuffix($0) }
      return !isLeft && endings.contains(where: name.lowercased().hasSuffix)
    }.sorted().map { self.path(of: $0, in: path) }
  }

  /// The path of a file or folder in a folder.
  static func path(of name: String, in folder: String) -> String {
    (folder.hasSuffix("/") ? folder : folder == "." ? "" : folder + "/") + name
  }
}
