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

  /// The paths of a folder's files with one of these endings, sorted, without files of inner folders.
  static func files(of path: String, endingIn endings: [String]) throws -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw CommandFailure.usage("'\(path)': this folder cannot be read")
    }
    let folder = path.hasSuffix("/") ? path : path == "." ? "" : path + "/"
    return names.filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
      .map { folder + $0 }
  }
}
