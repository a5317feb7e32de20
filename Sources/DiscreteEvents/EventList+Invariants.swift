extension EventList {
  /// Stops when the heap is out of order; empty unless the package trait `InternalChecks` is on.
  @inlinable func checkInvariants() {
    #if InternalChecks
      for child in records.indices.dropFirst() {
        let parent = (child - 1) / Self.childCount
        precondition(
          records[parent].order < records[child].order || (parent == 0 && isRootTaken),
          "the event at place \(child) comes before its parent at \(parent)")
      }
      if let next = nextTime {
        precondition(next >= clock, "the next event is at \(next), the last was at \(clock)")
      }
      precondition(!isRootTaken || !records.isEmpty, "a taken root in an empty heap")
    #endif
  }
}
