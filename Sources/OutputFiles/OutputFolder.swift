internal import Foundation

/// A folder that results go to, made and tried before anything is computed.
///
/// A file appears under its name only when it is whole: it is written aside, in the same folder, synced
/// and renamed.
public struct OutputFolder: Sendable {
  public let path: String
  /// Folders that did not exist before, from the outermost.
  private let made: [URL]

  private var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

  /// Makes the folder where it is missing, and writes and removes a file in it.
  public init(path: String) throws(UnwritableFolder) {
    self.path = path
    let url = URL(filePath: path, directoryHint: .isDirectory)
    made = Self.missingFolders(above: url)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let probe = url.appending(component: ".feedlab-\(ProcessInfo.processInfo.processIdentifier)")
      try Data().write(to: probe)
      try FileManager.default.removeItem(at: probe)
    } catch {
      removeIfEmpty()
      throw UnwritableFolder(path: path, reason: error.reason)
    }
  }

  /// The folder of a file, made and tried as others, and the file's name in it.
  ///
  /// - Parameter file: The path of a file that need not be there.
  public static func containing(
    _ file: String
  ) throws(UnwritableFolder) -> (folder: OutputFolder, name: String) {
    let url = URL(filePath: file)
    let path = url.deletingLastPathComponent().path(percentEncoded: false)
    return (try OutputFolder(path: path), url.lastPathComponent)
  }

  /// Writes a file, whole or not at all.
  public func write(_ text: String, to name: String) throws(UnwritableFolder) {
    do {
      try Data(text.utf8).write(to: url.appending(component: name), options: .atomic)
      try FileHandle(forReadingFrom: url).synchronize()
    } catch {
      throw UnwritableFolder(path: path, reason: error.reason)
    }
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

/// A folder that results cannot be written to.
public struct UnwritableFolder: Error, Hashable, Sendable {
  public let path: String
  /// What the system says.
  public let reason: String
}

extension UnwritableFolder: CustomStringConvertible {
  public var description: String { "cannot write to the folder \(path): \(reason)" }
}

extension Error {
  /// Why a file could not be written, in the system's own words where there are some.
  package var reason: String {
    let error = self as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? any Error
    let cause = underlying.map { $0 as NSError } ?? error
    return cause.localizedFailureReason ?? cause.localizedDescription
  }
}
