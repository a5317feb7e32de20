import ReportKit
import TestSupport
import Testing

/// Documents as HTML for mail.
@Suite struct MailTests {
  private static let mail = ReportFormat.mail.render(SampleDocument.document)

  /// The tags without their attributes, in order.
  private func tags(_ html: String) -> [String] {
    html.matches(of: /<(\/?[a-z0-9]+)[^>]*>/).map { String($0.1) }
  }

  @Test func `a mail has nothing that a mail client removes, and asks no other host`() {
    let allowed: Set = [
      "html", "head", "meta", "title", "body", "div", "h1", "h2", "p", "ul", "li", "br", "strong",
      "code", "span", "table", "tr", "th", "td",
    ]
    for tag in tags(Self.mail) {
      #expect(allowed.contains(tag.hasPrefix("/") ? String(tag.dropFirst()) : tag), "\(tag)")
    }
    for part in ["<style", "<script", "class=", "http", "url(", "src=", "href="] {
      #expect(!Self.mail.contains(part), "\(part)")
    }
  }

  @Test func `what is opened is closed, in order`() {
    var open: [String] = []
    for tag in tags(Self.mail) where !["meta", "br"].contains(tag) {
      if tag.hasPrefix("/") {
        expectEqual(open.popLast(), String(tag.dropFirst()))
      } else {
        open.append(tag)
      }
    }
    expectEqual(open, [])
  }

  @Test func `the mark, the title, sections, tables and what is for files alone are there`() {
    #expect(
      Self.mail.hasPrefix("<!doctype html>\n<!-- feedlab:fruit scenario=a\\_b -->\n<html lang"))
    #expect(Self.mail.contains("<title>FeedLab fruit: a_b</title>"))
    #expect(Self.mail.contains(">two kinds.</p>"))
    #expect(Self.mail.contains(">Pome *and* stone</h2>"))
    #expect(
      Self.mail.contains(
        "<p style=\"margin:6px 0\"><strong>apple_1</strong> is best in"
          + " <code>mass_g</code>.</p>"))
    #expect(Self.mail.contains(">apple|red</td>"))
    #expect(Self.mail.contains(";color:#0a7a52\">▲ ripe</td>"))
    // For Markdown alone.
    #expect(!Self.mail.contains("raw"))
  }

  @Test(arguments: [
    "</td><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "--><b>", "a\u{0}b\nc",
    // One character for Swift, a quotation mark and another for a browser.
    "\"\u{301} onmouseover=alert(1) x=\"\u{301}",
  ])
  func `a name stays text wherever it is`(name: String) {
    let document = Document(
      blocks: Block.head(mark: "m", title: "T", scenario: name, setting: name) + [
        .heading("\(name)"), .paragraph("\(strong: name) \(code: name) \(raw: name)"),
        .cards([Card(Sentence(name).toned(.bad), [(name, Sentence(name))])]),
        .table(Table([Column<Int>(.init(name)) { _ in .text(name) }], [1])),
      ])
    let hostile = ReportFormat.mail.render(document)
    let plain = ReportFormat.mail.render(
      Document(
        blocks: Block.head(mark: "m", title: "T", scenario: "n", setting: "n") + [
          .heading("n"), .paragraph("\(strong: "n") \(code: "n") \(raw: "n")"),
          .cards([Card(Sentence("n").toned(.bad), [("n", "n")])]),
          .table(Table([Column<Int>("n") { _ in .text("n") }], [1])),
        ]))
    expectEqual(tags(hostile), tags(plain))
    for mark in [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\"")] {
      expectEqual(hostile.utf8.count { $0 == mark }, plain.utf8.count { $0 == mark })
    }
    #expect(!hostile.utf8.contains(0))
  }

  @Test func `a mail that a client would cut leaves tables out from the end, and counts them`() {
    let table = Block.table(
      Table([Column<Int>("n") { .text("row \($0)") }], Array(0..<200)))
    let document = Document(
      blocks: [.title(mark: nil, "T"), .paragraph("first")] + Array(repeating: table, count: 10)
        + [.paragraph("last")], limitNote: "json has all")
    let text = ReportFormat.mail.render(document)
    #expect(text.utf8.count <= 100_000 && text.utf8.count > 80_000)
    #expect(text.contains(">first</p>") && text.contains(">last</p>"))
    let omitted = 10 - text.matches(of: /<table/).count
    #expect(omitted > 0)
    #expect(text.contains("\(omitted) part\(omitted == 1 ? "" : "s") left out; json has all.</p>"))
  }

  @Test func `a mail of paragraphs alone is cut too`() {
    let long = Sentence(String(repeating: "word ", count: 1_000))
    let text = ReportFormat.mail.render(
      Document(blocks: Array(repeating: .paragraph(long), count: 50), limitNote: "see json"))
    #expect(text.utf8.count <= 100_000)
    #expect(text.contains(" parts left out; see json.</p>"))
  }

  @Test func `a card is a title with what it rests on`() {
    let cards = Block.cards([
      Card(
        Sentence("✕ Do not eat").toned(.bad), [("Primary", "taste −2"), ("Broken limit", "age")])
    ])
    let document = Document(blocks: [cards])
    expectEqual(
      ReportFormat.text.render(document), "✕ Do not eat\n  Primary: taste −2\n  Broken limit: age\n"
    )
    expectEqual(
      ReportFormat.markdown.render(document),
      "**✕ Do not eat**\n\n- Primary: taste −2\n- Broken limit: age\n")
    let mail = ReportFormat.mail.render(document)
    #expect(mail.contains("border-left:4px solid #b3261e;background:#fce8e6"))
    #expect(mail.contains(">✕ Do not eat</strong>"))
    #expect(
      mail.contains(
        ">Primary</th><td style=\"padding:2px 10px 2px 0;vertical-align:top\">taste −2</td>"))
  }

  @Test func `a folded section is closed in Markdown, and is cut without hiding what follows`() {
    let section = Block.Section(
      "a < b", answers: ["\(strong: "b") is more."], isFolded: true,
      [.table(Table([Column<Int>("n") { .whole($0) }], [1]))])
    let document = Document(blocks: [.sections([section]), .paragraph("end")], limitNote: "json")
    expectEqual(
      ReportFormat.markdown.render(document),
      """
      <details><summary>a &lt; b</summary>

      **b** is more.

      | n |
      |:--|
      | 1 |

      </details>

      end

      """)
    expectEqual(ReportFormat.text.render(document), "b is more.\n\nn\n1\n\nend\n")
    let long = Array(
      repeating: Block.paragraph(Sentence(String(repeating: "w", count: 30_000))), count: 3)
    let cut = ReportFormat.markdown.render(
      Document(
        blocks: [.sections([Block.Section("s", isFolded: true, long)])], limitNote: "json has all"))
    #expect(cut.hasSuffix("\n\n</details>\n\n0 tables were left out; json has all.\n"))
  }
}
