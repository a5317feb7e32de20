/// A table of a trace: a file `NAME.csv` of its folder, or a table of its database.
///
/// A reader finds columns by name. Rows are in order of time, those of posts and entries included,
/// though these are written when the run ends.
public enum TraceTable: String, CaseIterable, Sendable {
  case users
  case userPreferences = "user_prefs"
  case posts, impressions, candidates, interactions, contests
  case contestEntries = "contest_entries"
  case ties, accounts, requests, pets, buttons
  case staleButtons = "wrong_buttons"
  case duplicates
}

extension TraceTable {
  /// The type of its rows, which declares its columns.
  private var row: any TraceRow.Type {
    switch self {
    case .users: UserRow.self
    case .userPreferences: PreferenceRow.self
    case .posts: PostRow.self
    case .impressions: ImpressionRow.self
    case .candidates: CandidateRow.self
    case .interactions: InteractionRow.self
    case .contests: ContestRow.self
    case .contestEntries: EntryRow.self
    case .ties: TieRow.self
    case .accounts: AccountRow.self
    case .requests: RequestRow.self
    case .pets: PetRow.self
    case .buttons: ButtonsRow.self
    case .staleButtons: StaleButtonRow.self
    case .duplicates: DuplicateRow.self
    }
  }

  /// The name of its file in a folder.
  var file: String { "\(rawValue).csv" }

  /// A sentence about its rows.
  package var summary: String { row.summary }

  /// Whether every trace must have it.
  package var isRequired: Bool { row.isRequired }

  /// In the order in which they are written.
  package var columns: [TraceColumn] {
    var columns = ColumnList()
    row.visit(&columns)
    return columns.columns
  }

  /// The columns by which rows of the database are looked up, an index each.
  package var indexes: [[String]] { row.indexes }
}

/// Takes the columns of a table and no values.
private struct ColumnList: TraceCells {
  var columns: [TraceColumn] = []

  mutating func visit<Value>(_ value: inout Value, _ cell: @autoclosure () -> TraceCell<Value>) {
    columns.append(cell().column)
  }
}

extension TraceRow {
  /// Visits the cells of an empty row.
  fileprivate static func visit(_ cells: inout some TraceCells) {
    var row = Self()
    row.visit(&cells)
  }
}
