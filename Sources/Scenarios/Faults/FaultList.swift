/// The faults found so far in a scenario, shared by all who read it, so that reading goes on after
/// one.
final class FaultList {
  private let scenarioFile: String
  private var found: [ScenarioFault] = []
  private var isFound: Set<ScenarioFault> = []

  /// - Parameter scenarioFile: The file whose faults come first.
  init(scenarioFile: String) { self.scenarioFile = scenarioFile }

  var isEmpty: Bool { found.isEmpty }
  var count: Int { found.count }

  /// Adds a fault, unless it is there already: an aliased value is read once for each use.
  func add(_ fault: ScenarioFault) {
    if isFound.insert(fault).inserted { found.append(fault) }
  }

  func add(contentsOf faults: [ScenarioFault]) { faults.forEach(add) }

  /// Whether a fault is about a key or what is below it, so that its value is not the one meant.
  func concern(_ key: String) -> Bool {
    found.contains { $0.key == key || $0.key.hasPrefix(key + ".") }
  }

  /// All of them, in order.
  func invalidScenario() -> InvalidScenario {
    let ordered = found.indices.sorted { (rank(found[$0].place), $0) < (rank(found[$1].place), $1) }
    return InvalidScenario(faults: ordered.map { found[$0] })
  }

  private func rank(_ place: ScenarioFault.Place) -> Rank {
    switch place {
    case .line(let file, let line, let column):
      Rank(group: file == scenarioFile ? 0 : 1, file: file, line: line, column: column)
    case .file(let file):
      Rank(group: file == scenarioFile ? 0 : 1, file: file, line: 0, column: 0)
    case .override(_, let index): Rank(group: 2, file: "", line: index, column: 0)
    }
  }

  private struct Rank: Comparable {
    var group: Int
    var file: String
    var line: Int
    var column: Int

    static func < (left: Rank, right: Rank) -> Bool {
      (left.group, left.file, left.line, left.column)
        < (right.group, right.file, right.line, right.column)
    }
  }
}
