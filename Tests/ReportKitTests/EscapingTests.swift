import ReportKit
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
    #expect(DelimitedText.commas.text([[text, "x"]]) == "\(cell),x\n")
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("-a", "'-a"),
    ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
    ("-0.5", "-0.5"), ("+3", "+3"), ("-1e-9", "-1e-9"), ("a=1", "a=1"),
  ])
  func `a text is no formula of a spreadsheet, and a number stays one`(text: String, cell: String) {
    #expect(DelimitedText.commas.text([[text]]) == "\(cell)\n")
  }

  @Test(arguments: [
    ("a|b", "a\\|b"), ("a|\(mark)b", "a\\|\(mark)b"),
    ("<\(mark)script>", "\\<\(mark)script\\>"),
    ("a\nb", "a b"), ("a\u{1B}[2Jb", "a\u{FFFD}\\[2Jb"), ("*_`#@", "\\*\\_\\`\\#\\@"),
  ])
  func `text in Markdown is no markup`(text: String, markdown: String) {
    #expect(MarkdownText.plain(text) == markdown)
  }

  @Test func `code in Markdown ends where it should`() {
    #expect(
      MarkdownText.code("a`\(mark)|\(mark)\n")
        == "`a'\(mark)\\|\(mark)\u{FFFD}`")
  }
}
