import DataFiles
import ReportKit

/// A document with every kind of block, about fruit.
enum SampleDocument {
  typealias Fruit = (name: String, mass: Double?, isRipe: Bool)

  static let fruits: [Fruit] = [("apple|red", 1234.5, true), ("pear", nil, false)]

  /// From the widest layout to the narrowest: all, without the note, with a mark in place of the verdict.
  static var columns: [Column<Fruit>] {
    [
      Column("", in: [2]) { verdict($0.isRipe, "▲", "▼") },
      Column(.group, key: "name") { .text($0.name) },
      Column("note", in: [0]) { _ in .text("sold by the *kilogramme*") },
      Column(.word("mass"), key: "mass", .centred) { fruit in
        .number(fruit.mass) { NumberText.fixed($0, decimals: 1) + " g" }
      },
      Column(.word("verdict"), key: "ripe", in: [0, 1]) { verdict($0.isRipe, "▲ ripe", "▼ hard") },
      .truth("sold") { $0.isRipe },
    ]
  }

  private static func verdict(_ isRipe: Bool, _ yes: String, _ no: String) -> Value {
    .word("\(isRipe)", shown: isRipe ? yes : no).toned(isRipe ? .good : .bad)
  }

  static var table: Table {
    Table(
      columns,
      groups: [.init("Pome", fruits), .init("Citrus", []), .init("Stone", [("plum", 40, true)])],
      layouts: 3, markdown: 1)
  }

  static var document: Document {
    Document(
      blocks: Block.head(
        mark: "fruit", title: "FeedLab fruit", scenario: "a_b", setting: "two kinds") + [
          .sections([
            .init(
              "Pome *and* stone", answers: ["\(strong: "apple_1") is best in \(code: "mass_g")."],
              [.table(table)])
          ]),
          .group([
            .heading("Notes"),
            .legend([["▲ ripe", "▼ hard"], ["g: gram"]]),
            .sentences(
              [Sentence("a note that is hanging").hanging(2).toned(.bad), "[x]"], .list),
          ]),
          .only(.markdown, [.paragraph("\(raw: "*raw*") for Markdown")]),
        ], table: DataTable(columns, fruits),
      json: .array(fruits.map { .object($0, columns) }), limitNote: "json has all")
  }
}
