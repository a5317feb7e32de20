internal import DataFiles
internal import Experiments
internal import Foundation

/// One way in which worlds are lived through: an arm, all that its worlds depend on, and the program.
struct Life: Sendable {
  let arm: String
  let build: String
  /// Canonical JSON.
  let dependencies: String
  /// Of all this and the version, in hex.
  let digest: String

  /// - Parameter build: As ``ProgramDigest`` has it.
  init(_ arm: String, of experiment: Experiment, build: String) {
    self.arm = arm
    self.build = build
    dependencies = experiment.dependencies(of: arm).canonical
    digest =
      Data([FeedLab.version, build, arm, dependencies].joined(separator: "\n").utf8).hexDigest
  }
}
