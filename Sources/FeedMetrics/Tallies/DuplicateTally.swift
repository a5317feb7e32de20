/// How many posts pages brought, and how many of them the refresh had already.
struct DuplicateTally: Sendable {
  private(set) var received = 0
  private(set) var duplicates = 0

  mutating func add(_ page: borrowing PageObservation) {
    received += page.posts.count + page.duplicates
    duplicates += page.duplicates
  }
}
