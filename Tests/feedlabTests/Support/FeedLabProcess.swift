import Foundation

/// The built `feedlab`, run as people run it.
struct FeedLabProcess {
  struct Outcome: Equatable {
    /// The exit code, or 128 + the signal that ended it, as a shell has it.
    var code: Int32
    var output: String
    var error: String
  }

  private let process = Process()
  /// Kept until its files have been read.
  private let folder: ScratchFolder
  private let outputFile: URL
  private let errorFile: URL

  /// - Parameters:
  ///   - folder: The working directory.
  ///   - environment: Added to an environment without anything that changes what is printed.
  init(
    _ arguments: [String], of executable: URL = Self.executable, in folder: ScratchFolder,
    environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    outputFile = folder.hidden("stdout")
    errorFile = folder.hidden("stderr")
    for file in [outputFile, errorFile] { try Data().write(to: file) }
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  func interrupt() { process.interrupt() }

  /// Ends it as a power cut would: it can do nothing any more.
  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  func outcome() throws -> Outcome {
    process.waitUntilExit()
    let status = process.terminationStatus
    return Outcome(
      code: process.terminationReason == .exit ? status : 128 + status,
      output: try String(contentsOf: outputFile, encoding: .utf8),
      error: try String(contentsOf: errorFile, encoding: .utf8))
  }

  /// Beside the tests, in debug as in release.
  static let executable: URL = {
    let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
    let runner = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let folders = bundles.map { $0.bundleURL.deletingLastPathComponent() } + [runner]
    let found = folders.map { $0.appending(component: "feedlab") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path()) }
    guard let found else { fatalError("there is no feedlab in \(folders.map { $0.path() })") }
    return found
  }()
}

/// Runs `feedlab` to its end.
func feedlab(
  _ arguments: String..., in folder: ScratchFolder, environment: [String: String] = [:]
) throws -> FeedLabProcess.Outcome {
  try FeedLabProcess(arguments, in: folder, environment: environment).outcome()
}

/// Runs a line of shell to its end.
func shell(_ line: String, in folder: ScratchFolder) throws -> FeedLabProcess.Outcome {
  try FeedLabProcess(
    ["-c", line], of: URL(filePath: "/bin/sh"), in: folder
  ).outcome()
}
