internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The candidates of sampled requests, by the numbers that the trace gives the requests.
struct TraceCandidates {
  private struct Pool {
    var candidates: [CandidateObservation] = []
    let line: Int
  }

  private var pools: [Int: Pool] = [:]

  init(_ records: inout TableRecords, _ posts: TracePosts) {
    var row = CandidateRow()
    while records.next(&row) {
      guard let number = posts.numbering.number(of: row.post) else {
        if posts.isKnown { records.refuse(CandidateRow.post, .noPost(row.post)) }
        continue
      }
      pools[row.request, default: Pool(line: records.line)].candidates.append(
        CandidateObservation(post: PostID(number), relevance: row.relevance))
    }
  }

  /// The pool of a request, in order of post, each post once; it is given once.
  mutating func take(_ request: Int) -> [CandidateObservation]? {
    guard !pools.isEmpty, let pool = pools.removeValue(forKey: request) else { return nil }
    return pool.candidates.sorted { $0.post < $1.post }.reduce(into: []) { distinct, candidate in
      if distinct.last?.post != candidate.post { distinct.append(candidate) }
    }
  }

  /// Adds a fault for each request whose pool was not taken.
  func checkAllTaken(faults records: inout TableRecords) {
    for (request, pool) in pools.sorted(by: { $0.value.line < $1.value.line }) {
      records.refuse(
        CandidateRow.request, line: pool.line,
        .contradiction("request \(request) has no impression"))
    }
  }
}
