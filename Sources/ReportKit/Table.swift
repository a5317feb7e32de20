package import DataFiles

/// A column of tables about rows of a kind, declared once for people and programs.
package struct Column<Row> {
  /// The header in CSV and member in JSON; `nil` for a column only for people.
  package let key: String?
  let shown: Table.Column?
  package let value: (Row) -> Value

  /// A column for people and, if it has a key, for programs.
  ///
  /// - Parameters:
  ///   - gap: Blanks before it on a terminal, unless it is the first.
  ///   - layouts: The layouts of the table that have the column; `nil` for all.
  package init(
    _ heading: Table.Heading, key: String? = nil, _ alignment: Table.Alignment = .left,
    gap: Int = 2, in layouts: Set<Int>? = nil, _ value: @escaping (Row) -> Value
  ) {
    self.key = key
    self.value = value
    shown = Table.Column(heading: heading, alignment: alignment, gap: gap, layouts: layouts)
  }

  /// A column only for programs.
  package init(key: String, _ value: @escaping (Row) -> Value) {
    self.key = key
    self.value = value
    shown = nil
  }

  package static func number(_ key: String, _ number: @escaping (Row) -> Double?) -> Column {
    Column(key: key) { .number(number($0)) }
  }

  package static func whole(_ key: String, _ number: @escaping (Row) -> Int?) -> Column {
    Column(key: key) { .count(number($0)) }
  }

  package static func text(_ key: String, _ text: @escaping (Row) -> String?) -> Column {
    Column(key: key) { .text(text($0)) }
  }

  package static func truth(_ key: String, _ flag: @escaping (Row) -> Bool) -> Column {
    Column(key: key) { .truth(flag($0)) }
  }
}

/// A table for people: rows in groups, in the widest of its layouts that fits the terminal.
package struct Table: Sendable {
  package enum Alignment: Sendable {
    case left, right
    /// Right on a terminal, centred in Markdown: intervals.
    case centred
  }

  /// The heading of a column.
  package struct Heading: Sendable, ExpressibleByStringLiteral {
    /// `nil` for the name of the group.
    let text: String?
    let markdown: Sentence?

    /// - Parameter markdown: The heading in Markdown, if it differs.
    package init(_ text: String, markdown: Sentence? = nil) {
      self.text = text
      self.markdown = markdown ?? Sentence(text)
    }

    package init(stringLiteral value: String) { self.init(value) }

    private init() { (text, markdown) = (nil, nil) }

    /// The name of the group of rows.
    package static let group = Heading()

    /// A word, which begins with a capital in Markdown.
    package static func word(_ text: String) -> Heading {
      Heading(text, markdown: Sentence(text.prefix(1).uppercased() + text.dropFirst()))
    }
  }

  struct Column: Sendable {
    let heading: Heading
    let alignment: Alignment
    let gap: Int
    let layouts: Set<Int>?

    func isShown(in layout: Int) -> Bool { layouts?.contains(layout) ?? true }
  }

  /// Rows with a common heading.
  package struct Group<Row> {
    let name: Heading
    let rows: [Row]

    /// - Parameter name: The heading of the column of labels.
    package init(_ name: Heading, _ rows: [Row]) {
      self.name = name
      self.rows = rows
    }
  }

  /// The alignment marks below the headings in Markdown.
  package enum Rule: Sendable { case aligned, plain }

  /// The style of the headings on a terminal.
  package enum Headings: Sendable { case bold, plain, none }

  let columns: [Column]
  let groups: [Group<[Value]>]
  /// The number of layouts for a terminal, the widest first.
  let layouts: Int
  /// The layout of Markdown.
  let markdownLayout: Int
  /// Whether all such tables of a document have the same layout.
  let isJoint: Bool
  let rule: Rule
  let headingStyle: Headings
  /// Columns of which a narrow terminal shows as many beside each other as fit.
  let folded: ClosedRange<Int>?

  /// - Parameters:
  ///   - groups: The groups; of several, those without rows are omitted.
  ///   - layouts: The number of layouts for a terminal, the widest first.
  ///   - markdown: The layout of Markdown.
  ///   - isJoint: Whether all such tables of a document have the same layout.
  ///   - folded: Columns of which a narrow terminal shows as many beside each other as fit, in several
  ///     tables.
  package init<Row>(
    _ columns: [ReportKit.Column<Row>], groups: [Group<Row>], layouts: Int = 1, markdown: Int = 0,
    isJoint: Bool = false, rule: Rule = .aligned, headings: Headings = .bold,
    folded: ClosedRange<Int>? = nil
  ) {
    let shown = columns.compactMap { column in column.shown.map { ($0, column.value) } }
    self.columns = shown.map(\.0)
    self.groups = groups.filter { groups.count == 1 || !$0.rows.isEmpty }.map { group in
      Group(group.name, group.rows.map { row in shown.map { $0.1(row) } })
    }
    self.layouts = layouts
    markdownLayout = markdown
    self.isJoint = isJoint
    self.rule = rule
    headingStyle = headings
    self.folded = folded
  }

  /// A table of one group without a name.
  package init<Row>(
    _ columns: [ReportKit.Column<Row>], _ rows: [Row], layouts: Int = 1, markdown: Int = 0,
    rule: Rule = .aligned, headings: Headings = .bold
  ) {
    self.init(
      columns, groups: [Group("", rows)], layouts: layouts, markdown: markdown, rule: rule,
      headings: headings)
  }
}

