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

  /// Takes a key if it is among the best. O(1) to refuse it, O(limit) to take it.
  mutating func insert(_ key: RankingKey) {
    if keys.count < limit {
      keys.append(key)
    } else if !key.precedes(keys[limit - 1]) {
      return
    }
    var keys = keys.mutableSpan
    var index = keys.count - 1
    while index > 0 && key.precedes(keys[index - 1]) {
      keys[index] = keys[index - 1]
      index -= 1
    }
    keys[index] = key
  }
}
