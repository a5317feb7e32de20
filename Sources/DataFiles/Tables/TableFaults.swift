/// The faults of a data file: the first 20 in order of location, and the number of the others.
package struct TableFaults {
  private struct Found {
    var position: TextPosition
    var column: String
    var reason: LocatedFault.Reason

    var location: (Int, Int) { (position.line, position.column) }
  }

  static let limit = 20

  package let file: String
  private var found: [Found] = []
  private var count = 0

  package init(file: String) { self.file = file }

  package var isEmpty: Bool { count == 0 }

  /// Adds a fault of a field.
  ///
  /// - Parameter column: The name of the field's column; empty where none exists.
  package mutating func add(
    _ reason: @autoclosure () -> LocatedFault.Reason, at position: TextPosition,
    column: String = ""
  ) {
    count += 1
    let isListed =
      found.count <= Self.limit || (position.line, position.column) < found.last!.location
    guard isListed else { return }
    let fault = Found(position: position, column: column, reason: reason())
    let index = found.firstIndex { fault.location < $0.location } ?? found.count
    found.insert(fault, at: index)
    if found.count > Self.limit + 1 { found.removeLast() }
  }

  /// The listed faults, and one with the number of the others.
  package var faults: [LocatedFault] {
    var faults = found.prefix(Self.limit).map { fault in
      LocatedFault(location: location(of: fault), key: fault.column, reason: fault.reason)
    }
    if found.count > Self.limit {
      let rest = LocatedFault.Reason.more(count - Self.limit)
      faults.append(LocatedFault(location: location(of: found[Self.limit]), reason: rest))
    }
    return faults
  }

  private func location(of fault: Found) -> LocatedFault.Location {
    .line(file: file, line: fault.position.line, column: fault.position.column)
  }
}

extension TableFaults {
  package mutating func addMissingColumn(
    _ name: String, in names: [String], at position: TextPosition
  ) {
    let nearest = nearestName(to: name, among: names)
    let allowed = names.map(\.excerpt)
    add(
      .unknownName(kind: "column", found: name.excerpt, nearest: nearest, allowed: allowed),
      at: position)
  }
}
