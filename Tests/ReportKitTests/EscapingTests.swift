import DataFiles
import Foundation
import ReportKit
import TestSupport
import Testing

/// A combining mark, which makes one character of itself and the one before.
private let mark = "\u{301}"

/// Texts from outside in the formats that give some characters a meaning.
@Suite struct EscapingTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""),
    ("a\r\nb", "\"a\r\nb\""), ("a,\(mark)b", "\"a,\(mark)b\""),
    ("\"\(mark)", "\"\"\"\(mark)\""), ("a\u{2028}b", "\"a\u{2028}b\""),
  ])
  func `a cell of CSV is quoted where it must be`(text: String, cell: String) {
    expectEqual(DelimitedText.commas.text([[text, "x"]]), "\(cell),x\n")
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("-a", "'-a"),
    ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
    ("-0.5", "-0.5"), ("+3", "+3"), ("-1e-9", "-1e-9"), ("a=1", "a=1"),
  ])
  func `a text is no formula of a spreadsheet, and a number stays one`(text: String, cell: String) {
    expectEqual(DelimitedText.commas.text([[text]]), "\(cell)\n")
  }

  @Test(arguments: [
    ("a|b", "a\\|b"), ("a|\(mark)b", "a\\|\(mark)b"),
    ("<\(mark)script>", "\\<\(mark)script\\>"),
    ("a\nb", "a b"), ("a\u{1B}[2Jb", "a\u{FFFD}\\[2Jb"), ("*_`#@", "\\*\\_\\`\\#\\@"),
  ])
  func `text in Markdown is no markup`(text: String, markdown: String) {
    expectEqual(MarkdownText.plain(text), markdown)
  }

  @Test func `code in Markdown ends where it should`() {
    expectEqual(MarkdownText.code("a`\(mark)|\(mark)\n"), "`a'\(mark)\\|\(mark)\u{FFFD}`")
  }

  // MARK: - Words of a shell

  private static let words = [
    ("a/b-1.yml", "a/b-1.yml"), ("", "''"), ("my rest", "'my rest'"), ("it's", #"'it'\''s'"#),
    ("'\(mark)$(x)'\(mark)", #"''\''\#(mark)$(x)'\''\#(mark)'"#), ("é", "'é'"),
    (#"a\n"#, #"'a\n'"#),
    // Escape, line feed, carriage return, delete, next line, line separator and an override of direction.
    ("\u{1B}[2Jx", #"$'\033\1332Jx'"#), ("a\nb", #"$'a\nb'"#), ("a\r\n'\\b", #"$'a\015\n\'\\b'"#),
    ("\u{7F}1", #"$'\1771'"#), ("\u{85}", #"$'\302\205'"#), ("\u{2028}", #"$'\342\200\250'"#),
    ("a\u{202E}é", #"$'a\342\200\256é'"#), ("##[error]x", #"$'##\133error]x'"#),
  ]

  @Test(arguments: words)
  func `a word of a shell is one line that can be shown`(word: String, quoted: String) {
    expectEqual(ShellText.quoted(word), quoted)
    expectEqual(quoted.plainLine, quoted)
  }

  /// The shell itself, since only it can say how it reads a word.
  @Test func `a shell reads a quoted word as it was`() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    let call = (["printf", #"%s\0"#] + Self.words.map(\.0)).map(ShellText.quoted)
    process.arguments = ["-c", call.joined(separator: " ")]
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    expectEqual(bytes, Data(Self.words.map { "\($0.0)\0" }.joined().utf8))
  }
}
