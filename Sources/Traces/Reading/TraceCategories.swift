internal import DataFiles

/// The categories of a trace: 0, 1, 2 … where the run says how many there are, otherwise those that
/// posts and interests have, in ascending order.
struct TraceCategories {
  private let listed: Int?
  private let numbering: Numbering

  init(count: Int?, found: [Int]) {
    listed = count
    var distinct: [Int] = []
    for category in found.sorted() where category != distinct.last { distinct.append(category) }
    numbering = Numbering(count == nil ? distinct : [])
  }

  var count: Int { listed ?? numbering.count }

  /// The number of a category; `nil` when there is no such one.
  func number(of category: Int) -> Int? {
    guard let listed else { return numbering.number(of: category) }
    return (0..<listed).contains(category) ? category : nil
  }

  /// What a category that does not exist should have been.
  func expected(_ found: Int) -> LocatedFault.Reason {
    .unexpected(expected: "a whole number from 0 to \(count - 1)", found: "'\(found)'")
  }
}
