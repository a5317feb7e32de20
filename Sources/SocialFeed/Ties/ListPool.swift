/// Where a list is in its pool: 8 bytes, so that several fit in a row of a table.
@usableFromInline struct ListHead: Sendable {
  /// The longest a list can be.
  static let mostElements = 1 << 26 - 1

  /// The first element's index.
  @usableFromInline fileprivate(set) var start: UInt32 = 0
  /// The count, and below it 6 bits for the size of the block.
  @usableFromInline var packed: UInt32 = 0

  /// How long the list is.
  @inlinable var count: Int { Int(packed >> 6) }

  /// The indexes of the elements, oldest first.
  @inlinable var range: Range<Int> { Int(start)..<Int(start) + count }

  fileprivate var block: BlockSize { BlockSize(number: Int(packed & 63)) }

  fileprivate mutating func count(_ change: Int) {
    packed = UInt32(Int(packed) + change << 6)
  }

  fileprivate mutating func move(to start: UInt32, _ block: BlockSize) {
    self.start = start
    packed = packed & ~63 | UInt32(block.number)
  }
}

/// The size of a block: 0, 4, 8, 16, 32, …, by its number in this series. Steps of one half would
/// save a tenth of the room, and cost a follow half as many moves again.
struct BlockSize: Sendable {
  static let sizes = 64

  let number: Int

  init(number: Int) { self.number = number }

  /// The smallest that holds so many.
  init(holding count: Int) {
    number = count == 0 ? 0 : max(0, Int.bitWidth - ((count + 3) / 4 - 1).leadingZeroBitCount) + 1
  }

  /// How many elements there is room for.
  var room: Int { number == 0 ? 0 : 4 << (number - 1) }

  var larger: BlockSize { BlockSize(number: number + 1) }
  var smaller: BlockSize { BlockSize(number: number - 1) }
}

/// Many lists in one array, in blocks of 4, 8, 16, … elements; their heads are kept
/// elsewhere, together with what belongs to the same owner.
///
/// A list moves to the next larger block when its own is full, and to the next smaller when a quarter
/// of it is used: adding and removing in turn moves no list. Blocks left are used again unchanged.
/// When the array is full, the owner of the heads makes a new pool of half as much room again and
/// lets it ``adopt(_:from:)`` every list, which leaves all free blocks behind: room never exceeds 3/2 of the lists'
/// room when the array was made, and copying is O(1) on average for each element added.
///
/// Appending is O(1) on average, removing O(newer elements). A list keeps the order of appending.
@usableFromInline struct ListPool<Element: BitwiseCopyable & Equatable & Sendable>: Sendable {
  @usableFromInline var storage: [Element] = []
  /// First elements of free blocks, by the number of the block's size.
  private var free: [[UInt32]] = Array(repeating: [], count: BlockSize.sizes)
  /// How many elements lists have room for.
  private var used = 0
  private let limit: Int

  private static var smallestLimit: Int { 1024 }

  /// Makes an empty pool.
  init() { limit = Self.smallestLimit }

  /// Makes an empty pool with room for the lists of `full`, one of which is to grow, and half as
  /// much again.
  init(replacing full: borrowing Self, toGrow head: ListHead) {
    let needed = full.used + head.block.larger.room
    limit = max(Self.smallestLimit, needed + needed / 2)
    storage.reserveCapacity(limit)
  }

  /// Makes a pool of lists, one for each head, which has none yet.
  ///
  /// - Parameter elements: The elements of all lists, side by side.
  init(lists counts: [UInt32], of elements: [Element], heads: inout [ListHead]) {
    var used = 0
    for index in heads.indices {
      let block = BlockSize(holding: Int(counts[index]))
      heads[index].move(to: UInt32(used), block)
      heads[index].count(Int(counts[index]))
      used += block.room
    }
    self.used = used
    limit = max(Self.smallestLimit, used + used / 2)
    storage.reserveCapacity(used)
    var start = 0
    for head in heads where head.count > 0 {
      storage.append(contentsOf: elements[start..<start + head.count])
      let unused = head.block.room - head.count
      storage.append(contentsOf: repeatElement(elements[start], count: unused))
      start += head.count
    }
  }

  /// How many elements there is room for, in lists and in free blocks together.
  var capacity: Int { storage.count }

  /// A list's elements, oldest first.
  func elements(of head: ListHead) -> ArraySlice<Element> { storage[head.range] }

  /// The element at an index of a head's range, which the next change may move.
  @inlinable @inline(__always)
  subscript(index: Int) -> Element {
    get { storage[index] }
    set { storage[index] = newValue }
  }

  /// Whether a list has an element. O(length).
  @inlinable func contains(_ element: Element, in head: ListHead) -> Bool {
    for index in head.range where storage[index] == element { return true }
    return false
  }

  /// Whether the room is too small for one more element of a list, so that the pool is to be replaced.
  func isFull(for head: ListHead) -> Bool {
    guard head.count == head.block.room else { return false }
    let larger = head.block.larger
    return free[larger.number].isEmpty && storage.count + larger.room > limit
  }

  /// Adds an element at the end of a list.
  mutating func append(_ element: Element, to head: inout ListHead) {
    let count = head.count
    if count == head.block.room {
      require(
        count < ListHead.mostElements, "a list of \(count) elements has no room for another")
      move(&head, to: head.block.larger, filler: element)
    }
    storage[Int(head.start) + count] = element
    head.count(1)
  }

  /// Removes an element that is in a list. O(newer elements).
  mutating func remove(_ element: Element, from head: inout ListHead) {
    let range = head.range
    guard let index = range.last(where: { storage[$0] == element }) else {
      fatalError("the element \(element) to be removed is not in the list")
    }
    remove(at: index, from: &head)
  }

  /// Removes the element at an index of a head's range.
  mutating func remove(at index: Int, from head: inout ListHead) {
    let range = head.range
    let element = storage[index]
    for next in index + 1..<range.upperBound { storage[next - 1] = storage[next] }
    head.count(-1)
    if head.count == 0 {
      giveBlockBack(of: head)
      head = ListHead()
    } else if head.block.number > 1 && 4 * head.count <= head.block.room {
      move(&head, to: head.block.smaller, filler: element)
    }
  }

  /// Removes all elements of a list.
  mutating func removeAll(from head: inout ListHead) {
    giveBlockBack(of: head)
    head = ListHead()
  }

  /// Takes a copy of a list of the pool that this one replaces; the head then belongs to this one.
  mutating func adopt(_ head: inout ListHead, from full: borrowing Self) {
    let room = head.block.room
    guard room > 0 else { return }
    let start = UInt32(storage.count)
    let first = Int(head.start)
    storage.append(contentsOf: full.storage[first..<first + room])
    used += room
    head.move(to: start, head.block)
  }

  private mutating func move(_ head: inout ListHead, to block: BlockSize, filler: Element) {
    let start = Int(takeBlock(block, filler: filler))
    for (offset, index) in head.range.enumerated() { storage[start + offset] = storage[index] }
    giveBlockBack(of: head)
    head.move(to: UInt32(start), block)
  }

  private mutating func giveBlockBack(of head: ListHead) {
    guard head.block.number > 0 else { return }
    free[head.block.number].append(head.start)
    used -= head.block.room
  }

  private mutating func takeBlock(_ block: BlockSize, filler: Element) -> UInt32 {
    used += block.room
    if let start = free[block.number].popLast() { return start }
    let start = UInt32(storage.count)
    storage.append(contentsOf: repeatElement(filler, count: block.room))
    return start
  }
}
