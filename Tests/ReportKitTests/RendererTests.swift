import ReportKit
import TestSupport
import Testing

/// Each format, once, by a document with every kind of block.
@Suite struct RendererTests {
  private func text(width: Int, hasStyle: Bool = false) -> String {
    ReportFormat.text.render(SampleDocument.document, width: width, hasStyle: hasStyle)
  }

  @Test func `text has parts with an empty line between them, and groups without`() {
    expectEqual(
      text(width: 80),
      """
      a_b: two kinds

      apple_1 is best in mass_g.

      Pome       note                           mass  verdict
      apple|red  sold by the *kilogramme*  1,234.5 g  ▲ ripe
      pear       sold by the *kilogramme*          –  ▼ hard

      Stone      note                           mass  verdict
      plum       sold by the *kilogramme*     40.0 g  ▲ ripe

      Notes
      ▲ ripe  ▼ hard
      g: gram
      a note that is hanging
      [x]

      """)
  }

  @Test func `a terminal without room has a narrower layout, and 60 columns at least`() {
    let wide = Table(
      [
        Column<Int>("", in: [0]) { _ in .text(String(repeating: "x", count: 61)) },
        Column("n") { .whole($0) },
      ],
      [7], layouts: 2)
    let document = Document(blocks: [.table(wide)])
    expectEqual(ReportFormat.text.render(document, width: 60), "n\n7\n")
    expectEqual(ReportFormat.text.render(document, width: 10), "n\n7\n")
    #expect(ReportFormat.text.render(document, width: 80).hasSuffix("x  7\n"))
  }

  @Test(arguments: [
    ("feedlab ab town.yml", "feedlab ab town.yml"),
    ("feedlab ab scenarios/town.yml -n 2", "feedlab ab town.yml -n 2"),
    ("feedlab ab /home/me/town.yml", "feedlab ab town.yml"),
    ("feedlab ab '/home/me/my town.yml' -n 2", "feedlab ab 'my town.yml' -n 2"),
    ("feedlab ab '/my home/town.yml'", "feedlab ab 'town.yml'"),
  ])
  func `a file has the names in a command without folders, a terminal has the whole`(
    command: String, name: String
  ) {
    let sentence: Sentence = "Run \(command: command)."
    expectEqual(sentence.text, "Run \(command).")
    expectEqual(sentence.textOfFile, "Run \(name).")
    expectEqual(sentence.markdown, "Run `\(name)`.")
    #expect(sentence.html.hasPrefix("Run <code"))
    let path: Sentence = "\(path: "/my home/town.yml") is there"
    expectEqual(path.text, "/my home/town.yml is there")
    expectEqual(path.markdown, "town.yml is there")
  }

  @Test func `joint tables have the layout in which all of them fit`() {
    func table(_ name: String) -> Block {
      .table(
        Table(
          [Column<String>(.group) { .text($0) }, Column("", in: [0]) { .text($0) }],
          groups: [.init("g", [name])], layouts: 2, isJoint: true))
    }
    let long = String(repeating: "y", count: 40)
    expectEqual(
      ReportFormat.text.render(Document(blocks: [table("a"), table(long)]), width: 60),
      "g\na\n\ng\n\(long)\n")
  }

  @Test func `folded columns go into as many tables as they need`() {
    let columns: [Column<Int>] =
      [Column(.group) { .text("row \($0)") }]
      + (1...6).map { number in Column(.init("column number \(number)")) { _ in .whole(number) } }
    let table = Table(columns, groups: [.init("g", [1])], folded: 1...6)
    let lines = ReportFormat.text.render(Document(blocks: [.table(table)]), width: 60)
      .split(separator: "\n")
    expectEqual(
      lines,
      [
        "g      column number 1  column number 2  column number 3",
        "row 1  1                2                3",
        "g      column number 4  column number 5  column number 6",
        "row 1  4                5                6",
      ])
  }

  @Test func `style changes nothing but how it looks`() {
    let styled = text(width: 80, hasStyle: true)
    for part in [
      "\u{1B}[32m▲ ripe\u{1B}[0m", "\u{1B}[31m▼ hard\u{1B}[0m", "\u{1B}[1mNotes\u{1B}[0m",
    ] {
      #expect(styled.contains(part))
    }
    #expect(styled.contains("\u{1B}[31ma note that is hanging\u{1B}[0m"))
    #expect(styled.replacing(/\u{1B}\[[0-9]*m/, with: "") == text(width: 80))
  }

  @Test func `what is long is broken at blanks, but for what must be in one line`() {
    let words = Array(repeating: "word", count: 14).joined(separator: " ")
    let document = Document(blocks: [
      .sentences(
        [
          Sentence(words).hanging(2), Sentence(words).hanging(2, margin: 2),
          Sentence(words).inOneLine,
        ],
        .list)
    ])
    let twelve = Array(repeating: "word", count: 12).joined(separator: " ")
    let eleven = Array(repeating: "word", count: 11).joined(separator: " ")
    expectEqual(
      ReportFormat.text.render(document, width: 60),
      "\(twelve)\n  word word\n  \(eleven)\n    word word word\n\(words)\n")
  }

  @Test func `Markdown has a mark, answers in a list, sections and escaped words`() {
    expectEqual(
      ReportFormat.markdown.render(SampleDocument.document),
      #"""
      <!-- feedlab:fruit scenario=a\_b -->
      ### FeedLab fruit: a\_b

      two kinds.

      - **apple\_1** is best in `mass_g`.

      #### Pome \*and\* stone

      | Pome | Mass | Verdict |
      |:--|:-:|:--|
      | apple\|red | 1,234.5 g | ▲ ripe |
      | pear | – | ▼ hard |

      | Stone | Mass | Verdict |
      |:--|:-:|:--|
      | plum | 40.0 g | ▲ ripe |

      #### Notes

      ▲ ripe · ▼ hard  
      g: gram  

      - a note that is hanging
      - \[x\]

      *raw* for Markdown

      """#)
  }

  @Test func `Markdown that is too long for a comment leaves whole tables out, and counts them`() {
    let table = Block.table(
      Table(
        [Column<Int>("n") { .text(String(repeating: "\($0 % 10)", count: 90)) }], Array(0..<100)))
    let document = Document(
      blocks: [.paragraph("first")] + Array(repeating: table, count: 10) + [.paragraph("last")],
      limitNote: "json has all")
    let text = ReportFormat.markdown.render(document)
    #expect(text.count <= 60_000 && text.count > 50_000)
    #expect(text.hasPrefix("first\n\n| n |\n"))
    #expect(text.hasSuffix("\n\nlast\n\n4 tables were left out; json has all.\n"))
  }

  @Test func `programs have the columns with a key, and nothing for nothing`() {
    let document = SampleDocument.document
    expectEqual(
      ReportFormat.csv.render(document),
      "name,mass,ripe,sold\napple|red,1234.5,true,true\npear,,false,false\n")
    expectEqual(
      ReportFormat.tsv.render(document),
      "name\tmass\tripe\tsold\napple|red\t1234.5\ttrue\ttrue\npear\t\tfalse\tfalse\n")
    expectEqual(
      ReportFormat.json.render(document),
      """
      [
        {
          "mass": 1234.5,
          "name": "apple|red",
          "ripe": "true",
          "sold": true
        },
        {
          "mass": null,
          "name": "pear",
          "ripe": "false",
          "sold": false
        }
      ]

      """)
  }
}
