internal import Foundation

/// A folder that results go to, made and tried before anything is computed.
///
/// Its files are as ``OutputFile`` writes them.
public struct OutputFolder: Sendable {
  public let path: String
  /// Folders that did not exist before, from the outermost.
  private let made: [URL]
  /// Of the files that may be written.
  private var names: Set<String> = []

  /// Makes the folder where it is missing, removes files that killed commands left there, and makes and
  /// removes a file in it.
  public init(path: String) throws(UnwritableOutput) {
    self.path = path
    let url = URL(filePath: path, directoryHint: .isDirectory)
    made = Self.missingFolders(above: url)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      FileAside.removeLeftovers(in: path)
      // Gone at once.
      _ = try FileAside(in: path)
    } catch {
      removeIfEmpty()
      throw .folder(path: path, reason: Self.reason(path) ?? error.reason)
    }
  }

  /// The same for files that an ``OutputRule`` has allowed.
  init(path: String, files: [ResultFile]) throws(UnwritableOutput) {
    try self.init(path: path)
    names = Set(files.map(\.name))
  }

  /// Writes one of the files that the folder was checked for, whole or not at all.
  public func write(_ text: String, to file: ResultFile) throws(UnwritableOutput) {
    precondition(names.contains(file.name), "\(file.name) was not checked")
    try OutputFile.write(text, to: Self.path(of: file.name, in: path))
  }

  /// The path of one of its files.
  public func path(of file: ResultFile) -> String {
    path == "." ? file.name : Self.path(of: file.name, in: path)
  }

  static func path(of name: String, in folder: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Leaves no trace of a folder that was made and not used.
  public func removeIfEmpty() {
    for folder in made.reversed() {
      let entries = try? FileManager.default.contentsOfDirectory(
        atPath: folder.path(percentEncoded: false))
      guard entries?.isEmpty == true else { return }
      try? FileManager.default.removeItem(at: folder)
    }
  }

  /// That a file is where the folder, or one that it is in, would be.
  private static func reason(_ path: String) -> String? {
    var path = path
    while FileStatus(path: path) == nil {
      let above = FileStatus.parent(of: path)
      guard above != path else { return nil }
      path = above
    }
    guard let status = FileStatus(path: path), status.kind != .folder else { return nil }
    return "\(path) is a file; name another path"
  }

  private static func missingFolders(above url: URL) -> [URL] {
    var missing: [URL] = []
    var folder = url.standardizedFileURL
    while folder.pathComponents.count > 1,
      !FileManager.default.fileExists(atPath: folder.path(percentEncoded: false))
    {
      missing.insert(folder, at: 0)
      folder = folder.deletingLastPathComponent()
    }
    return missing
  }
}

/// An output that cannot be written.
public enum UnwritableOutput: Error, Hashable, Sendable {
  /// - reason: That a file is in the way, or the system's message.
  case folder(path: String, reason: String)
  case file(path: String, reason: String)
}

extension UnwritableOutput: ProgramError {
  public var exitCode: ExitCode { .unfinished }

  public var message: Message {
    switch self {
    case .folder(let path, let reason): "cannot write to the folder \(path): \(reason)"
    case .file(let path, let reason): "cannot write to \(path): \(reason)"
    }
  }
}
