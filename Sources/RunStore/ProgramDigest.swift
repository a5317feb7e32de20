internal import DataFiles
internal import Foundation

/// What tells one build of a program from another.
package enum ProgramDigest {
  /// SHA-256 of the running executable, in hex; `nil` where it cannot be read.
  ///
  /// Worlds that other code simulated are never mixed with its own, even where nobody thought of changing the
  /// version. Libraries that are loaded with it are not part of it.
  ///
  /// - Complexity: O(size of the executable): some 0.3 s for 62 megabytes.
  package static let current: String? = {
    #if os(Linux)
      let file = URL(filePath: "/proc/self/exe")
    #else
      guard let file = Bundle.main.executableURL else { return nil }
    #endif
    return SHA256.hexDigest(ofFile: file.path(percentEncoded: false))
  }()
}
