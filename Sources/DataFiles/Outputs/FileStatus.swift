internal import Foundation

/// The kind of file at a path, links followed, or behind an open descriptor.
package struct FileStatus {
  package enum Kind {
    case file, folder
    /// A pipe or a character device: bytes that are written go on, and no file is replaced.
    case stream
    /// A socket or a block device.
    case other
  }

  /// The same for all names of a file.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  package let kind: Kind
  package let identity: Identity
  let isEmpty: Bool
  /// Who may read, write and run it.
  let permissions: mode_t

  /// - Returns: `nil` without a file, or for a link without a target.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// - Returns: `nil` for a descriptor that is not open.
  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFIFO, S_IFCHR: .stream
      default: .other
      }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
    isEmpty = status.st_size == 0
    permissions = status.st_mode & 0o777
  }
}

extension FileStatus {
  /// The folder that a path is in, or the nearest one that is there, and all above it.
  ///
  /// Parents come from the file system, so that neither links nor `..` lead astray. A path that goes up out of a
  /// missing folder has none.
  static func folders(above path: String) -> [Identity] {
    var folder = parent(of: path)
    while FileStatus(path: folder) == nil {
      let above = parent(of: folder)
      guard !folder.hasSuffix(".."), above != folder else { return [] }
      folder = above
    }
    var found: [Identity] = []
    while let status = FileStatus(path: folder), status.identity != found.last {
      found.append(status.identity)
      folder += "/.."
    }
    return found
  }

  /// The folder of a path, by its text.
  package static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
