import BenchmarkSupport

/// A pair of different numbers, of members or of a member and a post.
struct Pair: Hashable {
  let one: UInt32
  let other: UInt32
}

/// Distinct random pairs, in random order.
///
/// Equal pairs are rare; sorting finds them, and the remaining pairs keep the order in which they were drawn.
func randomPairs(_ count: Int, ones: Int, others: Int, _ random: inout Xorshift) -> [Pair] {
  var drawn: [UInt64] = []
  drawn.reserveCapacity(count)
  while drawn.count < count {
    let (one, other) = (random.number(below: ones), random.number(below: others))
    if one != other { drawn.append(UInt64(one) << 32 | UInt64(other)) }
  }
  let sorted = drawn.sorted()
  var twice: Set<UInt64> = []
  for (one, other) in zip(sorted, sorted.dropFirst()) where one == other { twice.insert(one) }
  return drawn.filter { !twice.contains($0) }.map {
    Pair(one: UInt32($0 >> 32), other: UInt32(truncatingIfNeeded: $0))
  }
}
