package import Foundation

/// A file that is written beside its final place, and gets its name when it is whole.
///
/// Whoever writes it has a lock on it, which ends with the process. An unlocked file with such a name is therefore left
/// of a process that was killed. It is removed with this object unless it was renamed.
package final class FileAside {
  package let path: String
  private let handle: FileHandle
  private var isRenamed = false

  private static let prefix = ".feedlab-"

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder that it is in.
  ///   - target: A file whose permissions it gets; where none exists it gets the permissions of any new file.
  package init(in folder: String, like target: String? = nil) throws {
    (path, handle) = try Self.locked(in: folder)
    if let permissions = target.flatMap({ FileStatus(path: $0)?.permissions }) {
      fchmod(handle.fileDescriptor, permissions)
    }
  }

  deinit { if !isRenamed { unsafe unlink(path) } }

  /// Writes the bytes, and synchronises them with the disk.
  package func write(_ bytes: Data) throws {
    try append(bytes)
    try synchronize()
  }

  /// Writes bytes behind those that were written.
  package func append(_ bytes: Data) throws { try handle.write(contentsOf: bytes) }

  /// Waits until the disk has what was written.
  package func synchronize() throws { try handle.synchronize() }

  /// Replaces what is at another path of the same folder.
  package func replace(_ target: String) throws {
    guard unsafe rename(path, target) == 0 else { throw POSIXError.last }
    isRenamed = true
  }

  private static func locked(in folder: String) throws -> (path: String, handle: FileHandle) {
    while true {
      let path = OutputFolder.path(of: prefix + UUID().uuidString, in: folder)
      let handle = try FileHandle(opening: path, O_RDWR | O_CREAT | O_EXCL)
      // Some file systems have no locks; nobody takes a file there for one that is left.
      let isTaken =
        flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      // Somebody may have taken it for one that is left before it was locked.
      if !isTaken, FileStatus(path: path) != nil { return (path, handle) }
      unsafe unlink(path)
    }
  }

  /// Removes the files of a folder that are left of processes that were killed: unlocked files with a name that only
  /// FeedLab gives.
  package static func removeLeftovers(in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names
    where name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil {
      let path = OutputFolder.path(of: name, in: folder)
      guard let handle = try? FileHandle(opening: path, O_RDWR | O_NOFOLLOW | O_NONBLOCK),
        FileStatus(descriptor: handle.fileDescriptor)?.kind == .file,
        flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unsafe unlink(path)
    }
  }
}

extension FileHandle {
  /// Opens a file, which programs that this one starts do not inherit.
  ///
  /// - Throws: The system's error.
  convenience init(opening path: String, _ flags: Int32) throws {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw POSIXError.last }
    self.init(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

extension POSIXError {
  /// The error of the call that has just failed.
  static var last: POSIXError { POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO) }
}

extension Error {
  /// Why a file could not be read or written, in the system's own words where there are some.
  package var reason: String { cause.localizedFailureReason ?? cause.localizedDescription }

  /// The number of the system's error; 0 for other errors.
  package var posixCode: Int32 { cause.domain == NSPOSIXErrorDomain ? Int32(cause.code) : 0 }

  private var cause: NSError {
    let error = self as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error
    return underlying.map { $0 as NSError } ?? error
  }
}
