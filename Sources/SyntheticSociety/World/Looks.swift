package import SocialFeed

/// What each member has looked at, for good: how often, when last, and what was opened.
///
/// A member has a table with open addressing and linear probing: 9 to 12 bytes for a post that the
/// member has looked at.
package struct Looks: Sendable {
  /// The most looks of one member at one post that are counted apart.
  package static let most = 2047
  /// The resolution of times in seconds: a world has 2²⁰ such steps at most.
  package static let timeStep = 320.0

  /// The looks of a member at a post before the present one.
  package struct Before: Sendable, Equatable {
    /// `most` at most.
    package let count: Int
    /// Seconds since the last of them, in whole time steps; not defined where none exists.
    package let elapsed: Double
    /// Whether the member opened the post.
    package let isOpened: Bool
  }

  private var tables: [LookTable] = []

  package init() {}

  mutating func reserveCapacity(members: Int) { tables.reserveCapacity(members) }

  package mutating func addMember() { tables.append(LookTable()) }

  /// Counts a look at a post.
  ///
  /// - Parameter time: From the start of the run, in seconds. A walk that is given up has planned its looks, so
  ///   that the next look of the member may be before the last.
  /// - Complexity: O(1) on average.
  @inline(__always)
  package mutating func look(of member: MemberID, at post: PostID, time: Double) -> Before {
    let step = Self.step(at: time)
    return Before(tables[member.index].look(at: post.rawValue, step: step), at: step)
  }

  /// What a look at a post would find.
  package func looks(of member: MemberID, at post: PostID, time: Double) -> Before {
    Before(tables[member.index].record(of: post.rawValue), at: Self.step(at: time))
  }

  /// Which of up to 64 neighbouring posts a member looked at within `span` seconds before a time.
  ///
  /// - Parameters:
  ///   - posts: Bit *i* for the post of index `base` + *i*.
  ///   - isOpened: Whether a look counts only where the member opened the post.
  package func recent(
    of member: MemberID, among posts: UInt64, from base: Int, isOpened: Bool, time: Double,
    within span: Double
  ) -> UInt64 {
    let (table, step) = (tables[member.index], Self.step(at: time))
    var (rest, recent) = (posts, UInt64(0))
    while rest != 0 {
      let post = UInt32(truncatingIfNeeded: base + rest.trailingZeroBitCount)
      let before = Before(table.record(of: post), at: step)
      if before.count > 0 && before.elapsed <= span && (before.isOpened || !isOpened) {
        recent |= rest & ~(rest - 1)
      }
      rest &= rest - 1
    }
    return recent
  }

  /// The time step of a time. A walk plans looks after its world's end, however long it dwells on what is before:
  /// all of them are in the last step that a record can have.
  @inline(__always)
  private static func step(at time: Double) -> UInt32 {
    UInt32(min(time / timeStep, Double(LookRecord.lastStep)))
  }

  /// The member opens a post that the member has looked at.
  package mutating func open(_ post: PostID, by member: MemberID) {
    tables[member.index].open(post.rawValue)
  }
}

extension Looks.Before {
  @inline(__always)
  fileprivate init(_ record: LookRecord, at step: UInt32) {
    count = record.count
    elapsed = Double(max(step, record.step) - record.step) * Looks.timeStep
    isOpened = record.isOpened
  }
}

/// The looks of a member at a post, in one word: from the lowest bit on, 11 bits of their number, one for
/// whether the post was opened, 20 of the time step, 32 of the post. It is 0 without looks.
private struct LookRecord: Sendable {
  static let none = LookRecord(word: 0)
  static let openedBit: UInt64 = 1 << 11
  static let lastStep: UInt32 = 0xF_FFFF

  var word: UInt64

  init(word: UInt64) { self.word = word }

  init(_ post: UInt32, count: Int, isOpened: Bool, step: UInt32) {
    word =
      UInt64(post) << 32 | UInt64(step) << 12 | (isOpened ? Self.openedBit : 0) | UInt64(count)
  }

  var count: Int { Int(truncatingIfNeeded: word & UInt64(Looks.most)) }
  var isOpened: Bool { word & Self.openedBit != 0 }
  var step: UInt32 { UInt32(truncatingIfNeeded: word >> 12) & Self.lastStep }
  var post: UInt32 { UInt32(truncatingIfNeeded: word >> 32) }
}

/// The looks of one member: each record at or after the index of its post's hash.
private struct LookTable: Sendable {
  private var records: [LookRecord] = []
  private var occupied = 0

  /// - Returns: The record before, with the present step if it was empty.
  @inline(__always)
  mutating func look(at post: UInt32, step: UInt32) -> LookRecord {
    // One record in eight is vacant.
    if (occupied + 1) * 8 > records.count * 7 { grow() }
    let index = index(of: post)
    var before = records[index]
    if before.word == 0 {
      occupied += 1
      before = LookRecord(post, count: 0, isOpened: false, step: step)
    }
    records[index] = LookRecord(
      post, count: min(before.count + 1, Looks.most), isOpened: before.isOpened,
      step: max(step, before.step))
    return before
  }

  @inline(__always)
  func record(of post: UInt32) -> LookRecord {
    occupied > 0 ? records[index(of: post)] : .none
  }

  mutating func open(_ post: UInt32) {
    guard occupied > 0 else { return }
    let index = index(of: post)
    if records[index].word != 0 { records[index].word |= LookRecord.openedBit }
  }

  /// The index of a post's record, or the vacancy where it would go.
  @inline(__always)
  private func index(of post: UInt32) -> Int {
    // Fibonacci hashing: neighbouring posts lie far apart.
    let hash = UInt64(post &* 0x9E37_79B9)
    var index = Int(truncatingIfNeeded: (hash &* UInt64(records.count)) >> 32)
    while records[index].word != 0 && records[index].post != post {
      index = index + 1 == records.count ? 0 : index + 1
    }
    return index
  }

  private mutating func grow() {
    let old = records
    records = Array(repeating: .none, count: max(16, old.count * 5 / 4))
    for record in old where record.word != 0 { records[index(of: record.post)] = record }
  }
}
