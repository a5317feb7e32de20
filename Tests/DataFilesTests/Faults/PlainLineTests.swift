import DataFiles
import TestSupport
import Testing

@Suite struct PlainLineTests {
  @Test(arguments: [
    ("long-half-life", "long-half-life"), ("Größe, 100 %", "Größe, 100 %"), ("", ""),
    // A workflow command, an escape, a bell, and characters that turn the order of the others.
    (
      "a##[endgroup] ##vso[task.setvariable x]",
      "a##\u{FFFD}endgroup] ##vso\u{FFFD}task.setvariable x]"
    ),
    ("x\n::stop-commands::abc\n", "x\u{FFFD}::stop-commands::abc\u{FFFD}"),
    ("\u{1B}[31mred\u{7}", "\u{FFFD}[31mred\u{FFFD}"),
    ("a\u{202E}b\u{2066}c", "a\u{FFFD}b\u{FFFD}c"),
    ("a\r\nb\u{85}c\u{2028}d\u{2029}e", "a\u{FFFD}\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e"),
  ])
  func `a text is one line that no terminal obeys`(text: String, line: String) {
    expectEqual(text.plainLine, line)
  }

  @Test(
    arguments: [
      ("", nil), ("/store/Größe, 100 %", nil), ("👩‍🔬 \u{202E}", nil), ("a\r\nb", "U+000D"),
      ("a\n\u{7}", "U+000A"), ("\u{7F}", "U+007F"), ("\u{85}", "U+0085"), ("\u{2028}", "U+2028"),
      ("\u{2029}", "U+2029"), ("\u{FFFE}", "U+FFFE"), ("\u{1FFFF}", "U+1FFFF"),
    ] as [(String, String?)])
  func `the first character that is no part of a line is found`(text: String, code: String?) {
    expectEqual(text.firstControl?.codePoint, code)
  }

  @Test func `an excerpt has forty characters`() {
    expectEqual(String(repeating: "x", count: 40).excerpt, String(repeating: "x", count: 40))
    expectEqual(String(repeating: "é", count: 41).excerpt, String(repeating: "é", count: 40) + "…")
    expectEqual("ab".excerpt(atMost: 1), "a…")
  }

  @Test func `a fault is one line whatever its file, its key and what it found are called`() {
    let fault = LocatedFault(
      location: .line(file: "a\n::error::b.yml", line: 1, column: 2), key: "arms.\u{1B}[2J",
      reason: .unexpected(expected: "a name", found: "'\u{9B}1m\n'"))
    expectEqual(
      fault.description,
      "a\u{FFFD}::error::b.yml:1:2: arms.\u{FFFD}[2J: expected a name, found '\u{FFFD}1m\u{FFFD}'")
    let long = LocatedFault(
      location: .override(String(repeating: "a.", count: 20_000) + "=1", index: 0), key: "",
      reason: .syntax("an override is path.to.key=value"))
    expectEqual(
      long.description,
      "--set \(String(repeating: "a.", count: 100))…: an override is path.to.key=value")
  }
}
