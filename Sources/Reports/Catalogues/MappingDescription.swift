internal import Calibration
internal import DataFiles
internal import ReportKit

/// The syntax of a mapping of logs: all of it, or single roles of tables.
public struct MappingDescription: Sendable {
  private let roles: [TableRole]

  /// The names of all roles.
  public static let roles = TableRole.allCases.map(\.rawValue)

  /// - Parameter roles: Names of roles; others are ignored.
  public init(_ roles: [String]) { self.roles = roles.compactMap(TableRole.init) }

  private var isWhole: Bool { roles.count == TableRole.allCases.count }

  /// For a terminal.
  public func text(width: Int) -> String {
    let head = [
      ("A mapping, in JSON or YAML", MappingSyntax.root),
      ("A table", MappingSyntax.table),
    ].map { title, keys in
      FactSheet.text(title: title, facts: keys.map { ($0.name, $0.summary) }, width: width)
    }
    let tables = roles.map { role in
      FactSheet.text(
        title: "A table of \(role.rawValue). \(role.summary)",
        facts: role.columns.map { ("columns.\($0.name)", $0.text) }
          + [("settings", role.settings.joined(separator: ", "))], width: width)
    }
    return ((isWhole ? head : []) + tables).joined(separator: "\n")
  }

  /// Tables with all details.
  public var markdown: String {
    let head = [MappingSyntax.root, MappingSyntax.table].map { keys in
      MarkdownText.table(
        ["Key", "Meaning"],
        keys.map { [MarkdownText.code($0.name), MarkdownText.plain($0.summary)] })
    }
    let tables = roles.map { role in
      let rows = role.columns.map {
        [MarkdownText.code($0.name), MarkdownText.plain($0.text)]
      }
      return "### \(role.rawValue)\n\n\(role.summary)\n\n"
        + MarkdownText.table(["Column", "Meaning"], rows)
    }
    return ((isWhole ? head : []) + tables).joined(separator: "\n")
  }

  /// An object: the keys of a mapping and of a table, and an array of roles.
  public var json: String {
    let tables = roles.map { role in
      JSONValue.object([
        "role": .string(role.rawValue), "summary": .string(role.summary),
        "settings": .array(role.settings.map(JSONValue.string)),
        "columns": .array(
          role.columns.map {
            .object([
              "name": .string($0.name), "summary": .string($0.summary),
              "required": .bool($0.isRequired),
            ])
          }),
      ])
    }
    return JSONValue.object([
      "format": .string(MappingSyntax.format), "mapping": Self.json(MappingSyntax.root),
      "table": Self.json(MappingSyntax.table), "roles": .array(tables),
    ]).indented
  }

  private static func json(_ keys: [MappingSyntax.Key]) -> JSONValue {
    .array(
      keys.map { .object(["name": .string($0.name), "summary": .string($0.summary)]) })
  }
}

extension ColumnKey {
  fileprivate var text: String { isRequired ? "\(summary) Required." : summary }
}
