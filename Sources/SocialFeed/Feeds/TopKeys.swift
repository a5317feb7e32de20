/// The best few of many keys, best first, in one array: for pages, whose length is small.
struct TopKeys {
  private(set) var keys: [RankingKey] = []
  let limit: Int

  init(limit: Int) {
    self.limit = limit
    keys.reserveCapacity(min(limit, 128))
  }

  /// The key that a newcomer has to precede; `nil` while there is room.
  var worst: RankingKey? { keys.count < limit ? nil : keys[limit - 1] }

  /// Takes a key if it is among the best. O(log limit) to refuse it, O(limit) to take it.
  mutating func insert(_ key: RankingKey) {
    if let worst, !key.precedes(worst) { return }
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].precedes(key) { low = middle + 1 } else { high = middle }
    }
    if keys.count == limit { keys.removeLast() }
    keys.insert(key, at: low)
  }
}