/// A table for programs: an empty cell means no value.
public struct DataTable: Sendable {
  let header: [String]
  let rows: [[JSONValue]]

  package init(_ header: [String], _ rows: [[JSONValue]]) {
    self.header = header
    self.rows = rows
  }

  /// The columns with a key.
  package init<Row>(_ columns: [Column<Row>], _ rows: [Row]) {
    let keyed = columns.filter { $0.key != nil }
    header = keyed.compactMap(\.key)
    self.rows = rows.map { row in keyed.map { $0.value(row).datum } }
  }

  /// The table as CSV or TSV.
  public func text(_ format: DelimitedText = .commas) -> String {
    format.text([header] + rows.map { $0.map(\.cell) })
  }
}

extension JSONValue {
  /// An object with a member for each column that has a key.
  package static func object<Row>(_ row: Row, _ columns: [Column<Row>]) -> JSONValue {
    .object(
      Dictionary(
        uniqueKeysWithValues: columns.compactMap { column in
          column.key.map { ($0, column.value(row).datum) }
        }))
  }

  /// The text of a cell of CSV: empty for `null`.
  fileprivate var cell: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .bool, .number, .whole, .array, .object: canonical
    }
  }
}

extension Table {
  /// The table with some of its columns.
  func keeping(_ indices: [Int]) -> Table {
    Table(
      columns: indices.map { columns[$0] },
      groups: groups.map { group in
        Group(group.name, group.rows.map { row in indices.map { row[$0] } })
      }, headingStyle: headingStyle)
  }

  private init(columns: [Column], groups: [Group<[Value]>], headingStyle: Headings) {
    self.columns = columns
    self.groups = groups
    (layouts, markdownLayout, isJoint, rule) = (1, 0, false, .aligned)
    (self.headingStyle, folded) = (headingStyle, nil)
  }

  package var isEmpty: Bool { groups.allSatisfy(\.rows.isEmpty) }

  /// The texts of the cells, for formats that lay tables out themselves.
  package var headings: [String] { columns.map { $0.heading.text ?? "" } }
  /// Whether a column holds numbers, which stand at the right.
  package var areNumbers: [Bool] { columns.map { $0.alignment != .left } }
  package var texts: [[String]] { groups.flatMap(\.rows).map { $0.map(\.text) } }
}

extension Column {
  /// The column for rows that contain such a row.
  package func of<Whole>(_ row: @escaping (Whole) -> Row) -> Column<Whole> {
    Column<Whole>(key: key, shown: shown) { value(row($0)) }
  }

  fileprivate init(key: String?, shown: Table.Column?, _ value: @escaping (Row) -> Value) {
    self.key = key
    self.shown = shown
    self.value = value
  }
}

extension Table.Group: Sendable where Row: Sendable {}
