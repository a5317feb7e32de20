internal import DataFiles

extension ScenarioDescription {
  /// For a terminal.
  public var text: String {
    var text = rows.map(\.text).joined()
    for map in sharedMaps {
      text += "\nThe ranker \(map.name)\n    \(map.summary)\n\n" + map.rows.map(\.text).joined()
    }
    return text
  }

  /// A table of keys, and one for each ranker.
  public var markdown: String {
    var text = Self.table(rows)
    for map in sharedMaps {
      text += "\n### The ranker `\(map.name)`\n\n\(map.summary)\n\n" + Self.table(map.rows)
    }
    return text
  }

  private static func table(_ rows: [Row]) -> String {
    "| key | value | default | meaning | source |\n| --- | --- | --- | --- | --- |\n"
      + rows.map(\.markdown).joined()
  }
}

extension ScenarioDescription.Row {
  fileprivate var text: String {
    var text = "\(path)\n    \(summary)\n    Value: \(value).\n"
    if defaultText == "required" {
      text += "    Required.\n"
    } else if !defaultText.isEmpty {
      text += "    Default: \(defaultText).\n"
    }
    if !source.isEmpty { text += "    Source: \(source).\n" }
    return text
  }

  fileprivate var markdown: String {
    let cells = [value, defaultText, summary, source].map { $0.replacing("|", with: "\\|") }
    return "| `\(path)` | \(cells.joined(separator: " | ")) |\n"
  }
}

extension ScenarioDescription {
  /// The keys in order, for programs: a list of objects with `key`, `value`, `default`, `summary`
  /// and `source`, and a list of the same for the parameters of each ranker.
  public var json: String {
    let rankers = sharedMaps.map { map in
      JSONValue.object([
        "name": .string(map.name), "summary": .string(map.summary),
        "keys": .array(map.rows.map(\.json)),
      ])
    }
    return JSONValue.object(["keys": .array(rows.map(\.json)), "rankers": .array(rankers)]).indented
  }
}

extension ScenarioDescription.Row {
  fileprivate var json: JSONValue {
    .object([
      "key": .string(path), "value": .string(value), "default": .string(defaultText),
      "summary": .string(summary), "source": .string(source),
    ])
  }
}
