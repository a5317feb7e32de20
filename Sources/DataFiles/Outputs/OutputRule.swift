internal import Foundation

/// What a command may write over; one rule for all commands: an output goes to a new path or an empty file, to a file
/// of the same kind that FeedLab wrote, or into a pipe or a device. It never goes to an input of the command, nor into
/// a folder of inputs, nor over a folder.
///
/// All of it is checked before the first world; a check that fails has no effect.
public struct OutputRule: Sendable {
  private var inputs: [FileStatus.Identity: String] = [:]
  private let isForced: Bool

  /// - Parameters:
  ///   - inputs: Paths of the files that the command reads, and of folders all of whose files it may read;
  ///     those that are not there stay out.
  ///   - isForced: Whether files of another kind, or of other programs, are replaced too.
  public init(reading inputs: [String] = [], isForced: Bool = false) {
    self.isForced = isForced
    add(inputs)
  }

  /// The same rule with further inputs.
  public func reading(_ more: [String]) -> OutputRule {
    var rule = self
    rule.add(more)
    return rule
  }

  private mutating func add(_ paths: [String]) {
    for path in paths {
      guard let status = FileStatus(path: path), [.file, .folder].contains(status.kind) else {
        continue
      }
      inputs[status.identity] = inputs[status.identity] ?? path
    }
  }

  /// A file that an option names, after its folder was made where it was missing and tried.
  public func file(_ path: String, _ kind: OutputKind) throws(RefusedOutput) -> OutputFile {
    try check(path, kind)
    return try OutputFile(path)
  }

  /// The scenario that a command is there to change, links followed.
  public func changed(_ path: String) throws(RefusedOutput) -> OutputFile {
    guard let status = FileStatus(path: path), status.kind == .file,
      case .file? = OutputLocation(path)
    else { throw .obstacle(path: path, kind: "a scenario", .unwritable) }
    return try OutputFile(path)
  }

  /// Whether a file is, or would be, in a folder or in one below it, links followed.
  public static func isFile(_ path: String, below folder: String) -> Bool {
    guard case .file(let target)? = OutputLocation(path), let top = FileStatus(path: folder) else {
      return false
    }
    return FileStatus.folders(above: target).contains(top.identity)
  }

  /// A folder of results, made where it was missing and tried, after a look at what is in it.
  ///
  /// - Parameter files: All that is going to be written there.
  public func folder(
    _ path: String, _ files: [ResultFile]
  ) throws(RefusedOutput) -> OutputFolder {
    guard !path.isEmpty else { throw .unnamedFolder }
    for file in files { try check(OutputFolder.path(of: file.name, in: path), file.kind) }
    do throws(UnwritableOutput) {
      return try OutputFolder(path: path, files: files)
    } catch {
      throw .folder(error)
    }
  }

  /// Looks at a path without an effect.
  public func check(_ path: String, _ kind: OutputKind) throws(RefusedOutput) {
    guard !path.isEmpty, !path.hasSuffix("/") else { throw .unnamed(path: path) }
    if let obstacle = obstacle(at: path, kind) {
      throw .obstacle(path: path, kind: kind.name, obstacle)
    }
  }

  private func obstacle(at path: String, _ kind: OutputKind) -> RefusedOutput.Obstacle? {
    guard let location = OutputLocation(path) else { return .unwritable }
    let target: String
    switch location {
    case .descriptor(let descriptor): return Self.obstacle(at: descriptor, kind)
    case .stream(let path), .file(let path): target = path
    }
    for folder in FileStatus.folders(above: target) {
      if let input = inputs[folder] { return .inputFolder(input) }
    }
    guard let status = FileStatus(path: target) else { return nil }
    if let input = inputs[status.identity] { return .input(input) }
    switch status.kind {
    case .folder: return .folder
    case .other: return .unwritable
    case .stream: return kind.canStream ? nil : .stream
    case .file:
      guard !status.isEmpty, !isForced else { return nil }
      let bytes = try? Data(contentsOf: URL(filePath: target), options: .mappedIfSafe)
      return bytes.map(kind.recognises) == true ? nil : .otherFile
    }
  }

  private static func obstacle(
    at descriptor: Int32, _ kind: OutputKind
  ) -> RefusedOutput.Obstacle? {
    guard kind.canStream else { return .stream }
    let flags = fcntl(descriptor, F_GETFL)
    return flags == -1 || flags & O_ACCMODE == O_RDONLY ? .unwritable : nil
  }
}
