internal import DataFiles
internal import SocialFeed

/// The files that a scenario names; their paths start at the scenario's folder.
struct InputFiles: Sendable {
  private let folder: String
  /// Where files are that are named by their content, under their digests; `nil` where none can be.
  private let contents: String?
  /// Scores that were read before, to be named by their content.
  let tables: [ScoreTable]

  /// The prefix of a digest by which a resolved scenario names a file.
  static let digestPrefix = "sha256:"

  /// A file that was read.
  struct File: Sendable {
    /// As the scenario names it.
    let path: String
    /// As faults name it: from where the program runs.
    let location: String
    var bytes: [UInt8]
    /// SHA-256 of the content, in hex.
    let digest: String

    init(path: String, location: String, bytes: [UInt8]) {
      (self.path, self.location, self.bytes) = (path, location, bytes)
      digest = SHA256.hexDigest(of: bytes)
    }
  }

  /// - Parameters:
  ///   - scenarioFile: The path of the scenario, as given.
  ///   - contents: The folder of files that are named by their content.
  ///   - tables: Scores that are named by their content.
  init(scenarioFile: String, contents: String? = nil, tables: [ScoreTable] = []) {
    self.contents = contents
    self.tables = tables
    folder = scenarioFile.lastIndex(of: "/").map { String(scenarioFile[...$0]) } ?? ""
  }

  /// A path of the scenario from where the program runs.
  func location(of path: String) -> String { path.hasPrefix("/") ? path : folder + path }

  /// Reads a file whose path is a value of the scenario.
  ///
  /// - Returns: `nil` after adding a fault.
  func open(_ cursor: DocumentCursor) -> File? {
    guard let path = cursor.text("the path of a file") else { return nil }
    if path.hasPrefix(Self.digestPrefix), let contents {
      return content(path, in: contents, cursor)
    }
    guard !path.hasPrefix(Self.digestPrefix) else {
      let message = "this names a file by its content; write its path"
      cursor.fault(.unreadable(message))
      return nil
    }
    let location = self.location(of: path)
    do throws(UnreadableFile) {
      return File(path: path, location: location, bytes: try FileContent.bytes(of: location))
    } catch {
      cursor.fault(.unreadable("\(location): \(error.reason)"))
      return nil
    }
  }

  /// Reads a file that is named by its content.
  private func content(_ name: String, in folder: String, _ cursor: DocumentCursor) -> File? {
    let location = "\(folder)/\(name.dropFirst(Self.digestPrefix.count))"
    do throws(UnreadableFile) {
      let file = File(path: name, location: location, bytes: try FileContent.bytes(of: location))
      if Self.digestPrefix + file.digest == name { return file }
      cursor.fault(.unreadable("\(location): its content does not have this digest"))
    } catch {
      cursor.fault(.unreadable("\(location): \(error.reason)"))
    }
    return nil
  }
}

extension ValueForm where Value == InputFiles.File {
  /// The path of a file that is read; a resolved scenario has the digest of the content.
  static var inputFile: ValueForm {
    ValueForm(
      .text("the path of a file"),
      inScenario: { cursor, scenario in scenario.files.open(cursor) },
      write: { .string(InputFiles.digestPrefix + $0.digest) })
  }
}
