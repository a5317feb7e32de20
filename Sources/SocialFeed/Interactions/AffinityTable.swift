internal import PortableMath

/// How interactions with posts of a category add to a member's affinity for it:
///
///     affinity(u, c, now) = Σ weight(kindᵢ) · 2^(−(now − tᵢ) ÷ half-life)
///
/// over the interactions *i* of *u* with posts of *c* that were not taken back. It fades without end, but what is
/// kept of it stays above 0, so that the category counts as one interacted with, until all that added to it was
/// taken back: then it is exactly 0. After an end affinities do not change: interactions are no longer learnt, taken
/// back or forgotten. Posts without a category are not learnt from.
public struct AffinityRule: Hashable, Sendable {
  /// What opening a post's detail adds, each time.
  public package(set) var view: Double
  /// The weight of a like until it is taken back.
  public package(set) var like: Double
  /// What a comment adds, each time.
  public package(set) var comment: Double
  /// The weight of a save until it is taken back.
  public package(set) var save: Double
  /// Seconds after which an interaction counts half.
  public package(set) var halfLife: Double
  /// The time on the caller's clock, in seconds, after which affinities no longer change.
  public package(set) var end: Double

  /// The rule that rankers have by default. Another one comes from their settings: ``RankerSettings/affinityRule``.
  public init() { self.init(view: 1) }

  /// What a weight may be, so that no sum of weights overflows.
  package static let weights = 0...1e100

  /// - Precondition: The weights are ones that there may be; the half-life is finite and above 0, the end not
  ///   below 0.
  package init(
    view: Double = 1, like: Double = 3, comment: Double = 4, save: Double = 5,
    halfLife: Double = 7 * 86_400, end: Double = .infinity
  ) {
    for weight in [view, like, comment, save] {
      require(
        Self.weights.contains(weight), "a weight of affinities is \(weight), not in \(Self.weights)"
      )
    }
    require(
      halfLife > 0 && halfLife.isFinite,
      "the half-life of affinities is \(halfLife) s, not finite and above 0")
    require(end >= 0, "the learning of affinities ends at \(end) s, not at 0 or later")
    self.view = view
    self.like = like
    self.comment = comment
    self.save = save
    self.halfLife = halfLife
    self.end = end
  }
}

/// Category affinities of all members, stored under *forward decay*: as the sum of
/// weight · 2^((tᵢ − landmark) ÷ half-life), which is the affinity times a factor that a member's
/// categories share. The order of categories is thus the stored numbers' at any time, and does not change while time
/// passes. A member's landmark moves on by whole half-lives before a stored number could overflow; the stored numbers
/// are then divided by a power of two, which is exact but for those that would come below 10⁻³⁰⁷, after some 1,020
/// half-lives. No rounding makes one of them 0: a number is 0 exactly where no addition to it remains.
///
/// Source: Cormode, Shkapenyuk, Srivastava & Xu, *Forward Decay*, ICDE 2009.
struct AffinityTable: Sendable {
  /// Half-lives after a landmark at which it moves on.
  private static let span = 512.0

  let categoryCount: Int
  let halfLife: Double
  /// A record of `stride` words a member, so that an interaction looks at one stretch of memory: the
  /// landmark, in half-lives from time 0; the stored numbers, one a category; and how many
  /// interactions of a weight above 0 each is the sum of, four to a word. A count of 65,535 stays so.
  private var words: [UInt64] = []
  private let stride: Int

  init(categoryCount: Int, halfLife: Double) {
    self.categoryCount = categoryCount
    self.halfLife = halfLife
    stride = 1 + categoryCount + (categoryCount + 3) / 4
  }

  mutating func reserveCapacity(members: Int) { words.reserveCapacity(members * stride) }

  mutating func addMember() { words.append(contentsOf: repeatElement(0, count: stride)) }

