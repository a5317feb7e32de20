import Foundation

/// The built `feedlab` as a process: for what a command in this process cannot show, which are signals, kills,
/// streams of the shell, limits of the system and another program or another start of it.
///
/// Each test that starts one says why.
struct FeedLabProcess {
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
    process.environment = Outcome.plainVariables.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
  }

  /// Runs a line of shell, in which `$feedlab` is the program.
  static func shell(_ line: String, in folder: ScratchFolder) throws -> Outcome {
    try FeedLabProcess(
      ["-c", line], of: URL(filePath: "/bin/sh"), in: folder,
      environment: ["feedlab": executable.path()]
    ).outcome()
  }

  /// Sends SIGINT once the file exists; the handler is installed by then.
  func interrupt(after file: String) {
    while process.isRunning, !folder.contains(file) { Thread.sleep(forTimeInterval: 0.005) }
    process.interrupt()
  }

  /// Ends it as a power cut would: it can do nothing any more.
  ///
  /// - Parameter moment: When it is reached.
  func kill(when moment: () throws -> Bool) rethrows {
    while process.isRunning, try !moment() {}
    Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// What came of it, with 128 + the signal that ended it as the code, as a shell has it.
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
