package import Foundation

/// The files that a scenario names; their paths start at the scenario's folder.
struct DataFiles {
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
  func open(_ cursor: ScenarioCursor) -> File? {
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
  private func content(_ name: String, in folder: String, _ cursor: ScenarioCursor) -> File? {
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

/// Why a file cannot be read.
package struct UnreadableFile: Error, Hashable {
  package let reason: String

  package init(reason: String) { self.reason = reason }
}

/// Whole files.
package enum FileContent {
  package static func bytes(of path: String) throws(UnreadableFile) -> [UInt8] {
    let file = try readable(path)
    do {
      return [UInt8](try Data(contentsOf: file))
    } catch {
      throw UnreadableFile(reason: noPermission)
    }
  }

  /// Where a file is that exists and is no folder.
  package static func readable(_ path: String) throws(UnreadableFile) -> URL {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw UnreadableFile(reason: "there is no such file\(suggestion(for: path))")
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    guard attributes?[.type] as? FileAttributeType != .typeDirectory else {
      throw UnreadableFile(reason: "this is a folder, not a file")
    }
    return file
  }

  package static let noPermission = "this file cannot be read; check its permissions"

  /// The file in the same folder that was probably meant.
  private static func suggestion(for path: String) -> String {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return nearestName(to: name, among: names.sorted()).map { "; did you mean '\($0)'?" } ?? ""
  }
}
