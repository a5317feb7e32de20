/// Different numbers in descending order, of which any can come and go.
///
/// They are in blocks of 128 places side by side, in an order of blocks that is searched by the
/// blocks' last numbers. Finding is O(log count); inserting and removing move half a block on
/// average, and an entry for each block only where a block is split or freed.
package struct DescendingKeys: Sendable {
  /// Where a number stands; the next change may move it.
  package struct Place: Hashable, Comparable {
    fileprivate var block: Int
    fileprivate var offset: Int

    package static func < (left: Place, right: Place) -> Bool {
      (left.block, left.offset) < (right.block, right.offset)
    }
  }

  private struct Block {
    /// The block's first place in `keys`.
    let start: Int
    var count: Int
    /// The lowest number in it.
    var last: UInt64
  }

  private static let room = 128

  private var keys: [UInt64] = []
  /// In descending order of their numbers, none empty.
  private var blocks: [Block] = []
  /// First places of blocks that are not in use.
  private var free: [Int] = []
  package private(set) var count = 0

  /// Makes an empty list.
  package init() {}

  /// The place of the highest number, or ``end``.
  package var start: Place { Place(block: 0, offset: 0) }

  /// The place behind the lowest number.
  package var end: Place { Place(block: blocks.count, offset: 0) }

  package subscript(place: Place) -> UInt64 { keys[blocks[place.block].start + place.offset] }

  package func place(after place: Place) -> Place {
    place.offset + 1 < blocks[place.block].count
      ? Place(block: place.block, offset: place.offset + 1)
      : Place(block: place.block + 1, offset: 0)
  }

  package func place(before place: Place) -> Place {
    place.offset > 0
      ? Place(block: place.block, offset: place.offset - 1)
      : Place(block: place.block - 1, offset: blocks[place.block - 1].count - 1)
  }

  /// The first place whose number satisfies a condition that all lower numbers satisfy too.
  package func first(where isLow: (UInt64) -> Bool) -> Place {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if isLow(blocks[middle].last) { high = middle } else { low = middle + 1 }
    }
    guard low < blocks.count else { return end }
    let block = blocks[low]
    var (first, last) = (0, block.count - 1)
    while first < last {
      let middle = (first + last) / 2
      if isLow(keys[block.start + middle]) { last = middle } else { first = middle + 1 }
    }
    return Place(block: low, offset: first)
  }

  /// Adds a number that is not there.
  package mutating func insert(_ key: UInt64) {
    if blocks.isEmpty { blocks.append(Block(start: takeBlock(), count: 0, last: key)) }
    var place = first { $0 < key }
    if place.block == blocks.count {
      place = Place(block: blocks.count - 1, offset: blocks[blocks.count - 1].count)
    }
    if blocks[place.block].count == Self.room {
      split(place.block)
      if place.offset > Self.room / 2 {
        place = Place(block: place.block + 1, offset: place.offset - Self.room / 2)
      }
    }
    let block = blocks[place.block]
    var index = block.start + block.count
    while index > block.start + place.offset {
      keys[index] = keys[index - 1]
      index -= 1
    }
    keys[index] = key
    blocks[place.block].count += 1
    blocks[place.block].last = keys[block.start + block.count]
    count += 1
  }

  /// Removes a number that is there.
  package mutating func remove(_ key: UInt64) {
    let place = first { $0 <= key }
    precondition(place < end && self[place] == key, "no number \(key)")
    let block = blocks[place.block]
    for index in block.start + place.offset..<block.start + block.count - 1 {
      keys[index] = keys[index + 1]
    }
    count -= 1
    if block.count == 1 {
      free.append(block.start)
      blocks.remove(at: place.block)
    } else {
      blocks[place.block].count -= 1
      blocks[place.block].last = keys[block.start + block.count - 2]
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