  /// Adds an interaction of `weight` at `time`.
  mutating func add(_ weight: Double, member: MemberID, category: UInt8, at time: Double) {
    guard weight > 0 else { return }
    var age = time / halfLife - landmark(of: member)
    if abs(age) > Self.span {
      // No number holds so many half-lives.
      guard age.isFinite else { return }
      moveLandmark(of: member, by: age.rounded(.down))
      // Not more by what numbers of half-lives above 2⁵³ are rounded.
      age = min(max(-Self.span, time / halfLife - landmark(of: member)), Self.span)
    }
    let index = index(of: Int(category), member)
    let sum = number(at: index) + weight * Portable.exp2(age)
    words[index] = max(.leastNonzeroMagnitude, sum).bitPattern
    let count = interactions(of: member, Int(category))
    if count < .max { setInteractions(of: member, Int(category), to: count + 1) }
  }

  /// Takes an interaction that was added with this weight at this time back.
  ///
  /// With the last one the affinity is 0 again, without the rest that rounding may leave, which
  /// would be above a threshold of 0; but not after 65,535 interactions with one category, from
  /// where on they are not counted any more and a rest remains. While others are left it stays above
  /// 0, also where these are so old that they got lost in the sum with what is taken back.
  mutating func takeBack(_ weight: Double, member: MemberID, category: UInt8, at time: Double) {
    guard weight > 0 else { return }
    let index = index(of: Int(category), member)
    var count = interactions(of: member, Int(category))
    if count > 0 && count < .max {
      count -= 1
      setInteractions(of: member, Int(category), to: count)
    }
    let age = time / halfLife - landmark(of: member)
    let rest = number(at: index) - weight * Portable.exp2(age)
    words[index] = (count == 0 ? 0 : max(.leastNonzeroMagnitude, rest)).bitPattern
  }

  /// Forgets all that was learnt of a member.
  mutating func forget(_ member: MemberID) {
    for index in member.index * stride..<(member.index + 1) * stride { words[index] = 0 }
  }

  /// The affinity at a time, at least 0 and finite, also at one long before the landmark; one below 10⁻¹⁴⁰ may
  /// be rounded to 0, and is yet above a threshold of 0.
  func affinity(of member: MemberID, for category: Int, at time: Double) -> Double {
    let sum = number(at: index(of: category, member))
    guard sum > 0 else { return 0 }
    let factor = Portable.exp2(landmark(of: member) - time / halfLife)
    return min(sum * factor, .greatestFiniteMagnitude)
  }

  /// The categories whose affinity at `time` is above `threshold`, by affinity, then by number.
  func categories(of member: MemberID, above threshold: Double, at time: Double) -> CategoryOrder {
    // Not 0 · ∞ for somebody who was away for more than 1,024 half-lives.
    let limit =
      threshold == 0 ? threshold : threshold * Portable.exp2(time / halfLife - landmark(of: member))
    let first = index(of: 0, member)
    var order = CategoryOrder()
    for category in 0..<categoryCount where number(at: first + category) > limit {
      let sum = number(at: first + category)
      var index = order.count
      while index > 0 && number(at: first + order[index - 1]) < sum { index -= 1 }
      order.insert(category, at: index)
    }
    return order
  }

  private mutating func moveLandmark(of member: MemberID, by halfLives: Double) {
    words[member.index * stride] = (landmark(of: member) + halfLives).bitPattern
    // Beyond 2,200 powers of two nothing is left of any number.
    let exponent = -Int(min(max(halfLives, -2200), 2200))
    for category in 0..<categoryCount {
      let index = index(of: category, member)
      let number = number(at: index)
      guard number > 0 else { continue }
      let moved = Double(sign: .plus, exponent: exponent, significand: number)
      words[index] = min(max(.leastNonzeroMagnitude, moved), .greatestFiniteMagnitude).bitPattern
    }
  }
}

// MARK: Snapshots

extension AffinityTable {
  /// Writes the records unchanged: later learning depends on every bit of them.
  func write(to writer: inout ByteWriter) { writer.write(column: words) }

