/// The pending events of a simulation, in the total order (time, priority, sequence of scheduling).
///
/// An implicit heap in which each node has eight children. A record holds its position in the order as
/// two words beside the payload, so that one comparison of 128 bits decides between two events and the
/// least of eight children is found without a branch, which no predictor could guess.
///
/// The event that was taken last stays at the root until the list is next changed: an event
/// scheduled meanwhile replaces it there. That is the common case, in which handling an event
/// schedules its successor, and it costs one way down the heap instead of one down and one up; if the successor is the
/// next event, no event moves at all.
///
/// Source: Johnson, "Priority queues with update and finding minimum spanning trees", *Information
/// Processing Letters* 4(3), 1975 (heaps of more than two children).
@frozen public struct EventList<Payload> {
  @usableFromInline var records: [EventRecord<Payload>] = []
  /// Whether the root is an event that has been taken.
  @usableFromInline var isRootTaken = false
  @usableFromInline var scheduledCount: UInt64 = 0
  /// The time of the last event taken; the least finite number before the first.
  @usableFromInline var clock = -Double.greatestFiniteMagnitude

  @inlinable public init() {}

  /// How many events are pending.
  @inlinable public var count: Int { records.count &- (isRootTaken ? 1 : 0) }

  @inlinable public var isEmpty: Bool { count == 0 }

  /// The time of the next event; `nil` when none is pending.
  @inlinable public var nextTime: Double? {
    guard isRootTaken else { return records.first?.time }
    return records.dropFirst().prefix(Self.childCount).min { $0.order < $1.order }?.time
  }

  @inlinable public mutating func reserveCapacity(_ capacity: Int) {
    records.reserveCapacity(capacity)
  }

  /// Adds an event.
  ///
  /// - Parameters:
  ///   - time: Finite, and not before the time of the last event taken.
  ///   - priority: Decides between events of one time, lower first; events of one priority leave in the
  ///     order of scheduling.
  /// - Complexity: O(log *n*) at worst, O(1) on average when the root has not been taken.
  @inlinable
  public mutating func schedule(_ payload: Payload, at time: Double, priority: UInt8 = 0) {
    precondition(
      time >= clock && time < .infinity, "an event at \(time) when the last was at \(clock)")
    let record = EventRecord(time, priority, sequence: scheduledCount, payload)
    scheduledCount &+= 1
    if isRootTaken {
      isRootTaken = false
      sinkFromRoot(record)
    } else {
      records.append(record)
      riseFromEnd(record)
    }
    checkInvariants()
  }

  /// Takes the next event, and with it the clock; `nil` when none is pending.
  ///
  /// - Complexity: O(log *n*), O(1) when an event has been scheduled since the last was taken.
  @inlinable public mutating func popNext() -> ScheduledEvent<Payload>? {
    fillRoot()
    guard let first = records.first else { return nil }
    isRootTaken = true
    clock = first.time
    checkInvariants()
    return ScheduledEvent(time: clock, priority: first.priority, payload: first.payload)
  }

  /// Takes the next event if it is due before `horizon`, else leaves it and returns `nil`.
  @inlinable public mutating func popNext(before horizon: Double) -> ScheduledEvent<Payload>? {
    fillRoot()
    guard let first = records.first, first.time < horizon else { return nil }
    return popNext()
  }
}

extension EventList {
  @inlinable static var childCount: Int { 8 }

  /// Replaces a taken root by the last record.
  @inlinable mutating func fillRoot() {
    guard isRootTaken else { return }
    isRootTaken = false
    let last = records.removeLast()
    if !records.isEmpty { sinkFromRoot(last) }
  }

  /// Puts `record` where it belongs on the way from the end to the root.
  @inlinable mutating func riseFromEnd(_ record: EventRecord<Payload>) {
    var heap = records.mutableSpan
    let order = record.order
    var hole = heap.count &- 1
    while hole > 0 {
      let parent = (hole &- 1) / Self.childCount
      guard order < heap[parent].order else { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = record
  }

  /// Puts `record` where it belongs on the way from the root to the end.
  @inlinable mutating func sinkFromRoot(_ record: EventRecord<Payload>) {
    var heap = records.mutableSpan
    let order = record.order
    var hole = 0
    while let child = Self.leastChild(of: hole, in: heap), child.order < order {
      heap[hole] = heap[child.index]
      hole = child.index
    }
    heap[hole] = record
  }

  @inlinable
  static func leastChild(
    of parent: Int, in heap: borrowing MutableSpan<EventRecord<Payload>>
  ) -> HeapPosition? {
    let first = parent &* childCount &+ 1
    guard first &+ childCount <= heap.count else {
      guard first < heap.count else { return nil }
      var least = HeapPosition(first, heap)
      for index in (first &+ 1)..<max(first &+ 1, heap.count) {
        least = HeapPosition.earlier(least, HeapPosition(index, heap))
      }
      return least
    }
    let a = HeapPosition.earlier(HeapPosition(first, heap), HeapPosition(first &+ 1, heap))
    let b = HeapPosition.earlier(HeapPosition(first &+ 2, heap), HeapPosition(first &+ 3, heap))
    let c = HeapPosition.earlier(HeapPosition(first &+ 4, heap), HeapPosition(first &+ 5, heap))
    let d = HeapPosition.earlier(HeapPosition(first &+ 6, heap), HeapPosition(first &+ 7, heap))
    return HeapPosition.earlier(HeapPosition.earlier(a, b), HeapPosition.earlier(c, d))
  }
}

/// A position of the heap and the order of the event there.
@usableFromInline @frozen struct HeapPosition {
  @usableFromInline let order: UInt128
  @usableFromInline let index: Int

  @inlinable
  init<Payload>(_ index: Int, _ heap: borrowing MutableSpan<EventRecord<Payload>>) {
    order = heap[index].order
    self.index = index
  }

  @inlinable init(order: UInt128, index: Int) {
    self.order = order
    self.index = index
  }

  /// The earlier of two, by conditional moves.
  @inlinable static func earlier(_ a: HeapPosition, _ b: HeapPosition) -> HeapPosition {
    let takesB = b.order < a.order
    return HeapPosition(order: takesB ? b.order : a.order, index: takesB ? b.index : a.index)
  }
}

extension EventList: Sendable where Payload: Sendable {}

extension EventList {
  /// Stops when the heap is out of order; empty unless the package trait `InternalChecks` is on.
  @inlinable func checkInvariants() {
    #if InternalChecks
      for child in records.indices.dropFirst() {
        let parent = (child - 1) / Self.childCount
        precondition(
          records[parent].order < records[child].order || (parent == 0 && isRootTaken),
          "the event at position \(child) comes before its parent at \(parent)")
      }
      if let next = nextTime {
        precondition(next >= clock, "the next event is at \(next), the last was at \(clock)")
      }
      precondition(!isRootTaken || !records.isEmpty, "a taken root in an empty heap")
    #endif
  }
}
