internal import DataFiles
internal import SocialFeed
internal import SyntheticSociety

/// What a resolved scenario, or a recorded arm, names by its content and another scenario has read.
package struct KnownContents: Sendable {
  var tables: [ScoreTable] = []
  var programs: [ProgramHost] = []
  /// Paths of data files by their digests.
  var locations: [String: String] = [:]
  /// Tapes that the pages of all external rankers come from, which are then not looked for.
  var tapes: TapeIndex?
  /// Whether libraries are loaded; otherwise they are only read as files, and no code of theirs runs.
  var loadsLibraries = true

  package init() {}

  /// What a folder of tapes has.
  init(of tapes: TapeIndex?, loadsLibraries: Bool) {
    self.tapes = tapes
    self.loadsLibraries = loadsLibraries
  }

  /// What a scenario has read.
  package init(of scenario: Scenario) {
    tables = scenario.arms.flatMap(\.scoreTables)
    programs = scenario.arms.flatMap(\.programs)
    locations = Dictionary(scenario.contents.map { ($0.digest, $0.location) }) { first, _ in first }
  }
}

/// The files that a scenario names; their paths start at the scenario's folder.
struct InputFiles: Sendable {
  let folder: String
  /// Where files are that are named by their content, under their digests; `nil` where none can be.
  let contents: String?
  /// What was read before, to be named by its content.
  let known: KnownContents
  /// Whether the scenario is a resolved one, which names all files by their content.
  var isResolved = false

  /// Whether the scenario is one of results or a recorded arm. Everybody who hands results or a baseline on can have written
  /// it: it starts, loads and asks only what another scenario names.
  var isRecording: Bool { isResolved && contents == nil }

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
  ///   - known: Files named by their content that were read before.
  init(scenarioFile: String, contents: String? = nil, known: KnownContents = KnownContents()) {
    self.contents = contents
    self.known = known
    folder = scenarioFile.lastIndex(of: "/").map { String(scenarioFile[...$0]) } ?? ""
  }

  /// A path of the scenario from where the program runs.
  func location(of path: String) -> String { path.hasPrefix("/") ? path : folder + path }

  /// Reads a file whose path is a value of the scenario.
  ///
  /// - Parameters:
  ///   - path: Its path, where the value is not that.
  ///   - isTolerant: Whether a missing file may be tolerated.
  /// - Returns: `nil` after adding a fault.
  func open(_ cursor: DocumentCursor, path: String? = nil, isTolerant: Bool = false) -> File? {
    guard let path = path ?? cursor.text("the path of a file") else { return nil }
    if path.hasPrefix(Self.digestPrefix) {
      let digest = String(path.dropFirst(Self.digestPrefix.count))
      if let location = contents.map({ "\($0)/\(digest)" }) ?? known.locations[digest] {
        return content(path, at: location, cursor)
      }
    }
    guard !path.hasPrefix(Self.digestPrefix) else {
      let message =
        isResolved
        ? "the recorded file is gone: no file has the content any more that this names"
        : "this names a file by its content; write its path"
      cursor.fault(.unreadable(message))
      return nil
    }
    let location = self.location(of: path)
    do throws(UnreadableFile) {
      return File(path: path, location: location, bytes: try FileContent.bytes(of: location))
    } catch {
      let reason = LocatedFault.Reason.unreadable("\(location): \(error.reason)")
      isTolerant ? cursor.absence(reason) : cursor.fault(reason)
      return nil
    }
  }

  /// Reads a file that is named by its content.
  private func content(_ name: String, at location: String, _ cursor: DocumentCursor) -> File? {
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
