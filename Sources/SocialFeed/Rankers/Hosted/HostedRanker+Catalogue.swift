extension HostedRanker {
  /// A ranker that is another program.
  public static let command = RankerDescriptor(
    name: "command",
    summary:
      "By the scores, the order or the pages of another program, in any language, which FeedLab starts.",
    order: order("the program")
      + "; with 'kind: order' the order that it gives; with 'kind: serve' the pages that it gives",
    parameters: [.pool], host: make)

  /// A ranker in a shared library.
  public static let library = RankerDescriptor(
    name: "library", summary: "By the scores of a function in a shared library.",
    order: order("the library"), parameters: [.pool], host: make)

  /// A ranker that is a service.
  public static let url = RankerDescriptor(
    name: "url",
    summary:
      "By the scores, the order or the pages of a service, which FeedLab asks over HTTP or TCP.",
    order: order("the service")
      + "; with 'dialect: prosocial' the order, and with 'dialect: atproto' the pages, that it gives",
    parameters: [.pool], host: make)

  /// The ranker of a host, by its kind.
  private static func make(
    _ values: [Double], _ host: any RankerHost, world: RankerWorld, learnsUntil end: Double,
    probe: RankerProbe
  ) -> any Ranker {
    switch host.kind {
    case .score, .order:
      HostedRanker(host, world: world, pool: Int(values[0]), learnsUntil: end, probe: probe)
    case .serve: ServingRanker(host, world: world, learnsUntil: end, probe: probe)
    }
  }

  private static func order(_ asked: String) -> String {
    "the score that \(asked) gives, rounded to 24 significant bits, descending; then id, descending"
  }
}

extension RankerSettings {
  /// The bytes of what stands still of a viewer's newest refreshes at most, where the ranker is external:
  /// 4 for a candidate, and 8 for its score where the ranker learns.
  package var frozenBytes: Double {
    guard let host else { return 0 }
    let candidate: Double =
      switch host.kind {
      case .score: host.learns ? 12 : 0
      case .order: 4
      // What was served is as much as the viewer has scrolled over.
      case .serve: 0
      }
    return Double(FrozenRefreshes<FrozenScores>.kept) * candidate * values[0]
  }
}
