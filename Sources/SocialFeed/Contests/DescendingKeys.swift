/// Different numbers in descending order, of which any can come and go.
///
/// They are in blocks of 128 positions side by side, in an order of blocks that is searched by the
/// blocks' last numbers. Finding is O(log count); inserting and removing move half a block on
/// average, and an entry for each block only where a block is split or freed.
package struct DescendingKeys: Sendable {
  /// Where a number stands; the next change may move it.
  package struct Position: Hashable, Comparable {
    fileprivate var block: Int
    fileprivate var offset: Int

    package static func < (left: Position, right: Position) -> Bool {
      (left.block, left.offset) < (right.block, right.offset)
    }
  }

  private struct Block {
    /// The block's first position in `keys`.
    let start: Int
    var count: Int
    /// The lowest number in it.
    var last: UInt64
  }

  private static let room = 128

  private var keys: [UInt64] = []
  /// In descending order of their numbers, none empty.
  private var blocks: [Block] = []
  /// First positions of blocks that are not in use.
  private var free: [Int] = []
  package private(set) var count = 0

  /// Makes an empty list.
  package init() {}

  /// The position of the highest number, or ``end``.
  package var start: Position { Position(block: 0, offset: 0) }

  /// The position behind the lowest number.
  package var end: Position { Position(block: blocks.count, offset: 0) }

  package subscript(position: Position) -> UInt64 {
    keys[blocks[position.block].start + position.offset]
  }

  package func position(after position: Position) -> Position {
    position.offset + 1 < blocks[position.block].count
      ? Position(block: position.block, offset: position.offset + 1)
      : Position(block: position.block + 1, offset: 0)
  }

  package func position(before position: Position) -> Position {
    position.offset > 0
      ? Position(block: position.block, offset: position.offset - 1)
      : Position(block: position.block - 1, offset: blocks[position.block - 1].count - 1)
  }

  /// The first position whose number satisfies a condition that all lower numbers satisfy too.
  package func first(where isLow: (UInt64) -> Bool) -> Position {
    let index = blocks.indices.partition { !isLow(blocks[$0].last) }
    guard index < blocks.count else { return end }
    let block = blocks[index]
    let offset = (0..<block.count - 1).partition { !isLow(keys[block.start + $0]) }
    return Position(block: index, offset: offset)
  }

  /// Adds a number that is not there.
  package mutating func insert(_ key: UInt64) {
    if blocks.isEmpty { blocks.append(Block(start: takeBlock(), count: 0, last: key)) }
    var position = first { $0 < key }
    if position.block == blocks.count {
      position = Position(block: blocks.count - 1, offset: blocks[blocks.count - 1].count)
    }
    if blocks[position.block].count == Self.room {
      split(position.block)
      if position.offset > Self.room / 2 {
        position = Position(block: position.block + 1, offset: position.offset - Self.room / 2)
      }
    }
    let block = blocks[position.block]
    var index = block.start + block.count
    while index > block.start + position.offset {
      keys[index] = keys[index - 1]
      index -= 1
    }
    keys[index] = key
    blocks[position.block].count += 1
    blocks[position.block].last = keys[block.start + block.count]
    count += 1
  }

  /// Removes a number that is there.
  package mutating func remove(_ key: UInt64) {
    let position = first { $0 <= key }
    require(position < end && self[position] == key, "the number \(key) to be removed is not there")
    let block = blocks[position.block]
    for index in block.start + position.offset..<block.start + block.count - 1 {
      keys[index] = keys[index + 1]
    }
    count -= 1
    if block.count == 1 {
      free.append(block.start)
      blocks.remove(at: position.block)
    } else {
      blocks[position.block].count -= 1
      blocks[position.block].last = keys[block.start + block.count - 2]
    }
  }

  /// Moves the lower half of a full block to a new one.
  private mutating func split(_ index: Int) {
    let half = Self.room / 2
    let (old, start) = (blocks[index], takeBlock())
    for offset in 0..<half { keys[start + offset] = keys[old.start + half + offset] }
    blocks[index].count = half
    blocks[index].last = keys[old.start + half - 1]
    blocks.insert(Block(start: start, count: half, last: old.last), at: index + 1)
  }

  private mutating func takeBlock() -> Int {
    if let block = free.popLast() { return block }
    keys.append(contentsOf: repeatElement(0, count: Self.room))
    return keys.count - Self.room
  }
}
