package import DataFiles
package import Foundation
internal import ReportKit

/// A browser that shows a page without a window.
package struct Browser: Sendable {
  /// The path of the executable.
  package let path: String

  private static let names = [
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge",
  ]

  /// The variable that names the browser.
  private static let variable = "FEEDLAB_BROWSER"

  /// What to do without a browser.
  static let remedy = "install Chromium or Chrome, or name one in \(variable)"

  package init(path: String) { self.path = path }

  /// The one that FEEDLAB_BROWSER names, or else the first on the search path; `nil` if none exists.
  static var found: Browser? {
    let variables = CommandEnvironment.current.variables
    if let path = variables[variable], !path.isEmpty {
      return FileManager.default.isExecutableFile(atPath: path) ? Browser(path: path) : nil
    }
    let folders = (variables["PATH"] ?? "").split(separator: ":")
    let path = names.lazy.flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    return path.map(Browser.init)
  }
}

/// Prints pages with a browser: a document of all of it, or a picture of its first screen.
package struct PagePrinter: Sendable {
  private let browser: Browser
  private let limit: TimeInterval

  /// The size of the picture in CSS pixels, each of which is two pixels wide and high.
  private static let screen = "1280,960"
  /// How long the browser may take to end after the request to end, in seconds.
  private static let grace = 2.0
  /// The time that the page's script has, in milliseconds of its own clock.
  private static let scriptTime = 10_000

  /// - Parameter limit: How long the browser may take, in seconds.
  package init(_ browser: Browser, limit: TimeInterval = 60) {
    (self.browser, self.limit) = (browser, limit)
  }

  /// The bytes of the file.
  ///
  /// The browser works in a folder of its own, which is removed, without a network and with a new profile.
  package func print(_ page: String, as form: PrintedForm) throws(UnprintedPage) -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(
      component: "feedlab-print-\(UUID())", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appending(component: "page.html")
    // Chromium takes the format of a picture from the ending.
    let output = folder.appending(component: form == .picture ? "printed.png" : "printed.pdf")
    let messages = folder.appending(component: "messages")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(page.utf8).write(to: input)
      try Data().write(to: messages)
    } catch {
      throw .noFolder(path: folder.path(), reason: error.reason)
    }
    let process = Process()
    process.executableURL = URL(filePath: browser.path)
    process.arguments = arguments(form, input: input, output: output, in: folder)
    process.currentDirectoryURL = folder
    let end = try run(process, messages)
    let message = Self.lastLine(of: messages)
    guard end == .exit else { throw .hung(browser.path, seconds: limit, message: message) }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw .failed(browser.path, status: process.terminationStatus, message: message)
    }
    guard let bytes = try? [UInt8](Data(contentsOf: output)), let marked = form.marked(bytes) else {
      throw .nothing(browser.path, message: message)
    }
    return marked
  }

  private enum End { case exit, stopped }

  /// Runs the browser to its end, or stops it when its time is up.
  private func run(_ process: Process, _ messages: URL) throws(UnprintedPage) -> End {
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do {
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      // A file, since children that outlive the browser would keep a pipe open.
      process.standardError = try FileHandle(forWritingTo: messages)
      try process.run()
    } catch {
      throw .notStarted(browser.path, reason: error.reason)
    }
    guard ended.wait(timeout: .now() + limit) != .success else { return .exit }
    process.terminate()
    if ended.wait(timeout: .now() + Self.grace) != .success {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
    }
    return .stopped
  }

  private func arguments(
    _ form: PrintedForm, input: URL, output: URL, in folder: URL
  ) -> [String] {
    let common = [
      "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions",
      "--disable-background-networking", "--no-first-run", "--hide-scrollbars",
      "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=\(Self.scriptTime)",
      "--user-data-dir=\(folder.appending(component: "profile").path())",
    ]
    // Chromium refuses to run as root with its sandbox, as in most containers; it is kept for everybody else.
    let root = geteuid() == 0 ? ["--no-sandbox"] : []
    let own =
      switch form {
      case .document: ["--no-pdf-header-footer", "--print-to-pdf=\(output.path())"]
      case .picture:
        [
          "--window-size=\(Self.screen)", "--force-device-scale-factor=2",
          "--screenshot=\(output.path())",
        ]
      }
    return common + root + own + [input.absoluteString]
  }

  /// The last line that the browser wrote, without what Chromium puts before it; empty if none exists.
  private static func lastLine(of file: URL) -> String {
    let bytes = (try? Data(contentsOf: file)) ?? Data()
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    let line = lines.last { $0.contains { !$0.isWhitespace } } ?? ""
    let text = line.replacing(#/^\[[0-9:/.]+:(?:ERROR|FATAL|WARNING):[^\]]*\] /#, with: "")
    return String(text.prefix(200))
  }
}

/// A page that a browser did not print.
package enum UnprintedPage: Error, Hashable, Sendable {
  case noFolder(path: String, reason: String)
  case notStarted(String, reason: String)
  /// - message: The last line that the browser wrote.
  case hung(String, seconds: TimeInterval, message: String)
  case failed(String, status: Int32, message: String)
  /// It ended well, but left no file of the expected format.
  case nothing(String, message: String)
}

extension UnprintedPage: CustomStringConvertible {
  package var description: String {
    func end(_ message: String) -> String { message.isEmpty ? "" : ": \(message)" }
    return switch self {
    case .noFolder(let path, let reason): "cannot write to the folder \(path): \(reason)"
    case .notStarted(let browser, let reason): "cannot start \(browser): \(reason)"
    case .hung(let browser, let seconds, let message):
      "\(browser) did not print the page in \(NumberText.plain(seconds)) s and was stopped\(end(message))"
    case .failed(let browser, let status, let message):
      "\(browser) ended with \(status)\(end(message))"
    case .nothing(let browser, let message): "\(browser) gave no output\(end(message))"
    }
  }
}
