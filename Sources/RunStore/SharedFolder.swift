internal import DataFiles
internal import Foundation

/// A folder that machines share, in which a file is published under its name when it is whole and on the disk,
/// and never changes afterwards, so that any number of machines may write at once.
package struct SharedFolder: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// Whether the folder is there.
  package var exists: Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false))
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }

  /// Writes a file aside, brings it to the disk, and gives it its name if nothing has it.
  @discardableResult package func publish(
    _ bytes: [UInt8], at place: String
  ) throws(StoreFailure) -> Publication {
    // All of a store's files are in folders of it.
    let folder = String(place[..<place.lastIndex(of: "/")!])
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      if let known = try known(bytes, at: place) { return known }
      let aside = "\(folder)/.\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: aside) }
      try Self.write(bytes, to: aside)
      if try Self.name(aside, place) {
        try FileHandle(forReadingFrom: URL(filePath: folder)).synchronize()
        return .new
      }
      return try known(bytes, at: place) ?? .known
    } catch let failure as StoreFailure {
      throw failure
    } catch {
      throw Self.unwritable(folder, error)
    }
  }

  /// What a file that is there makes of these bytes; `nil` when there is none.
  private func known(_ bytes: [UInt8], at place: String) throws -> Publication? {
    guard let there = try Self.content(of: place) else { return nil }
    if [UInt8](there) == bytes { return .known }
    return try conflict(bytes, at: place)
  }

  /// Keeps bytes beside others that are at their place.
  func conflict(_ bytes: [UInt8], at place: String) throws(StoreFailure) -> Publication {
    let stem = place.hasSuffix(".json") ? String(place.dropLast(5)) : place
    let other = "\(stem).conflict-\(SHA256.hexDigest(of: bytes).prefix(8)).json"
    _ = try publish(bytes, at: other)
    return .conflict(path: other)
  }

  /// The content of a file; `nil` where there is none.
  ///
  /// What is there and cannot be read is not taken for missing: its unit would be simulated again and
  /// again, and never be published.
  static func content(of place: String) throws(StoreFailure) -> Data? {
    do {
      return try Data(contentsOf: URL(filePath: place))
    } catch {
      let (code, cocoa) = (posixCode(of: error), (error as NSError).code)
      if code == ENOENT || cocoa == CocoaError.fileReadNoSuchFile.rawValue { return nil }
      let isRefused =
        [EACCES, EPERM, EISDIR, ENOTDIR, ELOOP].contains(code)
        || cocoa == CocoaError.fileReadNoPermission.rawValue
      throw .unreadable(place, reason: error.reason, isTransient: !isRefused)
    }
  }

  private static func posixCode(of error: any Error) -> Int32 {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let cause = underlying.map { $0 as NSError } ?? error as NSError
    return cause.domain == NSPOSIXErrorDomain ? Int32(cause.code) : 0
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try Data().write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    try file.write(contentsOf: Data(bytes))
    try file.synchronize()
  }

  /// Gives a file a name that nothing has yet, at once for all machines.
  ///
  /// - Returns: `false` when something has it.
  private static func name(_ aside: String, _ place: String) throws -> Bool {
    do {
      try FileManager.default.linkItem(atPath: aside, toPath: place)
      return true
    } catch {
      if FileManager.default.fileExists(atPath: place) { return false }
      // Some file systems have no links.
      do {
        try FileManager.default.moveItem(atPath: aside, toPath: place)
        return true
      } catch {
        if FileManager.default.fileExists(atPath: place) { return false }
        throw error
      }
    }
  }

  /// A full disk can have room again, and so can a share that is away; what nobody may write stays so.
  private static func unwritable(_ folder: String, _ error: any Error) -> StoreFailure {
    let code = (error as NSError).code
    let isRefused =
      code == CocoaError.fileWriteNoPermission.rawValue
      || code == CocoaError.fileWriteVolumeReadOnly.rawValue
      || [EACCES, EPERM, EROFS, ENOTDIR].contains(posixCode(of: error))
    return .unwritable(folder, reason: error.reason, isTransient: !isRefused)
  }
}
