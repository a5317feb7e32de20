internal import DataFiles

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
