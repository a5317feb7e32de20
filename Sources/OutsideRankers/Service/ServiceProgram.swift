internal import DataFiles

/// A service that FeedLab starts for each lane, so that each world has one with a state of its own.
public struct ServiceProgram: Sendable, Hashable {
  /// A name in braces in words of a program, for a value that is known once a lane begins.
  public enum Placeholder: String, CaseIterable, Hashable, Sendable {
    /// The free port of 127.0.0.1 that the service is to listen at.
    case port
    /// The url of the relay that the service is to read events from, such as `ws://127.0.0.1:9000`.
    case relay

    /// The placeholder in a word.
    public var text: String { "{\(rawValue)}" }
  }

  /// The program and its arguments; a program without a slash is looked for in PATH.
  public var command: [String]
  /// The working directory of the processes.
  public var folder: String
  /// The files that the service is made of, which are in the ranker's digest.
  public var files: [RankerFile]

  public init(command: [String], folder: String, files: [RankerFile] = []) {
    self.command = command
    self.folder = folder
    self.files = files
  }

  /// The command as somebody would write it.
  var name: String { command.joined(separator: " ") }
}

extension ServiceProgram {
  /// The names that stand in braces in a word, which have only small letters: other braces have no meaning.
  public static func names(in word: String) -> [String] {
    word.matches(of: /\{([a-z]+)\}/).map { String($0.output.1) }
  }

  /// The command with the values of what stands in braces.
  func words(_ values: [Placeholder: String]) -> [String] {
    command.map { word in
      values.reduce(word) { $0.replacing($1.key.text, with: $1.value) }
    }
  }
}
