import DataFiles
import Foundation
import Testing

/// Results on standard output, beside code of others that prints.
@Suite struct StandardOutputTests {
  @Test func `what others print goes to standard error, and results go where they did`()
    async throws
  {
    // In a process of its own, since standard output belongs to the whole process.
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      StandardOutput.claim()
      try FileHandle.standardOutput.write(contentsOf: Data("from a library\n".utf8))
      for path in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        guard case .descriptor(let descriptor) = OutputLocation(path) else { exit(1) }
        try FileHandle(fileDescriptor: descriptor).write(contentsOf: Data("\(path)\n".utf8))
      }
    }
    let found = try #require(result)
    let output = String(decoding: found.standardOutputContent, as: UTF8.self)
    let error = String(decoding: found.standardErrorContent, as: UTF8.self)
    #expect(output.contains("/dev/stdout\n/dev/fd/1\n/proc/self/fd/1\n"))
    #expect(!output.contains("library") && error.contains("from a library\n"))
  }
}
