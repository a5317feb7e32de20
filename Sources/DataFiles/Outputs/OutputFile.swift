internal import Foundation

/// A file that a command writes, checked by an ``OutputRule`` before anything is computed.
///
/// It appears under its name only when it is whole: it is written aside, in the same folder, synced and
/// renamed. A pipe or a device is opened and written instead, and is not replaced; nor is a link.
public struct OutputFile: Sendable {
  public let path: String
  /// Of the file behind all links; `nil` for a stream.
  private let folder: OutputFolder?

  /// Tries the folder of the file, which is made where it is missing.
  init(_ path: String) throws(RefusedOutput) {
    self.path = path
    guard case .file(let target)? = OutputLocation(path) else {
      folder = nil
      return
    }
    do throws(UnwritableOutput) {
      folder = try OutputFolder(path: FileStatus.parent(of: target))
    } catch {
      throw .folder(error)
    }
  }

  /// Writes the file, whole or not at all; a stream, as far as it takes the bytes.
  public func write(_ text: String) throws(UnwritableOutput) {
    try Self.write(text, to: path)
  }

  /// The same for bytes.
  public func write(_ bytes: [UInt8]) throws(UnwritableOutput) {
    try Self.write(Data(bytes), to: path)
  }

  /// Leaves no trace of folders that were made and not used.
  public func removeEmptyFolders() { folder?.removeIfEmpty() }

  /// The folder of the file for further files beside it; `nil` for a stream.
  ///
  /// - Parameters:
  ///   - files: All that is going to be written beside it.
  ///   - rule: What may be written over.
  public func folder(
    for files: [ResultFile], by rule: OutputRule
  ) throws(RefusedOutput) -> OutputFolder? {
    folder == nil ? nil : try rule.folder(FileStatus.parent(of: path), files)
  }

  static func write(_ text: String, to path: String) throws(UnwritableOutput) {
    try write(Data(text.utf8), to: path)
  }

  private static func write(_ bytes: Data, to path: String) throws(UnwritableOutput) {
    switch OutputLocation(path) {
    case .file(let target): try replace(target, by: bytes)
    case .stream(let target):
      try stream(bytes, to: path) { () throws in
        try FileHandle(forWritingTo: URL(filePath: target))
      }
    case .descriptor(let descriptor):
      try stream(bytes, to: path) { FileHandle(fileDescriptor: descriptor, closeOnDealloc: false) }
    case nil: throw .file(path: path, reason: "Too many levels of symbolic links")
    }
  }

  private static func replace(_ path: String, by bytes: Data) throws(UnwritableOutput) {
    let folder = FileStatus.parent(of: path)
    do {
      let aside = try FileAside(in: folder, like: path)
      try aside.write(bytes)
      try aside.replace(path)
      try FileHandle(opening: folder, O_RDONLY).synchronize()
    } catch {
      throw .folder(path: folder, reason: error.reason)
    }
  }

  /// A reader that has gone is an error here, and no signal that ends the process.
  private static func stream(
    _ bytes: Data, to path: String, _ open: () throws -> FileHandle
  ) throws(UnwritableOutput) {
    let usual = blockBrokenPipes()
    defer { unblockBrokenPipes(usual) }
    do {
      try open().write(contentsOf: bytes)
    } catch {
      throw .file(path: path, reason: error.reason)
    }
  }

  /// Blocks SIGPIPE in this thread: whether the process takes it is for its other threads to know.
  ///
  /// - Returns: The signals that were blocked before.
  private static func blockBrokenPipes() -> sigset_t {
    var (pipe, usual) = (brokenPipe, sigset_t())
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &usual)
    return usual
  }

  /// Blocks what was blocked before, once a signal that came meanwhile is taken away: it stays pending while it is
  /// blocked.
  private static func unblockBrokenPipes(_ usual: sigset_t) {
    var (pipe, usual, pending) = (brokenPipe, usual, sigset_t())
    unsafe sigpending(&pending)
    if unsafe sigismember(&pending, SIGPIPE) == 1 && sigismember(&usual, SIGPIPE) == 0 {
      var taken: Int32 = 0
      unsafe sigwait(&pipe, &taken)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &usual, nil)
  }

  private static var brokenPipe: sigset_t {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    return signals
  }
}

extension OutputFile {
  /// Whether a file is there, empty or not.
  public var isFile: Bool {
    guard case .file(let target)? = OutputLocation(path) else { return false }
    return FileStatus(path: target)?.kind == .file
  }

  /// Removes the file; no folder, pipe or device ever.
  public func remove() throws(UnwritableOutput) {
    guard isFile, case .file(let target)? = OutputLocation(path) else { return }
    do {
      try FileManager.default.removeItem(atPath: target)
    } catch {
      throw .file(path: path, reason: error.reason)
    }
  }
}
