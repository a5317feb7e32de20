import Stochastics

/// A sample of the members, for metrics of pairs, whose memory would grow with the impressions of all.
///
/// Every member has a keyed draw of its own, and the sample is the members with the smallest draws
/// (bottom-*k*). The draw depends only on the identifier, so the sample depends on who joined, never
/// on the order in which they did or on what they saw; it is the same in all arms whose members are.
/// When a member joins whose draw is smaller than the sample's largest, it replaces that one,
/// whose record is dropped. No page of the newcomer was missed: a member sees no page before it joins.
///
/// Source: Cohen & Kaplan, PODC 2007.
package struct MemberSample: Sendable {
  private let capacity: Int
  private let stream: KeyedStream
  /// Members in the sample, those with the largest draws first (a binary heap).
  private var heap: [Candidate] = []
  /// For each member its slot in the sample, or `absent`.
  private var slots: [Int32] = []

  private static let absent: Int32 = -1

  private struct Candidate: Comparable {
    let draw: Double
    let member: UInt32

    static func < (left: Self, right: Self) -> Bool {
      (left.draw, left.member) < (right.draw, right.member)
    }
  }

  package init(options: MetricOptions) {
    capacity = options.sampledMembers
    stream = KeyedStream(seed: options.sampleSeed, world: 0, name: StreamName("metric sample"))
  }

  /// Members in the sample; their slots are `0..<count`.
  var count: Int { heap.count }

  /// The slot of a member in the sample.
  package func slot(of member: Int) -> Int? {
    let slot = slots[member]
    return slot == Self.absent ? nil : Int(slot)
  }

  /// The slots in order of the members' identifiers: the order for sums.
  var slotsByMember: [Int] { slots.lazy.filter { $0 != Self.absent }.map { Int($0) } }

  /// Takes note of a new member.
  ///
  /// - Returns: The slot that is now the new member's, whoever had it before; `nil` when it is not in
  ///   the sample.
  @discardableResult
  package mutating func addMember() -> Int? {
    let member = UInt32(slots.count)
    let candidate = Candidate(draw: stream.uniform(member), member: member)
    slots.append(Self.absent)
    if heap.count < capacity {
      slots[Int(member)] = Int32(heap.count)
      heap.append(candidate)
      siftUp(heap.count - 1)
    } else if let largest = heap.first, candidate < largest {
      slots.swapAt(Int(member), Int(largest.member))
      heap[0] = candidate
      siftDown(0)
    } else {
      return nil
    }
    return Int(slots[Int(member)])
  }

  private mutating func siftUp(_ index: Int) {
    var child = index
    while child > 0, heap[(child - 1) / 2] < heap[child] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown(_ index: Int) {
    var parent = index
    while let child = [2 * parent + 1, 2 * parent + 2].filter({ $0 < heap.count })
      .max(by: { heap[$0] < heap[$1] }), heap[parent] < heap[child]
    {
      heap.swapAt(parent, child)
      parent = child
    }
  }
}
