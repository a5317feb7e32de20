import Foundation
import Synchronization

/// A named pipe and somebody who reads it to its end once.
final class NamedPipe: Sendable {
  private let path: String
  private let bytes = Mutex(Data())
  private let done = DispatchSemaphore(value: 0)

  init(_ url: URL) throws {
    path = url.path()
    guard unsafe mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    Thread.detachNewThread { [self] in
      let handle = FileHandle(forReadingAtPath: path)
      let read = (try? handle?.readToEnd()) ?? nil
      bytes.withLock { $0 = read ?? Data() }
      done.signal()
    }
  }

  /// What was read, after everybody has written.
  func end() -> Data {
    repeat {
      // Gives an end to a reader who waits for somebody to write; there is none once it has read.
      let writer = unsafe open(path, O_WRONLY | O_NONBLOCK)
      if writer >= 0 { close(writer) }
    } while done.wait(timeout: .now() + .milliseconds(1)) == .timedOut
    return bytes.withLock { $0 }
  }

  var isThere: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType == .typeUnknown
  }
}
