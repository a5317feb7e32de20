import Foundation
import Testing

/// Commands that run in one process, as `FeedLab.run` lets them.
@Suite struct FeedLabCommandTests {
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
        #expect(outcome?.output.hasPrefix("\(names[index]): ") == true)
      }
    }
    for (name, folder) in zip(names, folders) {
      let results = try folder.entries.filter { $0.hasPrefix("reports/") && $0.hasSuffix(".json") }
      #expect(results == ["reports/\(name)/results.json"])
      #expect(try folder.entries.contains("reports/\(name)/ledger.sqlite"))
    }
    #expect(!FileManager.default.fileExists(atPath: "small.yml"))
  }

  @Test func `a terminal has colour and progress, and help that fits`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    let outcome = try feedlab(
      ["ab", "small.yml", "-n", "1"], in: folder, environment: ["TERM": "xterm"], terminal: 72)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("\u{1B}["))
    // The line of the progress is emptied at the end.
    #expect(outcome.error.contains("\r\u{1B}[K"))
    let help = try feedlab(["help", "ab"], in: folder, terminal: 72)
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 72 })
  }
}
