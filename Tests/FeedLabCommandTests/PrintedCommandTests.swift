import Experiments
import FeedLabCommand
import Foundation
import TestSupport
import Testing

/// The commands that texts of FeedLab have.
@Suite struct PrintedCommandTests {
  /// A command in a text.
  private struct Printed: Hashable {
    let words: String
    /// Whether it can be copied; otherwise it names a command or an option in a sentence, without arguments.
    let isWhole: Bool
  }

  /// Those on a line of their own, behind a colon, between the tags of a page, and in quotes.
  private static func commands(in text: String) -> [Printed] {
    let lines = text.matches(of: /(?m)^[ #]* feedlab ([^\n]+)$/).map(\.1)
    let advice = text.matches(of: /: feedlab ([^;.\n"<]+(?:\.[^;.\s"<]+[^;.\n"<]*)*)/).map(\.1)
    let tagged = text.matches(of: />feedlab ([a-z][^<\n]+)</).map(\.1)
    let quoted = text.matches(of: /['`]feedlab ([a-z][^'`\n]+)['`]/).map(\.1)
    return (lines + advice + tagged).map { Printed(words: String($0), isWhole: true) }
      + quoted.map { Printed(words: String($0), isWhole: false) }
  }

  /// Why the program does not take a command; `nil` for one that it takes.
  private static func fault(_ command: Printed) -> String? {
    // What is interpolated into a source is not known, nor is a placeholder of the parser's own help.
    guard !command.words.contains(/\\\(|</) else { return nil }
    let words = command.words.split(separator: /\s[#>|]\s/)[0].split(separator: " ").map {
      String($0.filter { $0 != "'" })
    }
    guard let refusal = FeedLab.refusal(of: words),
      command.isWhole || !refusal.hasPrefix("Missing")
    else { return nil }
    return "\(command.words): \(refusal)"
  }

  /// Help, advice and descriptions, as the sources have them: a literal that is put together is one text.
  @Test func `every command in a text of the sources is one that the program takes`() throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path()).sorted()
    let commands = try files.filter { $0.hasSuffix(".swift") }.flatMap { file in
      let code = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
      return Self.commands(
        in: code.replacing(/"\s*\+ "/, with: "").replacing(/\\\n\s*/, with: ""))
    }
    // So many are there that the patterns have found them.
    #expect(Set(commands).count > 80)
    expectEqual(Set(commands).compactMap(Self.fault).sorted(), [])
  }

  /// What is put together as a command runs, each with how many commands it prints.
  @Test func `every command that another one prints is one that the program takes`() throws {
    let checked = smallScenario + "check: {rules: {engagement_rate: error}}\n"
    let folder = try ScratchFolder(["small.yml": smallScenario, "gate.yml": checked])
    let table: [(call: String, file: String?, count: Int)] = [
      ("init compare c.yml", "c.yml", 1), ("init tune t.yml", "t.yml", 1),
      ("init ranker r.yml", "r.yml", 1), ("init gate g.yml", "g.yml", 2),
      ("init gate u.yml --ranker url", "u.yml", 2),
      ("init calibrate m.yml", "m.yml", 2), ("check gate.yml", nil, 1),
      ("baseline show gate.yml", nil, 1), ("baseline update gate.yml --reason r", nil, 1),
      ("plan small.yml --out p.jsonl --quiet", nil, 0), ("gather --plan p.jsonl", nil, 1),
      ("ab small.yml -n 1 --primary like_rate --quiet", "reports/small/report.html", 2),
      ("explain reports/small like_rate --candidate affinity --movers members", nil, 10),
    ]
    for (call, file, count) in table {
      let outcome = try feedlab(call.split(separator: " ").map(String.init), in: folder)
      let texts = [outcome.output, outcome.error] + (try file.map { [try folder.read($0)] } ?? [])
      let commands = texts.flatMap(Self.commands)
      expectEqual(Set(commands.filter(\.isWhole)).count, count, "\(call): \(texts)")
      expectEqual(commands.compactMap(Self.fault), [], "\(call)")
    }
  }

  @Test(arguments: [
    ("scripts/feedlab", "scripts/feedlab"), ("feedlab", "feedlab"), ("./my lab", "'./my lab'"),
    // A path of a machine: in a container, a workflow or Python.
    ("/opt/feedlab/bin/feedlab", "feedlab"),
  ])
  func `a terminal names the program as it was called, and a file does not`(
    called: String, name: String
  ) throws {
    let folder = try ScratchFolder()
    let environment = ["FEEDLAB_CALLED_AS": called]
    let unknown = try feedlab("x-y-z", in: folder, environment: environment)
    unknown.expectRefusal("there is no command 'x-y-z'; '\(name) --help' lists the commands")
    let written = try feedlab("init", "compare", "a.yml", in: folder, environment: environment)
    written.expectOutput("Wrote a.yml and feedlab.schema.json. Next:\n  \(name) ab a.yml\n")
    #expect(try folder.read("a.yml").contains("\n#   feedlab ab a.yml\n"))
    let page = try feedlab(
      "describe", "exit-codes", "--format", "markdown", in: folder, environment: environment)
    #expect(page.output.contains("feedlab baseline record"))
    #expect(name == "feedlab" || !page.output.contains("\(name) baseline"))
  }
}
