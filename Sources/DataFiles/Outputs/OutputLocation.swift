internal import Foundation

/// Where the bytes of an output go.
package enum OutputLocation: Hashable, Sendable {
  /// A file, by the path behind all links: written aside and renamed, so that the links stay.
  case file(String)
  /// A pipe or a device, which is opened and written.
  case stream(String)
  /// A descriptor that this process has open, such as `/dev/stdout`'s. It is written directly: other output there stays
  /// in order, and a file that a shell has redirected it to is not replaced.
  case descriptor(Int32)

  /// Links that are followed before they are taken for a circle.
  private static let mostLinks = 40

  /// - Returns: `nil` for links in a circle.
  package init?(_ path: String) {
    var path = path
    for _ in 0..<Self.mostLinks {
      if let descriptor = Self.descriptor(named: path) {
        self = .descriptor(descriptor)
        return
      }
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
        self.init(atEndOfLinks: path)
        return
      }
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return nil
  }

  private init(atEndOfLinks path: String) {
    guard let status = FileStatus(path: path) else {
      self = .file(path)
      return
    }
    for descriptor in [StandardOutput.descriptor, STDERR_FILENO]
    where FileStatus(descriptor: descriptor)?.identity == status.identity {
      self = .descriptor(descriptor)
      return
    }
    self = status.kind == .stream ? .stream(path) : .file(path)
  }

  /// The descriptor that a path of the system names.
  private static func descriptor(named path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return StandardOutput.descriptor
    case "/dev/stderr": return STDERR_FILENO
    default:
      let folders = ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"]
      guard let folder = folders.first(where: path.hasPrefix) else { return nil }
      let number = Int32(path.dropFirst(folder.count)).flatMap { $0 < 0 ? nil : $0 }
      return number == STDOUT_FILENO ? StandardOutput.descriptor : number
    }
  }
}
