internal import SyntheticSociety

/// Fits the graph of follows.
extension LogTallies {
  private static let followsKey = "behaviour.graph.follows"
  private static let reciprocityKey = "behaviour.graph.reciprocity"
  private static let followBackKey = "behaviour.following.follow-back"

  /// - Parameter size: The size of the community; `nil` where it is not known.
  func fitTies(in size: CommunitySize?, into list: inout FigureList) {
    for table in follows { fitGraph(table, size, into: &list) }
    for table in people { fitPeople(table, size, into: &list) }
  }

  private func fitGraph(
    _ table: FollowTally, _ size: CommunitySize?, into list: inout FigureList
  ) {
    let graph = FollowGraph(nodeCount: table.members.count, edges: table.distinctEdges)
    let (followers, followees) = (graph.degrees { $0.to }, graph.degrees { $0.from })
    if let mean = followees.meanEstimate {
      addFollows(mean, of: graph.nodeCount, size, from: table.source, into: &list)
    }
    if let reciprocity = Estimate.ratio(over: graph.returnedPairs) {
      addReciprocity(reciprocity, of: graph.edges.count, from: table.source, into: &list)
    }
    if let clustering = FollowGraphStatistics(graph).meanClustering {
      list.add(
        "clustering, mean over members", clustering, n: graph.nodeCount, from: table.source)
    }
    fitDegrees(followers, "followers", of: graph, from: table.source, into: &list)
    fitDegrees(followees, "followees", of: graph.reversed, from: table.source, into: &list)
    fitFollowBack(table, into: &list)
  }

  /// In a smaller community a member follows fewer, the same share of all.
  private func addFollows(
    _ mean: Estimate, of count: Int, _ size: CommunitySize?, from source: String,
    into list: inout FigureList
  ) {
    let scale = size?.share ?? 1
    if scale < 1 { list.add("follows a member of the logs", mean, n: count, from: source) }
    list.add(
      scale < 1 ? "follows a member, the same share of the members" : "follows a member",
      Estimate(mean.value * scale, standardError: mean.standardError.map { $0 * scale }), n: count,
      from: source, key: Self.followsKey)
  }

  private func fitPeople(
    _ table: PeopleTally, _ size: CommunitySize?, into list: inout FigureList
  ) {
    let followees = table.following.column
    if let mean = followees.meanEstimate {
      if table.isTopSample {
        let reason = "a sample of the most active users does not represent all users"
        list.refuse("follows a member", reason, from: table.source, key: Self.followsKey)
      } else {
        addFollows(mean, of: followees.count, size, from: table.source, into: &list)
      }
    }
    if let share = Estimate.ratio(of: table.returnedOfMember, to: table.followsOfMember) {
      let count = Int(exactly: table.followsOfMember.reduce(0) { $0 + Double($1) })
      addReciprocity(share, of: count, from: table.source, into: &list)
    }
    fitDegrees(table.followers.column, "followers", from: table.source, into: &list)
    fitDegrees(followees, "followees", from: table.source, into: &list)
    fitDegrees(table.mutual.column, "mutual follows", from: table.source, into: &list)
  }

  /// Adds the share of follows that are returned.
  private func addReciprocity(
    _ share: Estimate, of count: Int?, from source: String, into list: inout FigureList
  ) {
    list.add("reciprocity", share, n: count, from: source, key: Self.reciprocityKey)
  }

  /// - Parameter graph: Whose in-degrees they are, where the logs have it.
  private func fitDegrees(
    _ column: CountedValues, _ name: String, of graph: FollowGraph? = nil, from source: String,
    into list: inout FigureList
  ) {
    let positive = column.positive
    guard !positive.isEmpty else { return }
    list.attempt("\(name), discretised log-normal", from: source) { (list) throws(FitRefusal) in
      let fit = try DiscreteLogNormalFit(positive, of: graph)
      for (parameter, estimate) in [("mu", fit.mu), ("sigma", fit.sigma)] {
        list.add(
          "\(name), discretised log-normal \(parameter)", estimate, n: fit.quality.count,
          quality: fit.quality.summary, from: source)
      }
    }
    guard name == "followers" else { return }
    list.attempt("\(name), tail", from: source) { (list) throws(FitRefusal) in
      let fit = try PowerLawFit(positive)
      list.add(
        "\(name), exponent of the tail from \(fit.xmin)",
        graph.map(fit.alpha(byMemberOf:)) ?? fit.alpha, n: fit.tailCount, quality: fit.summary,
        from: source)
    }
  }

  /// Fits the delays until follows are returned.
  private func fitFollowBack(_ table: FollowTally, into list: inout FigureList) {
    guard !table.times.isEmpty else { return }
    let name = "hours until a follow is returned"
    guard !table.hasDaysOnly else {
      list.refuse(
        name, "delays need times, these are dates", from: table.source, key: Self.followBackKey)
      return
    }
    let hours = table.followBackHours
    guard let mean = Estimate.ratio(over: hours) else {
      list.refuse(
        name, "no follow is returned later", from: table.source, key: Self.followBackKey)
      return
    }
    list.add(name, mean, n: hours.count, from: table.source, key: Self.followBackKey)
  }
}

extension FollowTally {
  /// Each follow once, in order.
  var distinctEdges: [FollowGraph.Edge] {
    let keys = edges.map { UInt64($0.from) << 32 | UInt64($0.to) }.sorted()
    var distinct: [FollowGraph.Edge] = []
    var last: UInt64?
    for key in keys where key != last {
      last = key
      distinct.append(.init(from: UInt32(key >> 32), to: UInt32(key & 0xFFFF_FFFF)))
    }
    return distinct
  }

  /// Delays from a follow to its return, without returns at the same instant.
  fileprivate var followBackHours: [MemberPair] {
    var firsts: [UInt64: Double] = [:]
    var hours: [MemberPair] = []
    for (edge, time) in zip(edges, times) where time.isFinite {
      if let other = firsts[UInt64(edge.to) << 32 | UInt64(edge.from)], time != other {
        hours.append(
          MemberPair(edge.from, edge.to, sum: (time - other).magnitude / 3600, size: 1))
      }
      firsts[UInt64(edge.from) << 32 | UInt64(edge.to)] = time
    }
    return hours
  }
}

extension FollowGraph {
  /// How many of the follows between two members are returned, of how many: both of two, or none of one.
  fileprivate var returnedPairs: [MemberPair] {
    let keys = edges.map { UInt64(min($0.from, $0.to)) << 32 | UInt64(max($0.from, $0.to)) }
      .sorted()
    var pairs: [MemberPair] = []
    var index = 0
    while index < keys.count {
      let isMutual = index + 1 < keys.count && keys[index + 1] == keys[index]
      let (low, high) = (UInt32(keys[index] >> 32), UInt32(keys[index] & 0xFFFF_FFFF))
      pairs.append(MemberPair(low, high, sum: isMutual ? 2 : 0, size: isMutual ? 2 : 1))
      index += isMutual ? 2 : 1
    }
    return pairs
  }

  /// The degrees of all members at one end of the follows, zeros included.
  fileprivate func degrees(_ end: (Edge) -> UInt32) -> CountedValues {
    var degrees = [Int](repeating: 0, count: nodeCount)
    for edge in edges { degrees[Int(end(edge))] += 1 }
    return CountedValues(degrees.lazy.map { Double($0) })
  }
}