  /// Reads the records of members who have none yet.
  ///
  /// - Parameters:
  ///   - marks: How many likes and saves of a weight above 0 each member has on posts of each category
  ///     that can be taken back: as many interactions at least are counted.
  ///   - time: The last instant.
  mutating func read(
    from reader: inout SnapshotReader, marks: [UInt32], at time: Double
  ) throws(SnapshotError) {
    let members = words.count / stride
    words = try reader.words(words.count)
    for member in (0..<members).map({ MemberID($0) }) {
      let landmark = landmark(of: member)
      // Rounded, since beyond 2⁵³ half-lives a landmark is.
      let latest = max(0, (time / halfLife).nextUp)
      try reader.require(
        landmark.isFinite && landmark == landmark.rounded(.down) && landmark <= latest,
        "the landmark of \(member)")
      // What no number holds was not counted either.
      let isCounted = (time / halfLife - landmark).isFinite
      for category in 0..<categoryCount {
        let number = number(at: index(of: category, member))
        let count = interactions(of: member, category)
        let marks = marks[member.index * categoryCount + category]
        try reader.require(
          number.isFinite && number.sign == .plus && (count > 0) == (number > 0)
            && (count == .max || UInt32(count) >= marks || !isCounted),
          "the affinity of member \(member) for category \(category)")
      }
      try reader.require(hasNoUnusedCounts(member), "the counts of member \(member)")
    }
  }

  /// Whether the words of counts are 0 behind the last category.
  private func hasNoUnusedCounts(_ member: MemberID) -> Bool {
    let used = categoryCount % 4
    return used == 0 || words[(member.index + 1) * stride - 1] >> UInt64(16 * used) == 0
  }
}

// MARK: Within a record

extension AffinityTable {
  @inline(__always)
  private func landmark(of member: MemberID) -> Double {
    Double(bitPattern: words[member.index * stride])
  }

  @inline(__always)
  private func index(of category: Int, _ member: MemberID) -> Int {
    member.index * stride + 1 + category
  }

  @inline(__always)
  private func number(at index: Int) -> Double { Double(bitPattern: words[index]) }

  @inline(__always)
  private func interactions(of member: MemberID, _ category: Int) -> UInt16 {
    let word = words[member.index * stride + 1 + categoryCount + category / 4]
    return UInt16(truncatingIfNeeded: word >> UInt64(16 * (category % 4)))
  }

  @inline(__always)
  private mutating func setInteractions(
    of member: MemberID, _ category: Int, to count: UInt16
  ) {
    let index = member.index * stride + 1 + categoryCount + category / 4
    let shift = UInt64(16 * (category % 4))
    words[index] = words[index] & ~(0xFFFF << shift) | UInt64(count) << shift
  }
}

/// Some of at most 64 categories in an order, without an allocation.
package struct CategoryOrder: Sendable {
  // Bytes without the alignment of a vector, since cursors are kept by the thousand.
  private var categories = InlineArray<64, UInt8>(repeating: 0)
  package private(set) var count = 0
  /// A bit for each category that is here.
  private(set) var mask: UInt64 = 0

  package init() {}

  package subscript(index: Int) -> Int { Int(categories[index]) }

  func contains(_ category: Int) -> Bool { mask >> UInt64(category) & 1 == 1 }

  package mutating func insert(_ category: Int, at index: Int) {
    var next = count
    while next > index {
      categories[next] = categories[next - 1]
      next -= 1
    }
    categories[index] = UInt8(category)
    count += 1
    mask |= 1 << UInt64(category)
  }
}

extension CategoryOrder: Hashable {
  package static func == (one: Self, other: Self) -> Bool {
    guard one.mask == other.mask else { return false }
    return (0..<one.count).allSatisfy { one.categories[$0] == other.categories[$0] }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(mask) }
}

extension Community {
  /// A member's affinity for a category at a time, at least 0; see ``AffinityRule``. One below 10⁻¹⁴⁰ may
  /// be returned as 0. `nil` for a member or category that does not exist.
  ///
  /// - Parameter now: Seconds on the caller's clock; when it is not finite, the last instant.
  public func affinity(of member: MemberID, for category: CategoryID, at now: Double) -> Double? {
    guard isMember(member), category.index < categoryCount else { return nil }
    return affinity(of: member, for: category.index, at: now.isFinite ? now : lastInstant)
  }

  /// As of ``affinity(of:for:at:)``, for the index of a category.
  func affinity(of member: MemberID, for category: Int, at now: Double) -> Double {
    affinity.affinity(of: member, for: category, at: min(now, affinityRule.end))
  }

  /// The categories with a member's affinity above a threshold at a time, by affinity, then by number.
  func categories(of member: MemberID, above threshold: Double, at now: Double) -> CategoryOrder {
    affinity.categories(of: member, above: threshold, at: min(now, affinityRule.end))
  }
}
