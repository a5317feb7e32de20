import DataFiles
import FeedLabCommand
import Foundation
import TestSupport
import Testing

/// `--report pdf` and `--report png`, which a browser prints.
@Suite struct PrintedReportTests {
  private static let call = [
    "ab", "small.yml", "--candidate", "random", "--quiet", "--out", "out",
  ]

  /// A folder with a scenario and a program in place of a browser.
  ///
  /// - Parameter script: What the program does after it has written its arguments to `arguments`.
  private func folder(_ script: String) throws -> ScratchFolder {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let bin = folder.url.appending(component: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    let path = bin.appending(component: "chromium").path()
    let log = folder.url.appending(component: "arguments").path()
    try Data("#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(log)'\n\(script)\n".utf8)
      .write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return folder
  }

  private func feedlab(_ arguments: [String], in folder: ScratchFolder) throws -> Outcome {
    try FeedLabCommandTests.feedlab(
      arguments, in: folder,
      environment: ["PATH": folder.url.appending(component: "bin").path()])
  }

  /// Writes a file of the form that was asked for.
  private static let printing = #"""
    for word in "$@"; do
      case "$word" in
        --print-to-pdf=*) printf '%%PDF-1.4\n%%%%EOF' > "${word#*=}" ;;
        --screenshot=*) printf '\211PNG\r\n\032\n0123456789012345678901234rest' > "${word#*=}" ;;
      esac
    done
    """#

  @Test func `alone they go to the output folder, with a mark by which they are replaced`() throws {
    let folder = try folder(Self.printing)
    for _ in 0..<2 {
      let outcome = try feedlab(Self.call + ["--report", "pdf", "--report", "png"], in: folder)
      expectEqual(outcome.code, 0, "\(outcome.error)")
    }
    let pdf = try Data(contentsOf: folder.url.appending(path: "out/report.pdf"))
    expectEqual(pdf, Data("%PDF-1.4\n%%EOF\n% FeedLab report\n".utf8))
    let png = try [UInt8](Data(contentsOf: folder.url.appending(path: "out/report.png")))
    // A chunk has its length, its type and its data, then the CRC-32 of the two.
    let chunk =
      [0, 0, 0, 16] + [UInt8]("tEXtSoftware\u{0}FeedLab".utf8) + [0x89, 0xA0, 0xD1, 0xEB]
    expectEqual(
      png,
      [0x89] + [UInt8]("PNG\r\n\u{1A}\n0123456789012345678901234".utf8) + chunk
        + [UInt8]("rest".utf8))
  }

  @Test
  func `the browser gets each argument as it is, no network, and a sandbox unless it is root`()
    throws
  {
    let folder = try folder(Self.printing)
    try expectEqual(feedlab(Self.call + ["--report", "pdf=a b.pdf"], in: folder).code, 0)
    #expect(folder.contains("a b.pdf"))
    let arguments = try folder.read("arguments").split(separator: "\n").map(String.init)
    #expect(arguments.contains("--host-resolver-rules=MAP * ~NOTFOUND"))
    expectEqual(arguments.contains("--no-sandbox"), (geteuid() == 0))
    let page = try #require(arguments.last)
    #expect(page.hasPrefix("file:///") && page.hasSuffix("/page.html"))
    // The browser's folder is gone.
    #expect(!FileManager.default.fileExists(atPath: try #require(URL(string: page)).path()))
  }

  @Test func `results that are saved are printed too`() throws {
    let folder = try folder(Self.printing)
    try expectEqual(feedlab(Self.call, in: folder).code, 0)
    #expect(!folder.contains("arguments"))
    let outcome = try feedlab(["report", "out", "--quiet", "--report", "pdf"], in: folder)
    expectEqual(outcome.code, 0, "\(outcome.error)")
    #expect(try folder.read("out/report.pdf").hasPrefix("%PDF-"))
    try feedlab(["report", "out", "--report", "junit=x"], in: folder).expectRefusal(
      "--report 'junit': there is no report of this name; there are html, pdf, png, mail, json, csv, markdown"
    )
  }

  @Test func `without a browser nothing is simulated, and the message says what to do`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let message =
      "--report pdf: there is no browser that prints the page; install Chromium or Chrome, or name one in"
      + " FEEDLAB_BROWSER, or leave the option out and print out/report.html from another"
    for variables in [["PATH": "/nowhere"], ["FEEDLAB_BROWSER": "/nowhere/chromium"]] {
      try FeedLabCommandTests.feedlab(
        Self.call + ["--report", "pdf"], in: folder, environment: variables
      )
      .expectRefusal(message)
      try expectEqual(folder.entries, ["small.yml"])
    }
  }

  @Test(arguments: [
    (
      "echo '[12:34:0101/000000.1:ERROR:a.cc(1)] No usable sandbox!' >&2; exit 3",
      "ended with 3: No usable sandbox!"
    ),
    ("echo 'Nothing to see' >&2", "gave no output: Nothing to see"),
    (
      #"for word in "$@"; do case "$word" in --print-to-pdf=*) echo text > "${word#*=}";; esac; done"#,
      "gave no output"
    ),
  ])
  func `a browser that fails leaves an earlier file, and the message says where the page is`(
    script: String, reason: String
  ) throws {
    let folder = try folder(Self.printing)
    try expectEqual(feedlab(Self.call + ["--report", "pdf"], in: folder).code, 0)
    let before = try folder.read("out/report.pdf")
    let path = folder.url.appending(path: "bin/chromium").path()
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let outcome = try feedlab(Self.call + ["--report", "pdf"], in: folder)
    expectEqual(outcome.code, 1)
    expectEqual(
      outcome.error,
      "feedlab: error: cannot write to out/report.pdf: \(path) \(reason); the page is in"
        + " out/report.html\n")
    try expectEqual(folder.read("out/report.pdf"), before)
  }

  @Test func `a browser that hangs is stopped`() throws {
    let folder = try folder("exec sleep 600")
    let path = folder.url.appending(path: "bin/chromium").path()
    let error = try #require(throws: UnprintedPage.self) {
      try PagePrinter(Browser(path: path), limit: 0.2).print("<p>page", as: .document)
    }
    expectEqual(error.description, "\(path) did not print the page in 0.2 s and was stopped")
  }

  @Test func `what is no browser is reported`() throws {
    let error = try #require(throws: UnprintedPage.self) {
      try PagePrinter(Browser(path: "/nowhere/chromium")).print("<p>page", as: .picture)
    }
    #expect(error.description.hasPrefix("cannot start /nowhere/chromium: "))
  }
}
