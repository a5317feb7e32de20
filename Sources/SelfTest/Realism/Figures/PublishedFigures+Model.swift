internal import SocialFeed

extension PublishedFigures {
  private static func stated(
    _ key: String, _ statistic: CommunityStatistic, _ value: Double, within tolerance: Double,
    note: String? = nil
  ) -> PublishedFigure {
    PublishedFigure(
      .model, key, statistic, value, .stated(.near(value, within: tolerance)), note: note)
  }

  /// Results that the behaviour model states. A preset changes some of them by design.
  static let model: [PublishedFigure] = [
    stated(
      "B3.gini", CommunityColumn.postsOfMember[.gini], 0.67, within: 0.03,
      note: "posts of a month there"),
    stated(
      "B3.top10", CommunityColumn.postsOfMember[.top10], 0.63, within: 0.03,
      note: "posts of a month there"),
    stated(
      "B3.top1", CommunityColumn.postsOfMember[.top1], 0.25, within: 0.03,
      note: "posts of a month there"),
    PublishedFigure(.model, "posting.share", .postingShare, 0.2, .relative),
    PublishedFigure(.model, "posting.mean", .postsPerMonth, 4.3, .relative),
    PublishedFigure(
      .model, "posting.hours", .hoursOfUploads, 0, .distance,
      note: "uploads follow the hours of looks"),
    stated(
      "B5.1", .survival(afterSessions: 1), 0.85, within: 0.015,
      note: "leaving without satisfaction and friends; with a preset nobody leaves"),
    stated(
      "B5.7", .survival(afterSessions: 7), 0.488, within: 0.015,
      note: "leaving without satisfaction and friends; with a preset nobody leaves"),
    stated(
      "B5.30", .survival(afterSessions: 30), 0.225, within: 0.015,
      note: "leaving without satisfaction and friends; with a preset nobody leaves"),
    stated("B6", .lateEntries, 0.361, within: 0.015),
    PublishedFigure(.model, "entering.entries", .entriesPerContest, 180, .relative),
    PublishedFigure(
      .model, "G1", CommunityColumn.followersOfMember[.tailExponent(from: nil)], 2.4,
      .stated(.between(2, 2.8))),
    stated("G2.reciprocity", .reciprocity, 0.3, within: 0.04),
    stated("G2.delay", .returnsInTwoDays, 0.81, within: 0.03),
    PublishedFigure(.model, "G3.clustering", .clustering, 0.25, .stated(.between(0.2, 0.3))),
    PublishedFigure(
      .model, "G3.random", .clusteringRatio, 3.65, .relative,
      note: "of Advogato's 5,155 members; the clustering of a random graph falls with its size"),
    PublishedFigure(.model, "G3.giant", .giantShare, 0.95, .stated(.atLeast(0.95))),
    PublishedFigure(.model, "graph.friends", CommunityColumn.friendsOfMember[.mean], 6, .relative),
    PublishedFigure(
      .model, "actions.open", .perLook(.view, "opens"), 0.18, .relative, .random,
      note: "the rate is set for first looks"),
    PublishedFigure(
      .model, "actions.deviation", .clickRateDeviation, 1.1, .relative, .random),
    PublishedFigure(.model, "actions.undo", .takenBack, 0.02, .relative),
    PublishedFigure(
      .model, "dwell.viewed", CommunityColumn.viewedSeconds[.median], 2.5, .relative, .random,
      note: "the median is of an item of utility 0"),
    PublishedFigure(
      .model, "dwell.opened", CommunityColumn.openedSeconds[.median], 12, .relative, .random),
    PublishedFigure(
      .model, "dwell.deviation", CommunityColumn.viewedSeconds[.logDeviation], 0.8, .relative,
      .random),
  ]

  static let modelUncompared = [
    UncomparedFigures(
      .model, ["K1", "K2", "K3", "K4", "K5", "K6"],
      "They are of the simulator and its statistics: see 'feedlab selftest kernel stats'."),
    UncomparedFigures(
      .model, ["B1", "B2"],
      "Logs do not show which posts were skipped without a look: see 'feedlab selftest B1 B2'."),
    UncomparedFigures(
      .model, ["B4", "F9"],
      "They compare worlds under several rankers: see 'feedlab selftest B4 F9'."),
    UncomparedFigures(
      .model, ["R1", "R2"],
      "They read real data; the hours of R2 are compared: see 'feedlab selftest R1 R2'."),
    UncomparedFigures(
      .model, ["F6", "F7", "F12"],
      "They are arithmetic of rankers: see 'feedlab selftest F6 F7 F12'."),
    UncomparedFigures(
      .model, ["G1.linear"], "It is of another model of attachment: see 'feedlab selftest G1'."),
    UncomparedFigures(
      .model, ["components"],
      "The other defaults of behaviours are inputs, which a world has by construction."),
  ]

  static let studiesUncompared = [
    UncomparedFigures(
      .studies,
      [
        "homogenisation", "diversity_paradox", "clickbait", "supply_response", "lock_out",
        "flooding",
      ],
      "They are differences between rankers in one community: see 'feedlab selftest studies', and F12."
    ),
    UncomparedFigures(
      .studies, ["music_lab", "one_vote", "interference", "offline_against_online"],
      "They compare worlds under several arms: see 'feedlab selftest studies', and F9."),
  ]
}
