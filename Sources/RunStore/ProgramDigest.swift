internal import DataFiles
internal import Foundation

/// The identity of a build of the program.
package enum ProgramDigest {
  /// SHA-256 of the running executable, in hex; `nil` where it cannot be read.
  ///
  /// The digest keeps worlds of different builds apart, even when the version was not changed. Dynamically
  /// loaded libraries are not part of it.
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
