internal import DataFiles
internal import Foundation
internal import Synchronization

/// A folder that machines share. A file appears under its name only when it is complete and on the disk, and
/// never changes afterwards, so that any number of machines may write at the same time.
package final class SharedFolder: Sendable {
  package let path: String
  /// The folders in it that this process has written to, each without what is left of killed ones.
  private let written = Mutex<Set<String>>([])

  package init(path: String) { self.path = path }

  /// Whether the folder exists.
  package var exists: Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false))
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }

  /// Writes a temporary file, synchronises it with the disk, and gives it its name if that is unused.
  ///
  /// - Parameter original: The path of the file that it is a copy of, whose permissions it gets.
  @discardableResult package func publish(
    _ bytes: [UInt8], at path: String, like original: String? = nil
  ) throws(StoreFailure) -> Publication {
    // All of a store's files are in folders of it.
    let folder = String(path[..<path.lastIndex(of: "/")!])
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      if let known = try known(bytes, at: path) { return known }
      if written.withLock({ $0.insert(folder).inserted }) { FileAside.removeLeftovers(in: folder) }
      let aside = try FileAside(in: folder, like: original)
      try aside.write(Data(bytes))
      if try Self.name(aside.path, path) {
        try FileHandle(forReadingFrom: URL(filePath: folder)).synchronize()
        return .new
      }
      return try known(bytes, at: path) ?? .known
    } catch let failure as StoreFailure {
      throw failure
    } catch {
      throw Self.unwritable(folder, error)
    }
  }

  /// The publication of these bytes where a file exists; `nil` where none exists.
  private func known(_ bytes: [UInt8], at path: String) throws -> Publication? {
    guard let content = try Self.content(of: path) else { return nil }
    if [UInt8](content) == bytes { return .known }
    return try conflict(bytes, at: path)
  }

  /// Stores bytes beside a file that has other bytes.
  func conflict(_ bytes: [UInt8], at path: String) throws(StoreFailure) -> Publication {
    let stem = path.hasSuffix(".json") ? String(path.dropLast(5)) : path
    let other = "\(stem).conflict-\(SHA256.hexDigest(of: bytes).prefix(8)).json"
    _ = try publish(bytes, at: other)
    return .conflict(path: other)
  }

  /// The content of a file; `nil` where none exists.
  ///
  /// A file that exists and cannot be read is not treated as missing: its unit would be simulated again and
  /// again, and never be published.
  static func content(of path: String) throws(StoreFailure) -> Data? {
    do {
      return try Data(contentsOf: URL(filePath: path))
    } catch {
      let (code, cocoa) = (error.posixCode, (error as NSError).code)
      if code == ENOENT || cocoa == CocoaError.fileReadNoSuchFile.rawValue { return nil }
      let isRefused =
        [EACCES, EPERM, EISDIR, ENOTDIR, ELOOP].contains(code)
        || cocoa == CocoaError.fileReadNoPermission.rawValue
      throw .unreadable(path, reason: error.reason, isTransient: !isRefused)
    }
  }

  /// Gives a file an unused name, atomically for all machines.
  ///
  /// - Returns: `false` when the name is used.
  private static func name(_ aside: String, _ path: String) throws -> Bool {
    do {
      try FileManager.default.linkItem(atPath: aside, toPath: path)
      return true
    } catch {
      if FileManager.default.fileExists(atPath: path) { return false }
      // Some file systems have no hard links.
      do {
        try FileManager.default.moveItem(atPath: aside, toPath: path)
        return true
      } catch {
        if FileManager.default.fileExists(atPath: path) { return false }
        throw error
      }
    }
  }

  /// The failure of a write: a full disk or an unavailable share is transient, missing permission is not.
  private static func unwritable(_ folder: String, _ error: any Error) -> StoreFailure {
    let code = (error as NSError).code
    let isRefused =
      code == CocoaError.fileWriteNoPermission.rawValue
      || code == CocoaError.fileWriteVolumeReadOnly.rawValue
      || [EACCES, EPERM, EROFS, ENOTDIR].contains(error.posixCode)
    return .unwritable(folder, reason: error.reason, isTransient: !isRefused)
  }
}

/// Why a store's files cannot be read or written.
public struct StoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
  /// Whether trying again may help: the disk is full, or the share is unavailable.
  public let isTransient: Bool

  /// A result that exists and cannot be read: its run is not missing, and simulating it again would not help.
  static func unreadable(_ path: String, reason: String, isTransient: Bool) -> StoreFailure {
    StoreFailure(
      description: "\(path): this result exists but cannot be read: \(reason); "
        + (isTransient
          ? "try again when the disk is available"
          : "make the store's files readable for all its users (umask 022), or remove the file"),
      isTransient: isTransient)
  }

  static func unwritable(_ folder: String, reason: String, isTransient: Bool) -> StoreFailure {
    StoreFailure(
      description: "cannot write to \(folder): \(reason)", isTransient: isTransient)
  }
}
