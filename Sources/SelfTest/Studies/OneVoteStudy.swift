internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// One vote: a comment that was given one up-vote at random when it appeared was voted up more often by the next
/// reader, and ended with a higher score.
///
/// Here a planted vote is given to half of a contest's entries when they are submitted; the feed is in random order,
/// as the site's was not by score, and the planted vote is left out of the score.
struct OneVoteStudy: PublishedStudy {
  let name = "one vote"
  let source = "Muchnik, Aral & Taylor, Science 341, 2013"

  let results = [
    StudyResult(
      "odds of the next vote, planted ÷ not", .value(1.32, within: 0.1, noEffect: 1),
      basis: "standard error of 4,049 treated comments"),
    StudyResult(
      "final score, planted ÷ not", .value(1.25, within: 0.01, noEffect: 1),
      basis: "as printed; no error is"),
    StudyResult(
      "correction after a planted down-vote", .inexpressible("the model has no down-votes")),
  ]

  func values(replication number: UInt32, _ setting: SelfTestSetting) -> [Double?] {
    var parameters = SocietyParameters.society(members: setting.share < 1 ? 600 : 2000, days: 7)
    parameters.openOnly(.contest)
    parameters.entering.entriesPerMember = 1
    parameters.plantedVotes.votes = 1
    parameters.plantedVotes.share = 0.5
    let run = WorldRun(study: parameters, seed: 73, replication: number, setting)
    let sink = PlantedEntries()
    run.under(.ordering(.contest, by: "random"), sink)
    return [sink.oddsRatio, sink.scoreRatio]
  }
}

/// Votes for entries with a planted vote, and for the others.
private final class PlantedEntries: ObservationSink {
  private struct Entry {
    var hasPlantedVote = false
    var votes = 0
  }

  private var entries: [PostID: Entry] = [:]
  /// The looks, at entries without a reader's vote, that may bring one, as requests and posts.
  private var firstChances = PairSet()
  private var voted = PairSet()
  private var chances = (planted: 0, others: 0)
  private var successes = (planted: 0, others: 0)

  func observe(_ entry: EntryObservation) { entries[entry.post] = Entry() }

  func observe(_ page: borrowing PageObservation) {
    for index in page.posts.indices where page.examined[index] {
      let post = page.posts[index]
      guard let entry = entries[post], entry.votes == 0 else { continue }
      firstChances.insert(page.request, post.rawValue)
      if entry.hasPlantedVote { chances.planted += 1 } else { chances.others += 1 }
    }
  }

  func observe(_ interaction: InteractionObservation) {
    guard interaction.kind == .vote, var entry = entries[interaction.post] else { return }
    defer { entries[interaction.post] = entry }
    guard let request = interaction.request else {
      entry.hasPlantedVote = true
      return
    }
    entry.votes += 1
    guard firstChances.contains(request, interaction.post.rawValue) else { return }
    if entry.hasPlantedVote { successes.planted += 1 } else { successes.others += 1 }
  }

  var oddsRatio: Double? {
    let (planted, others) = (
      Double(successes.planted) / Double(chances.planted - successes.planted),
      Double(successes.others) / Double(chances.others - successes.others)
    )
    return planted.isFinite && others > 0 ? planted / others : nil
  }

  var scoreRatio: Double? {
    func mean(_ hasPlantedVote: Bool) -> Double {
      let group = entries.values.filter { $0.hasPlantedVote == hasPlantedVote }
      return Double(group.reduce(0) { $0 + $1.votes }) / Double(group.count)
    }
    let (planted, others) = (mean(true), mean(false))
    return planted.isFinite && others > 0 ? planted / others : nil
  }
}
