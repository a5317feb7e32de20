/// A request that an external ranker failed at, with all that it depends on besides the ranker.
package struct FailedRequest: Hashable, Sendable {
  /// The ranker that received the request.
  package struct AskedRanker: Hashable, Sendable {
    package let name: String
    package let digest: String
    package let parameters: [String: Double]

    package init(name: String, digest: String, parameters: [String: Double]) {
      self.name = name
      self.digest = digest
      self.parameters = parameters
    }
  }

  package let ranker: AskedRanker
  /// `score` or `order`.
  package let kind: RankerKind
  package let world: RankerWorld
  package let viewer: MemberID
  /// The number of the refresh among the viewer's.
  package let refresh: UInt32
  /// The simulated time of the refresh in seconds.
  package let now: Double
  package let posts: [PostID]
  /// One element for each post.
  package let authors: [MemberID]
  package let categories: [CategoryID?]
  /// A column for each feature that the ranker reads, with one element for each post.
  package let columns: [RankerFeature: [Double]]
  /// What the ranker gave for each post, in the answers that it gave: none, one, or the two whose orders differ. A rounded
  /// score, or of kind `order` the position from 1, `nil` for a candidate that was left out.
  package var answers: [[Double?]]

  /// - Precondition: There is a post, and each list has as many elements as there are posts.
  package init(
    by ranker: AskedRanker, kind: RankerKind = .score, world: RankerWorld, viewer: MemberID,
    refresh: UInt32, now: Double,
    posts: [PostID],
    authors: [MemberID], categories: [CategoryID?], columns: [RankerFeature: [Double]],
    answers: [[Double?]] = []
  ) {
    let counts =
      [authors.count, categories.count] + columns.values.map(\.count) + answers.map(\.count)
    require(
      !posts.isEmpty && counts.allSatisfy { $0 == posts.count },
      "a request with \(posts.count) posts and lists of \(counts) elements")
    self.ranker = ranker
    self.kind = kind
    self.world = world
    self.viewer = viewer
    self.refresh = refresh
    self.now = now
    self.posts = posts
    self.authors = authors
    self.categories = categories
    self.columns = columns
    self.answers = answers
  }

  init(_ candidates: borrowing Candidates, to host: any RankerHost, world: RankerWorld) {
    var columns: [RankerFeature: [Double]] = [:]
    for feature in RankerFeature.allCases where host.features.contains(feature) {
      columns[feature] = candidates[feature]
    }
    self.init(
      by: AskedRanker(
        name: host.name, digest: host.digest,
        parameters: (host as? any ParametricHost)?.parameters ?? [:]), kind: host.kind,
      world: world,
      viewer: candidates.viewer, refresh: candidates.refresh, now: candidates.now,
      posts: candidates.posts, authors: candidates.authors, categories: candidates.categories,
      columns: columns)
  }

  /// The features that the ranker reads, in the order of all features.
  package var reads: [RankerFeature] { RankerFeature.allCases.filter { columns[$0] != nil } }
}

extension HostedRanker {
  /// The answers of a ranker that receives a request again.
  package struct RepeatedAnswers: Sendable {
    /// As in a ``FailedRequest``: for the request itself, and for the candidates in reverse order, unless the request
    /// has one candidate.
    package fileprivate(set) var answers: [[Double?]] = []
    /// Why an answer is missing, or, where both are there, that they are two orders.
    package fileprivate(set) var failure: RankerFailure?
  }

  /// Sends a request unchanged, and then with its candidates in reverse order, in a lane of its own.
  package static func ask(
    _ host: any RankerHost, again request: FailedRequest
  ) -> RepeatedAnswers {
    var repeated = RepeatedAnswers()
    let missing = RankerFeature.allCases.filter {
      host.features.contains($0) && request.columns[$0] == nil
    }
    guard missing.isEmpty else {
      let names = missing.map { "'\($0.name)'" }.joined(separator: ", ")
      repeated.failure = host.failure(
        "reads \(names), which the saved request does not have: a request has the features that its ranker"
          + " read when it failed")
      return repeated
    }
    guard !host.learns else {
      repeated.failure = host.failure(
        "answers by the events of its world, which a request alone does not have")
      return repeated
    }
    let ranker = HostedRanker(host, world: request.world, pool: request.posts.count, probe: .none)
    let candidates = Candidates(request)
    do throws(RankerFailure) {
      let lane = try host.open(world: request.world)
      switch host.kind {
      case .score:
        let first = try ranker.scores(of: candidates, by: lane)
        repeated.answers = [first]
        guard candidates.count > 1 else { return repeated }
        for company in lane.repetitions {
          let again = try ranker.scores(ofReversed: candidates, by: lane, in: company)
          repeated.answers = [first, again.reversed()]
          try ranker.checkOrder(of: first.span, again: again.span, candidates, in: company)
        }
      case .order:
        let first = try GivenOrder(lane.order(candidates), of: candidates, by: host)
        repeated.answers = [first.positions(of: candidates)]
        guard candidates.count > 1 else { return repeated }
        let again = try GivenOrder(lane.order(candidates.reversed()), of: candidates, by: host)
        repeated.answers.append(again.positions(of: candidates))
        try first.checkSame(as: again, of: candidates, by: host)
      case .serve:
        throw host.failure("serves pages of its own, which are not asked for again")
      }
    } catch {
      repeated.failure = error
    }
    return repeated
  }

  private func scores(
    of candidates: borrowing Candidates, by lane: any RankerLane
  ) throws(RankerFailure) -> [Double] {
    var scores = [Double](repeating: 0, count: candidates.count)
    var span = scores.mutableSpan
    try score(candidates, by: lane, into: &span)
    return scores
  }
}

extension GivenOrder {
  /// The position of each candidate, from 1; `nil` for one that was left out.
  func positions(of candidates: borrowing Candidates) -> [Double?] {
    let positions = Dictionary(uniqueKeysWithValues: zip(posts, 1...))
    return candidates.posts.map { positions[$0].map(Double.init) }
  }
}
