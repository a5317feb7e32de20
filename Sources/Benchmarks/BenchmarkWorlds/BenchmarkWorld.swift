package import BenchmarkSupport
package import FeedMetrics
package import SocialFeed
package import SyntheticSociety

/// A world of the default society that a benchmark lives through.
package struct BenchmarkWorld {
  package var members = 10_000
  package var days = 3.0
  /// What orders ``surface``; other feeds have their defaults.
  package var ranker: RankerSettings
  /// Whether sessions open no other feed.
  package var isOnly = false
  /// What watches; `nil` for nothing.
  package var metrics: MetricSet?
  package var sampledMembers = MetricOptions().sampledMembers
  package var isDigested = false
  /// Whether the intercepts of people's actions are solved for, as a run of FeedLab does, or taken as they
  /// about are in the default society, which keeps the set-up short.
  package var isSolved = true

  package init(ranker: RankerSettings) { self.ranker = ranker }

  /// The home feed, or the contest's for rankers that order contests alone.
  package var surface: Surface { ranker.descriptor.surfaces.contains(.home) ? .home : .contest }

  /// What a world did, and what that took.
  package struct Life {
    package let summary: WorldSummary
    /// How many values the metrics had.
    package let values: Int
    /// Of what there was to see, where it was asked for.
    package let digest: String?
    /// Growing the community is the set-up; values are asked for at the end of the work.
    package let timer: CaseTimer
  }

  /// Lives through it.
  package func live() -> Life {
    var timer = CaseTimer()
    var parameters = SocietyParameters.society(members: members, days: days)
    if isOnly { parameters.openOnly(surface) }
    var run = WorldRun(
      parameters: parameters, arm: Arm(name: ranker.name, choices: [(surface, ranker)]), seed: 1,
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
    return Life(summary: summary, values: values, digest: digest?.hexDigest, timer: timer)
  }

  /// Asks for every value in every scope.
  private static func valueCount(_ metrics: MetricSink) -> Int {
    let values = ([.all] + metrics.scopes).reduce(0) { $0 + metrics.values(in: $1).count }
    return metrics.tables().reduce(values) { $0 + $1.rows.count }
  }
}

extension SolvedIntercepts {
  /// Rounded from those of 2,000 members over eight days.
  fileprivate static var usual: SolvedIntercepts {
    var usual = SolvedIntercepts()
    (usual.open, usual.like, usual.vote) = (-2.95, -4.36, -4.46)
    (usual.comment, usual.save, usual.usualUtility) = (-6.59, -6.59, -0.25)
    return usual
  }
}

extension CaseLine {
  /// Adds what a world was and did, and prints it by its pages.
  package mutating func print(_ world: BenchmarkWorld, _ life: BenchmarkWorld.Life) {
    let summary = life.summary
    add("ranker", world.ranker.name)
    add("surface", world.isOnly ? world.surface.description : "all")
    add("metrics", world.metrics?.rawValue ?? "none")
    add("digest", life.digest ?? "none")
    add("values", life.values)
    add("members", world.members)
    add("days", world.days, places: 1)
    add("posts", summary.posts)
    add("events", summary.events)
    add("impressions", summary.impressions)
    addRate("impressions_per_cpu_second", of: summary.impressions, life.timer)
    addRate("events_per_cpu_second", of: summary.events, life.timer)
    // What happens to somebody: also what one event of the list brings with it.
    addRate(
      "happenings_per_cpu_second",
      of: summary.events + summary.pages + summary.examined + summary.interactions, life.timer)
    add("peak_bytes_per_member", ProcessUsage.now.peakBytes / summary.members)
    print("pages", summary.pages, life.timer)
  }
}
