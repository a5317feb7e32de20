internal import Foundation

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
}
