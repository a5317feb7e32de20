/// When each post had been looked at often enough, in each scope: the one count that feeds cannot put
/// together afterwards.
struct ReachTally: Sendable {
  /// How many examined impressions are enough: the *K* of the metrics.
  static let enough: UInt8 = 10

  private let scopes: ScopeNumbers
  /// A row of scopes a post: examined impressions, counted up to `enough`.
  private var examinations: [UInt8] = []
  /// Age in seconds at the examined impression number `enough`; `FeedTally.never` before.
  private var ageAtEnough: [Int32] = []

  init(scopes: ScopeNumbers) { self.scopes = scopes }

  mutating func addPost() {
    for _ in 0..<scopes.count {
      examinations.append(0)
      ageAtEnough.append(FeedTally.never)
    }
  }

  mutating func add(_ page: borrowing CountedPage) {
    Self.add(
      page, scopeCount: scopes.count, sets: scopes.ofSets(with: page.surface), to: &examinations,
      &ageAtEnough)
  }

  private static func add(
    _ page: borrowing CountedPage, scopeCount: Int, sets: [Int],
    to examinations: inout [UInt8], _ ages: inout [Int32]
  ) {
    let rows = page.rows.span
    let (surface, ranker) = (ScopeNumbers.of(page.surface), ScopeNumbers.of(ranker: page.ranker))
    var examinations = examinations.mutableSpan
    var ages = ages.mutableSpan
    for row in 0..<page.count where rows[row].examined {
      let first = Int(rows[row].post) * scopeCount
      count(rows[row].age, at: first, &examinations, &ages)
      count(rows[row].age, at: first + surface, &examinations, &ages)
      count(rows[row].age, at: first + ranker, &examinations, &ages)
      for set in sets { count(rows[row].age, at: first + set, &examinations, &ages) }
    }
  }

  @inline(__always)
  private static func count(
    _ age: Int32, at index: Int, _ examinations: inout MutableSpan<UInt8>,
    _ ages: inout MutableSpan<Int32>
  ) {
    guard examinations[index] < enough else { return }
    examinations[index] += 1
    if examinations[index] == enough { ages[index] = age }
  }

  /// The ages at enough examinations of the first posts, in one scope.
  func ages(scope: Int, posts: Int) -> [Int32] {
    (0..<posts).map { ageAtEnough[$0 * scopes.count + scope] }
  }
}
