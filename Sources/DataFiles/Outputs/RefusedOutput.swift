/// An output that a command must not write, or cannot.
public enum RefusedOutput: Error, Hashable, Sendable {
  /// Why a path is not written over.
  public enum Obstacle: Hashable, Sendable {
    /// The command reads it: the path by which it does.
    case input(String)
    /// It is in a folder all of whose files the command may read.
    case inputFolder(String)
    case folder
    /// A file that is no output of the kind.
    case otherFile
    /// A pipe or a device, where the output is read again.
    case stream
    /// A socket, a block device, links in a circle or a closed descriptor.
    case unwritable
  }

  /// The path names no file.
  case unnamed(path: String)
  /// An empty path where a folder's is expected.
  case unnamedFolder
  /// - kind: What was to be written, with its article.
  case obstacle(path: String, kind: String, Obstacle)
  case folder(UnwritableOutput)
}

extension RefusedOutput: ProgramError {
  public var exitCode: ExitCode {
    if case .folder(let reason) = self { reason.exitCode } else { .usage }
  }

  public var message: Message {
    switch self {
    case .unnamed(let path): "'\(path)' names no file"
    case .unnamedFolder: "'' names no folder; '.' is the current one"
    case .folder(let reason): reason.message
    case .obstacle(let path, let kind, let obstacle):
      "cannot write \(kind) to \(path): " + obstacle.words(kind)
    }
  }
}

extension RefusedOutput.Obstacle {
  fileprivate func words(_ kind: String) -> Message {
    switch self {
    case .input(let input):
      "this command reads the same file, as \(input); name another path"
    case .inputFolder(let folder):
      "it would be in \(folder), whose files this command reads; name another path"
    case .folder: "a folder is there; name a file"
    case .otherFile:
      "the file that is there is not \(kind) written by feedlab; name another path, or replace it with"
        + " --force"
    case .stream: "a pipe or a device is there, and feedlab reads the file again; name a file"
    case .unwritable: "this path cannot be written; name another path"
    }
  }
}
