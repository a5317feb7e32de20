internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// Music Lab: when people see how many chose a song, and songs stand in that order, success becomes more unequal and
/// less predictable.
///
/// In the study, listeners were spread over one world without counts and eight worlds with them, all with the same 48
/// songs from the start; success is a song's share of downloads. Here 48 entries of a contest are there from the start,
/// success is an entry's share of votes, and a replication has four pairs of worlds: without counts in random
/// order, and with counts in the order of votes. The songs of the worlds are not the same ones, so that the success of
/// entries of the same rank in appeal is compared, which makes both kinds of worlds look less predictable. Songs do not
/// age.
struct MusicLabStudy: PublishedStudy {
  let name = "Music Lab"
  let source = "Salganik, Dodds & Watts, Science 311, 2006"

  let results = [
    StudyResult(
      "Gini of success, without counts", .value(0.32, within: 0.02, noEffect: 0),
      basis: "reading of a figure"),
    StudyResult(
      "Gini of success, ranked and counted", .value(0.575, within: 0.02, noEffect: 0.32),
      basis: "reading of a figure"),
    StudyResult("unpredictability, ranked ÷ without counts", .above(2)),
  ]

  private static let entries = 48
  private static let worlds: UInt32 = 4

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.society(members: setting.share < 1 ? 300 : 600, days: 7)
    parameters.openOnly(.contest)
    parameters.switchOff("freshness")
    parameters.entering.entriesPerMember = 0
    parameters.entering.atStart = Double(Self.entries)
    let hidden = Arm(
      name: "independent", choices: [(.contest, RankerSettings(RandomRanker.descriptor))],
      app: .withoutCounts)
    var successes: (independent: [[Double]], ranked: [[Double]]) = ([], [])
    for world in 0..<Self.worlds {
      let run = WorldRun(
        study: parameters, seed: 72, replication: number * Self.worlds + world, setting)
      let (alone, crowd) = (EntryVotes(), EntryVotes())
      run.under(hidden, alone)
      run.under(.votes, crowd)
      let order = alone.entriesByAppeal
      successes.independent.append(alone.shares(in: order))
      successes.ranked.append(crowd.shares(in: order))
    }
    let spread = unpredictability(successes.independent)
    return [
      Summary(successes.independent.compactMap(giniCoefficient)).mean,
      Summary(successes.ranked.compactMap(giniCoefficient)).mean,
      spread > 0 ? unpredictability(successes.ranked) / spread : nil,
    ]
  }

  /// The mean difference of an entry's success between two worlds, over entries and pairs of worlds.
  private func unpredictability(_ worlds: [[Double]]) -> Double {
    var differences: [Double] = []
    for one in worlds.indices {
      for other in 0..<one {
        differences += zip(worlds[one], worlds[other]).map { ($0 - $1).magnitude }
      }
    }
    return Summary(differences).mean
  }
}

extension AppSettings {
  /// The default app, but for the numbers of likes and votes.
  fileprivate static var withoutCounts: AppSettings {
    var app = AppSettings()
    app.counts = .hidden
    return app
  }
}

/// The votes of each entry, and how much it appeals.
private final class EntryVotes: ObservationSink {
  private var entries: [PostID] = []
  private var votes: [PostID: Int] = [:]
  private var relevance: [PostID: Summary] = [:]

  func observe(_ entry: EntryObservation) { entries.append(entry.post) }

  func observe(_ page: borrowing PageObservation) {
    for index in page.posts.indices {
      relevance[page.posts[index], default: Summary()].add(page.relevance[index])
    }
  }

  func observe(_ interaction: InteractionObservation) {
    if interaction.kind == .vote { votes[interaction.post, default: 0] += 1 }
  }

  /// The numbers of the entries, the one of the greatest mean relevance first.
  var entriesByAppeal: [Int] {
    let appeal = entries.map { relevance[$0]?.mean ?? 0 }
    return entries.indices.sorted { (appeal[$1], $0) < (appeal[$0], $1) }
  }

  /// The shares of all votes that entries got, in an order of their numbers.
  func shares(in order: [Int]) -> [Double] {
    let all = Double(max(1, votes.values.reduce(0, +)))
    return order.map { Double(votes[entries[$0]] ?? 0) / all }
  }
}
