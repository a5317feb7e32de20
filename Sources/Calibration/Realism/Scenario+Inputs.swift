public import Scenarios

extension Scenario {
  /// Paths of all files that it is made from or compared with: its own, those of its data, and the mapping
  /// and the logs of its real community, as far as these can be read.
  public var inputs: [String] {
    let logs = realism.map { realism in
      (try? LogMapping.load(file: realism.mapping))?.inputs ?? [realism.mapping]
    }
    return [file] + dataFiles + (logs ?? [])
  }
}

extension LogMapping {
  /// Paths of the mapping and of the logs that it names.
  public var inputs: [String] { [file] + tables.map(\.path) }
}
