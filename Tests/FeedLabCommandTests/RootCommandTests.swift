import Experiments
import Foundation
import TestSupport
import Testing

/// Commands that run in one process, as `FeedLab.run` lets them.
@Suite struct RootCommandTests {
  /// Both take the same relative paths, and begin worlds on threads of their own.
  @Test func `two commands in two folders at once do not see each other`() throws {
    let names = ["here", "there"]
    let folders = try names.map { name in
      try ScratchFolder(["small.yml": smallScenario.replacing("name: small", with: "name: \(name)")]
      )
    }
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      for _ in 0..<3 {
        let outcome = try? feedlab(
          "ab", "small.yml", "-n", "1", "--jobs", "2", "--fresh", "--quiet", in: folders[index])
        #expect(outcome?.code == 0 && outcome?.error == "")
        expectEqual(outcome?.output.hasPrefix("\(names[index]): "), true)
      }
    }
    for (name, folder) in zip(names, folders) {
      let results = try folder.entries.filter { $0.hasPrefix("reports/") && $0.hasSuffix(".json") }
      expectEqual(results, ["reports/\(name)/results.json"])
      #expect(try folder.entries.contains("reports/\(name)/ledger.sqlite"))
    }
    #expect(!FileManager.default.fileExists(atPath: "small.yml"))
  }

  @Test func `a terminal has colour and progress, and help that fits`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      ["ab", "small.yml", "-n", "1"], in: folder, environment: ["TERM": "xterm"], terminal: 72)
    expectEqual(outcome.code, 0)
    #expect(outcome.output.contains("\u{1B}["))
    // The line of the progress is emptied at the end.
    #expect(outcome.error.contains("\r\u{1B}[K"))
    let help = try feedlab(["help", "ab"], in: folder, terminal: 72)
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 72 })
  }

  @Test func `--version is one line, and --verbose adds what the program is built of`() throws {
    let folder = try ScratchFolder()
    try feedlab("--version", in: folder).expectOutput("feedlab \(FeedLab.version)\n")
    // The versions of packages are those of the list alone, which scripts/dependencies compares with the build.
    let list = URL(filePath: #filePath)
      .appending(path: "../../../Sources/FeedLabCommand/Dependencies/dependencies.tsv").standardized
    let rows = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    expectEqual(
      rows[0],
      [
        "name", "version", "licence", "kind", "product", "via", "used for", "build s", "url",
      ])
    #expect(rows.allSatisfy { $0.count == 9 && !$0.contains("") })
    let version = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    let machine = try jsonObject(feedlab("doctor", "--format", "json", in: folder).output)
    let gsl = try #require(machine["gsl"] as? String)
    let sqlite = try #require(machine["sqlite"] as? String)
    func of(_ name: String) throws -> String { try #require(version[name]) }
    let text = """
      feedlab \(FeedLab.version)
        simulation             \(FeedLab.simulation)
        GSL                    \(gsl), GPL-3.0-or-later: quantiles and distribution functions (gamma, beta, Student's t), Sobol's sequence, eigenvalues, Nelder and Mead's simplex
        SQLite                 \(sqlite), blessing: the database that GRDB.swift calls
        Swift                  Apache-2.0 WITH Swift-exception: the compiler, the standard library and Foundation
        ICU                    Unicode-3.0: dates, numbers and text of Foundation, which has its own copy
        GNU C library          LGPL-2.1-or-later: the system's functions, on Linux
        GNU C++ library        GPL-3.0-or-later WITH GCC-exception-3.1: the C++ code of Swift and ICU, on Linux; with GCC's own library
        GRDB.swift             \(try of("GRDB.swift")), MIT: traces and ledgers as SQLite databases
        swift-argument-parser  \(try of("swift-argument-parser")), Apache-2.0 WITH Swift-exception: the command line; its options are beside each study, so users of the library build it too
        Yams                   \(try of("Yams")), MIT: YAML with the line and column of every value
        LibYAML                MIT: the parser, whose source is in Yams
        swift-mustache         \(try of("swift-mustache")), Apache-2.0: the pages of reports

      """
    for arguments in [["--version", "--verbose"], ["--verbose", "--version"]] {
      try feedlab(arguments, in: folder).expectOutput(text)
    }
  }
}
