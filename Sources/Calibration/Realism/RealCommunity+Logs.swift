internal import SocialFeed
internal import SyntheticSociety

extension RealCommunity {
  /// The statistics of logs; of several tables with the same statistic, the first counts.
  package init(_ logs: LogTallies) {
    self.init()
    let people = logs.counts.filter { $0.unit == .user }
    activity =
      logs.histogram(.impressionsPerUser)
      ?? people.first { !$0.isUniform }?.impressions.column.positive
    hours = logs.histograms.first { $0.axis == .hourOfDay }.flatMap { table in
      HourCurve(counts: (0..<24).map { table.bins[$0] ?? 0 })?.shares
    }
    postPopularity = logs.histogram(.impressionsPerPost)
    if let table = logs.follows.first {
      let graph = FollowGraph(nodeCount: table.members.count, edges: table.distinctEdges)
      let statistics = FollowGraphStatistics(graph)
      reciprocity = statistics.reciprocity
      clustering = statistics.meanClustering
      var degrees = [Int](repeating: 0, count: graph.nodeCount)
      for edge in graph.edges { degrees[Int(edge.to)] += 1 }
      followers = CountedValues(degrees.lazy.map { Double($0) })
    } else {
      followers = logs.people.first?.followers.column
    }
    takeRates(logs)
  }

  private mutating func takeRates(_ logs: LogTallies) {
    for table in logs.counts {
      guard let view = table.kinds.firstIndex(of: "view"), table.impressionTotal > 0 else {
        continue
      }
      let rate = Double(table.actions[view]) / Double(table.impressionTotal)
      if table.isUniform {
        uniformClickRate = uniformClickRate ?? rate
      } else {
        producedClickRate = producedClickRate ?? rate
      }
    }
    for rate in logs.rates.flatMap(\.rates) {
      if rate.kind == "view" {
        producedClickRate = producedClickRate ?? rate.rate
        uniformClickRate = uniformClickRate ?? rate.uniformRate
      } else if let kind = Self.kinds[rate.kind] {
        if let value = rate.rate { actionRates.append(ActionRate(kind, value)) }
        if let value = rate.uniformRate { uniformActionRates.append(ActionRate(kind, value)) }
      }
    }
  }

  private static let kinds: [String: InteractionKind] = [
    "like": .like, "comment": .comment, "save": .save,
  ]
}

extension LogTallies {
  fileprivate func histogram(_ axis: HistogramAxis) -> CountedValues? {
    histograms.first { $0.axis == axis }.map { $0.column.positive }
  }
}
