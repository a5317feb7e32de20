/// The posts that each sampled member was shown.
struct ShownPostsTally: Sendable {
  /// One sampled member's record.
  struct Record: Sendable {
    fileprivate(set) var posts = PostSet()
    fileprivate(set) var impressions = 0
  }

  /// By slot of the sample.
  private(set) var records: [Record] = []
  private var room = PostSet.Room()

  /// Begins the record of the member who has a slot now.
  mutating func begin(slot: Int) {
    if slot == records.count {
      records.append(Record())
    } else {
      records[slot].posts.removeAll()
      records[slot].impressions = 0
    }
  }

  mutating func add(_ page: borrowing CountedPage, slot: Int) {
    records[slot].posts.insert(page.posts[..<page.count], room: &room)
    records[slot].impressions += page.count
  }

  /// Settles all sets.
  mutating func finish() {
    for slot in records.indices { records[slot].posts.settle(room: &room) }
  }
}
