/// Another ranker's order, but that every so many refreshes of a viewer show the least relevant first:
/// harm that is done on purpose, to see whether a gate finds it.
///
/// No scenario can name it. Anonymous viewers always see the other ranker's order.
package struct SabotagedRanker: Ranker {
  package static let descriptor = RankerDescriptor(
    name: "sabotaged", summary: "Another ranker's order, now and then the least relevant first.",
    order:
      "in every so many refreshes latent relevance, ascending; otherwise that of another ranker",
    parameters: [
      RankerParameter(
        name: "every", summary: "Of so many refreshes of a viewer one is sabotaged.",
        unit: "refreshes", defaultValue: 2, range: 1...1000, isWhole: true)
    ],
    rerank: { SabotagedRanker(of: $1, every: UInt32($0[0])) })

  /// The ranker whose order is left alone in the other refreshes.
  package let inner: any Ranker
  /// At least 1, which sabotages all.
  package let every: UInt32
  private let sabotage = LeastRelevantRanker()

  package init(of inner: any Ranker, every: UInt32) {
    require(every >= 1, "a ranker sabotages one of \(every) refreshes, not of 1 or more")
    self.inner = inner
    self.every = every
  }

  package var changesByLooks: Bool { inner.changesByLooks }

  package var fingerprint: RankerFingerprint { inner.fingerprint.with(Int(every)) }

  package var needsLatentRelevance: Bool { true }

  package var leavesOut: Bool { inner.leavesOut }

  package var failure: RankerFailure? { inner.failure }

  package var learns: Bool { inner.learns }

  package func endWorld() { inner.endWorld() }

  /// The pages of sabotaged refreshes are not the other ranker's.
  package func learn(_ events: [RankerEvent]) {
    inner.learn(
      events.map { event in
        guard case .impression(let impression) = event.content,
          sabotages(impression.refresh, of: impression.viewer)
        else { return event }
        return event.ofOthers
      })
  }

  package func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    ranker(of: request).start(of: request, in: community)
  }

  package func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    ranker(of: request).fill(&page, for: request, from: community)
  }

  private func ranker(of request: FeedRequest) -> any Ranker {
    guard let viewer = request.viewer else { return inner }
    return sabotages(request.refresh, of: viewer) ? sabotage : inner
  }

  private func sabotages(_ refresh: UInt32, of viewer: MemberID) -> Bool {
    // Refreshes are not numbered one by one: a session's stand in the low bits. Multiplying spreads
    // viewers and refreshes over the high bits.
    let key = (viewer.rawValue &* 0x85EB_CA6B ^ refresh) &* 0x9E37_79B1
    return (key >> 16).isMultiple(of: every)
  }
}

/// The ideal order turned around.
private struct LeastRelevantRanker: ScoringRanker {
  var features: FeatureSet { [.isFriend] }

  func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>) {
    guard let latent = candidates.latent else {
      fatalError("a sabotaged ranker needs a simulation's latent relevance")
    }
    let isFriend = candidates[.isFriend]
    for index in 0..<candidates.count {
      scores[index] = -latent.relevance(
        of: candidates.posts[index], for: candidates.viewer, isFriend: isFriend[index] == 1,
        now: candidates.now)
    }
  }
}
