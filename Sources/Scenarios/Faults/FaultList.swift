/// The faults found so far in a scenario or a mapping, shared by all who read it, so that reading goes on after
/// one.
package final class FaultList {
  package let kind: ScenarioFault.Document
  private let mainFile: String
  private var found: [ScenarioFault] = []
  private var isFound: Set<ScenarioFault> = []

  /// - Parameters:
  ///   - kind: What is read.
  ///   - file: The file whose faults come first.
  package init(_ kind: ScenarioFault.Document = .scenario, file: String) {
    self.kind = kind
    mainFile = file
  }

  package var isEmpty: Bool { found.isEmpty }
  package var count: Int { found.count }

  /// Adds a fault, unless it is there already: an aliased value is read once for each use.
  package func add(_ fault: ScenarioFault) {
    if isFound.insert(fault).inserted { found.append(fault) }
  }

  package func add(contentsOf faults: [ScenarioFault]) { faults.forEach(add) }

  /// Whether a fault is about a key or what is below it, so that its value is not the one meant.
  func concern(_ key: String) -> Bool {
    found.contains { $0.key == key || $0.key.hasPrefix(key + ".") }
  }

  /// All of them, in order.
  package var ordered: [ScenarioFault] {
    let order = found.indices.sorted { (rank(found[$0].place), $0) < (rank(found[$1].place), $1) }
    return order.map { found[$0] }
  }

  /// - Precondition: There is one.
  func invalidScenario() -> InvalidScenario { InvalidScenario(faults: ordered) }

  private func rank(_ place: ScenarioFault.Place) -> Rank {
    switch place {
    case .line(let file, let line, let column):
      Rank(group: file == mainFile ? 0 : 1, file: file, line: line, column: column)
    case .file(let file):
      Rank(group: file == mainFile ? 0 : 1, file: file, line: 0, column: 0)
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
