/// The faults found so far in a scenario or a mapping, shared by all who read it, so that reading goes on after
/// one.
package final class FaultList {
  package let kind: LocatedFault.Document
  /// The paths of the document's keys of a name, for a key that stands under the wrong one.
  let paths: (_ name: String) -> [String]
  private let mainFile: String
  /// Takes in the faults that matter only where the part of the document that has them is used; `nil` where all of them
  /// matter.
  package var tolerated: FaultList?
  private var found: [LocatedFault] = []
  private var isFound: Set<LocatedFault> = []

  /// - Parameters:
  ///   - kind: What is read.
  ///   - file: The file whose faults come first.
  ///   - paths: The paths of the document's keys of a name.
  package init(
    _ kind: LocatedFault.Document, file: String, paths: @escaping (String) -> [String] = { _ in [] }
  ) {
    self.kind = kind
    self.paths = paths
    mainFile = file
  }

  package var isEmpty: Bool { found.isEmpty }
  package var count: Int { found.count }

  /// Adds a fault, unless it is there already: an aliased value is read once for each use.
  package func add(_ fault: LocatedFault) {
    if isFound.insert(fault).inserted { found.append(fault) }
  }

  package func add(contentsOf faults: some Sequence<LocatedFault>) { faults.forEach(add) }

  /// Those that were added when there were so many.
  package func added(after count: Int) -> ArraySlice<LocatedFault> { found[count...] }

  /// Whether a fault is about a key or what is below it, so that its value is not the one meant.
  package func concern(_ key: String) -> Bool {
    found.contains { $0.key == key || $0.key.hasPrefix(key + ".") }
  }

  /// All of them, in order.
  package var ordered: [LocatedFault] {
    let order = found.indices.sorted {
      (rank(found[$0].location), $0) < (rank(found[$1].location), $1)
    }
    return order.map { found[$0] }
  }

  private func rank(_ location: LocatedFault.Location) -> Rank {
    switch location {
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
