internal import DataFiles
internal import Foundation
internal import OutsideRankers

/// Finds the program of a command.
enum ProgramFinder {
  /// Why the program was not found; `nil` where it was.
  ///
  /// - Parameters:
  ///   - word: The first word of a command.
  ///   - folder: The working folder of the command.
  static func fault(_ word: String, in folder: String) -> String? {
    guard word.contains("/") else {
      guard SearchPath.program(word) == nil else { return nil }
      return
        "'\(word.excerpt)' is not on PATH; \(remedy(for: word, in: folder, SearchPath.folders))"
    }
    let path = word.hasPrefix("/") ? word : folder + word
    do throws(UnreadableFile) { try FileContent.check(path) } catch {
      return "\(path): \(error.reason)"
    }
    return SearchPath.isProgram(path)
      ? nil : "\(path): this file cannot be run; chmod +x makes it a program"
  }

  private static func remedy(
    for word: String, in folder: String, _ folders: [String]
  ) -> String {
    if word.contains(" ") { return "write a word each, such as [python3, mine.py]" }
    if (try? FileContent.check(folder + word)) != nil {
      return "write ./\(word.excerpt), or the program that runs it before it"
    }
    return nearest(to: word, in: folders).map { "did you mean '\($0)'?" } ?? "install it"
  }

  private static func nearest(to word: String, in folders: [String]) -> String? {
    let names = folders.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? []
    }
    return nearestName(to: word, among: Set(names).sorted())
  }
}
