internal import DataFiles
internal import FeedMetrics
internal import SocialFeed

/// The candidates of sampled requests, by the trace's own numbers of these.
struct TraceCandidates {
  private struct Pool {
    var candidates: [CandidateObservation] = []
    let line: Int
  }

  private var pools: [Int: Pool] = [:]

  init(_ records: inout TableRecords, _ posts: TracePosts) {
    while records.next() {
      let request = records.identifier(0)
      let post = records.identifier(1)
      let relevance = records.number(2, in: 0...1)
      guard let request, let post, let relevance, records.isRowGood else { continue }
      guard let number = posts.numbering.number(of: post) else {
        if posts.isKnown { records.refuse(1, .noPost(post)) }
        continue
      }
      pools[request, default: Pool(line: records.line)].candidates.append(
        CandidateObservation(post: PostID(number), relevance: relevance))
    }
  }

  /// The pool of a request, in order of post; it is given once.
  mutating func take(_ request: Int) -> [CandidateObservation]? {
    guard !pools.isEmpty, let pool = pools.removeValue(forKey: request) else { return nil }
    return pool.candidates.sorted { $0.post < $1.post }
  }

  /// Adds a fault for each request whose pool was not taken.
  func checkAllTaken(faults records: inout TableRecords) {
    for (request, pool) in pools.sorted(by: { $0.value.line < $1.value.line }) {
      records.refuse(
        0, line: pool.line, .contradiction("request \(request) has no impression"))
    }
  }
}
