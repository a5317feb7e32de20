package import BenchmarkSupport
package import FeedMetrics
package import SocialFeed
package import SyntheticSociety

/// A world of the default society for a benchmark.
package struct BenchmarkWorld {
  package var members = 10_000
  package var days = 3.0
  /// The ranker of ``surface``; other feeds have their defaults.
  package var ranker: RankerSettings
  /// Whether sessions open only this feed.
  package var isOnly = false
  /// The observed metrics; `nil` for none.
  package var metrics: MetricSet?
  package var sampledMembers = MetricOptions().sampledMembers
  package var isDigested = false
  /// Whether the intercepts of people's actions are solved, as in a run of FeedLab, or are approximate values
  /// of the default society, which keeps the set-up short.
  package var isSolved = true

  package init(ranker: RankerSettings) { self.ranker = ranker }

  /// The home feed, or the contest's for rankers that order only contests.
  package var surface: Surface { ranker.descriptor.surfaces.contains(.home) ? .home : .contest }

  /// The counts of a simulated world, and the time that it took.
  package struct Outcome {
    package let summary: WorldSummary
    /// The number of the metrics' values.
    package let values: Int
    /// The digest of all observations, where it was requested.
    package let digest: String?
    /// Growing the community is the set-up; the work includes computing the values at the end.
    package let timer: CaseTimer
  }

  /// Simulates the world.
  package func simulate() -> Outcome {
    var timer = CaseTimer()
    var parameters = SocietyParameters.society(members: members, days: days)
    if isOnly { parameters.openOnly(surface) }
    var run = WorldRun(
      parameters: parameters,
      arm: Arm(name: ranker.name, choices: [(surface, ranker)], pool: FeedPool()), seed: 1,
      world: 0)
    run.intercepts = isSolved ? SolvedIntercepts(for: run) : .usual
    let metrics = metrics.map {
      MetricSink(options: MetricOptions(sampledMembers: sampledMembers, set: $0))
    }
    var sinks: [any ObservationSink] = []
    if let metrics { sinks.append(metrics) }
    let digest = isDigested ? DigestSink() : nil
    if let digest { sinks.append(digest) }
    var hasBegun = false
    let summary = run.simulate(sinks: sinks) { _ in
      if !hasBegun { timer.begin() }
      hasBegun = true
      return true
    }!
    let values = metrics.map(Self.valueCount) ?? 0
    timer.end()
    return Outcome(summary: summary, values: values, digest: digest?.hexDigest, timer: timer)
  }

  /// Computes every value in every scope.
  private static func valueCount(_ metrics: MetricSink) -> Int {
    let values = ([.all] + metrics.scopes).reduce(0) { $0 + metrics.values(in: $1).count }
    return metrics.tables().reduce(values) { $0 + $1.rows.count }
  }
}

extension SolvedIntercepts {
  /// Intercepts rounded from those of 2,000 members over eight days.
  fileprivate static var usual: SolvedIntercepts {
    var usual = SolvedIntercepts()
    (usual.open, usual.like, usual.vote) = (-2.15, -5.7, -4.1)
    (usual.comment, usual.save, usual.usualUtility) = (-8.1, -7.4, -0.2)
    (usual.likeRates, usual.voteRates) = ([0.005], [0.05])
    return usual
  }
}

extension CaseLine {
  /// Adds a world's settings and counts, and prints the line with its pages as unit.
  package mutating func print(_ world: BenchmarkWorld, _ outcome: BenchmarkWorld.Outcome) {
    let summary = outcome.summary
    add("ranker", world.ranker.name)
    add("surface", world.isOnly ? world.surface.description : "all")
    add("metrics", world.metrics?.rawValue ?? "none")
    add("digest", outcome.digest ?? "none")
    add("values", outcome.values)
    add("members", world.members)
    add("days", world.days, digits: 1)
    add("posts", summary.posts)
    add("events", summary.events)
    add("impressions", summary.impressions)
    addRate("impressions_per_cpu_second", of: summary.impressions, outcome.timer)
    addRate("events_per_cpu_second", of: summary.events, outcome.timer)
    // An event of the list can cause several happenings.
    addRate(
      "happenings_per_cpu_second",
      of: summary.events + summary.pages + summary.examined + summary.interactions, outcome.timer)
    add("peak_bytes_per_member", ProcessUsage.now.peakBytes / summary.members)
    print("pages", summary.pages, outcome.timer)
  }
}
