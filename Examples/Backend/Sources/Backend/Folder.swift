import SocialFeed

#if canImport(Glibc)
  import Glibc
  private let (systemRead, systemWrite) = (Glibc.read, Glibc.write)
#else
  import Darwin
  private let (systemRead, systemWrite) = (Darwin.read, Darwin.write)
#endif

/// What keeps the folder of a service from being read or written.
struct FolderError: Error, CustomStringConvertible {
  let description: String

  init(_ what: String, _ path: String) {
    description = "\(path) \(what): \(String(cString: strerror(errno)))"
  }
}

/// A folder with the last snapshot of a community, and behind it every change since, in the order in which they
/// were accepted.
///
/// A change is on the disk before its client has the answer, so that a service that is killed, or whose machine
/// stops, loses nothing that was answered.
struct Folder {
  let path: String
  private var snapshot: String { path + "/community" }
  private var log: String { path + "/changes" }

  init(_ path: String) throws {
    self.path = path
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw FolderError("cannot be made", path)
    }
  }

  /// The community of the last snapshot, if there is one.
  func community() throws -> Community? {
    guard let bytes = try read(snapshot) else { return nil }
    return try Community(snapshot: bytes)
  }

  /// The changes of the log. One that was cut short by a kill had no answer, and is cut off.
  func changes() throws -> [ChangeEvent] {
    let bytes = try read(log) ?? []
    var (decoder, events) = (ChangeDecoder(bytes), [ChangeEvent]())
    do throws(ChangeDecodingError) {
      while let event = try decoder.next() { events.append(event) }
    } catch {
      guard case .cutShort = error else { throw error }
      try write(Array(bytes[..<decoder.offset]), to: log, O_WRONLY | O_CREAT | O_TRUNC)
    }
    return events
  }

  /// Writes changes behind the others.
  func append(_ events: [ChangeEvent]) throws {
    guard !events.isEmpty else { return }
    try write(events.flatMap(\.bytes), to: log, O_WRONLY | O_CREAT | O_APPEND)
  }

  /// Writes a snapshot that takes the place of the old one, and then empties the log. Between the two a change is in
  /// both, and its number shows that the snapshot has it.
  func keep(_ community: borrowing Community) throws {
    let new = snapshot + ".new"
    try write(community.snapshot(), to: new, O_WRONLY | O_CREAT | O_TRUNC)
    guard rename(new, snapshot) == 0 else { throw FolderError("cannot be renamed", new) }
    try write([], to: log, O_WRONLY | O_CREAT | O_TRUNC)
  }

  private func read(_ path: String) throws -> [UInt8]? {
    let file = open(path, O_RDONLY)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw FolderError("cannot be opened", path)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = systemRead(file, &part, part.count)
      guard count >= 0 else { throw FolderError("cannot be read", path) }
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
  }

  /// Returns when the disk has all of it.
  private func write(_ bytes: [UInt8], to path: String, _ flags: Int32) throws {
    let file = open(path, flags, 0o600)
    guard file >= 0 else { throw FolderError("cannot be opened", path) }
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
      guard count >= 0 else { throw FolderError("cannot be written", path) }
      written += count
    }
    guard fsync(file) == 0 else { throw FolderError("cannot be written", path) }
  }
}
