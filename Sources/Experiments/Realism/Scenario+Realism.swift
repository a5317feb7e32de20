package import Calibration
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

extension RealCommunity {
  /// What the logs tell that a scenario compares itself with; `nil` for a scenario that does not.
  ///
  /// - Throws: All that is wrong with the mapping or the logs.
  package init?(of scenario: Scenario) throws(InvalidLogs) {
    guard let realism = scenario.realism else { return nil }
    self.init(try LogReader.read(try LogMapping.load(file: realism.mapping)))
  }
}
