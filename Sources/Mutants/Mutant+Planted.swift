#if Mutants
  internal import Foundation

  extension Mutant {
    /// The name of the environment variable that plants a mutant.
    private static let variable = "FEEDLAB_MUTANT"

    /// The planted mutant, read once in a process. The name of none ends the process with 64.
    @usableFromInline static let planted: Mutant? = {
      guard let name = ProcessInfo.processInfo.environment[variable], !name.isEmpty else {
        return nil
      }
      if let mutant = Mutant(rawValue: name) { return mutant }
      let message =
        "\(variable): there is no mutant '\(name)'; did you mean '\(nearest(to: name))'?\n"
      FileHandle.standardError.write(Data(message.utf8))
      // Without exit handlers: that of the commands takes an exit for one by a ranker's library.
      _exit(64)
    }()
  }
#endif

extension Mutant {
  /// The name of a mutant with the least edit distance to a name, the first of those equally near.
  package static func nearest(to name: String) -> String {
    allCases.map(\.rawValue).min { distance($0, name) < distance($1, name) } ?? ""
  }

  /// Levenshtein's distance of two names, in bytes.
  private static func distance(_ one: String, _ other: String) -> Int {
    let other = Array(other.utf8)
    var row = Array(0...other.count)
    for (index, byte) in one.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let replaced = diagonal + (byte == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
