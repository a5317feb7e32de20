internal import DataFiles

/// The files that a scenario names; their paths start at the scenario's folder.
struct InputFiles {
  private let folder: String
  /// Where files are that are named by their content, under their digests; `nil` where none can be.
  private let contents: String?
  private let opened = OpenedFiles()

  private final class OpenedFiles { var places: [String] = [] }

  /// The files that were opened, in order, as faults name them.
  var places: [String] { opened.places }

  /// What stands before a digest where a resolved scenario names a file by its content.
  static let digestPrefix = "sha256:"

  /// A file that was read.
  struct File {
    /// As the scenario names it.
    let path: String
    /// As faults name it: from where the program runs.
    let place: String
    let bytes: [UInt8]

    /// SHA-256 of the content, in hex.
    var digest: String { SHA256.hexDigest(of: bytes) }
  }

  /// - Parameters:
  ///   - scenarioFile: The path of the scenario, as given.
  ///   - contents: The folder of files that are named by their content.
  init(scenarioFile: String, contents: String? = nil) {
    self.contents = contents
    folder = scenarioFile.lastIndex(of: "/").map { String(scenarioFile[...$0]) } ?? ""
  }

  /// Reads the file whose path a scenario says.
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
    let place = path.hasPrefix("/") ? path : folder + path
    opened.places.append(place)
    do throws(UnreadableFile) {
      return File(path: path, place: place, bytes: try FileContent.bytes(of: place))
    } catch {
      cursor.fault(.unreadable("\(place): \(error.reason)"))
      return nil
    }
  }

  /// Reads a file that is named by its content.
  private func content(_ name: String, in folder: String, _ cursor: DocumentCursor) -> File? {
    let place = "\(folder)/\(name.dropFirst(Self.digestPrefix.count))"
    do throws(UnreadableFile) {
      let file = File(path: name, place: place, bytes: try FileContent.bytes(of: place))
      if Self.digestPrefix + file.digest == name { return file }
      cursor.fault(.unreadable("\(place): its content is not what its name says"))
    } catch {
      cursor.fault(.unreadable("\(place): \(error.reason)"))
    }
    return nil
  }
}
