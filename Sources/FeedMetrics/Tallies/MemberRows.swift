/// A table with a row for each member who needs one, made when it is first written: what a feed that few
/// open takes grows with those few.
///
/// A member without a row has what rows begin with. A look-up is O(1) and costs 4 bytes for every member;
/// emptying the table is O(rows).
struct MemberRows<Element: Sendable>: Sendable {
  /// How many elements a row has.
  let width: Int
  private let initial: Element
  /// The number of each member's row, or `absent`.
  private var rowOfMember: [UInt32]
  /// Whose the rows are, in order of making.
  private var members: [UInt32] = []
  /// The rows, one after the other.
  var elements: [Element] = []

  private static var absent: UInt32 { .max }

  /// Makes a table without rows.
  ///
  /// - Parameters:
  ///   - width: How many elements a row has, at least 1.
  ///   - initial: The first value of all elements.
  ///   - members: How many have joined.
  init(width: Int, initial: Element, members: Int) {
    self.width = width
    self.initial = initial
    rowOfMember = Array(repeating: Self.absent, count: members)
  }

  /// How many have joined.
  var memberCount: Int { rowOfMember.count }

  mutating func addMember() { rowOfMember.append(Self.absent) }

  /// The indices in `elements` of a member's row; `nil` where none exists.
  func row(of member: Int) -> Range<Int>? {
    let row = rowOfMember[member]
    return row == Self.absent ? nil : Int(row) * width..<(Int(row) + 1) * width
  }

  /// The first index in `elements` of a member's row, which is made where none exists.
  @inline(__always)
  mutating func firstIndex(of member: Int) -> Int {
    if rowOfMember[member] == Self.absent { makeRow(of: member) }
    return Int(rowOfMember[member]) * width
  }

  /// An element of a member's row.
  subscript(member: Int, column: Int) -> Element {
    row(of: member).map { elements[$0.lowerBound + column] } ?? initial
  }

  /// Adds the rows of another table, of the same width and members.
  mutating func add(_ other: MemberRows, by add: (inout Element, Element) -> Void) {
    for (row, member) in other.members.enumerated() {
      let first = firstIndex(of: Int(member))
      for column in 0..<width {
        add(&elements[first + column], other.elements[row * width + column])
      }
    }
  }

  /// Removes all rows and keeps their room.
  mutating func removeAll() {
    for member in members { rowOfMember[Int(member)] = Self.absent }
    members.removeAll(keepingCapacity: true)
    elements.removeAll(keepingCapacity: true)
  }

  private mutating func makeRow(of member: Int) {
    rowOfMember[member] = UInt32(members.count)
    members.append(UInt32(member))
    elements.append(contentsOf: repeatElement(initial, count: width))
  }
}
