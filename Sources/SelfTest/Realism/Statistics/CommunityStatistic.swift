internal import Calibration
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// A number that describes a community, measured in the same way in a run as in a real log.
package struct CommunityStatistic: Sendable {
  /// A few words; statistics of one name are one statistic.
  package let name: String
  /// The value; `nil` where the run cannot measure it.
  package let value: @Sendable (CommunityRecord) -> Double?

  init(_ name: String, _ value: @escaping @Sendable (CommunityRecord) -> Double?) {
    self.name = name
    self.value = value
  }
}

// MARK: Sessions

extension CommunityStatistic {
  static let sessionsPerDay = session("sessions a member a day", \.sessionsPerUserDay)
  static let looksPerSession = session("looks a session", \.impressionsPerSession)
  static let loadsPerSession = session("page loads a session", \.loadsPerSession)
  static let looksPerLoad = session("looks a page load", \.impressionsPerLoad)

  /// A share among the gaps of a second or more between looks.
  ///
  /// - Parameter bin: Of `GapBins.edges` but the first.
  static func gapShare(_ bin: Int, _ name: String) -> CommunityStatistic {
    session("gaps between looks of \(name)") { $0.gapShares?[bin] }
  }

  private static func session(
    _ name: String, _ value: @escaping @Sendable (SessionStatistics) -> Double?
  ) -> CommunityStatistic {
    CommunityStatistic(name) { record in
      let users = record.looks.looksOfMember.count { $0 > 0 }
      guard record.looks.measuredDays > 0 else { return nil }
      return SessionStatistics(
        gaps: record.looks.gaps, users: users, days: record.looks.measuredDays
      ).flatMap(value)
    }
  }

  /// The share of members who joined during the run and are still there after so many sessions.
  static func survival(afterSessions limit: Int) -> CommunityStatistic {
    CommunityStatistic(
      "newcomers still there after \(limit) \(limit == 1 ? "session" : "sessions")"
    ) { $0.decisions.newcomers.survival(after: limit) }
  }
}

// MARK: Ranks

extension CommunityStatistic {
  /// Looks at a rank of the home feed, from 1, for each look at the first.
  static func looks(atRank rank: Int) -> CommunityStatistic {
    CommunityStatistic("looks at rank \(rank) ÷ at rank 1") { record in
      let looks = record.looks.looksOfRank
      guard let first = looks.first else { return nil }
      return ratio(Double(rank <= looks.count ? looks[rank - 1] : 0), Double(first))
    }
  }
}

// MARK: Hours and days

extension CommunityStatistic {
  /// Total variation between the hours of looks and KuaiRand's hours.
  static let hoursOfLooks = CommunityStatistic("hours of looks: distance from the log's") {
    HourCurve(counts: $0.looks.looksOfHour).map {
      totalVariation($0.shares, Sessions.Parameters.kuairandHours)
    }
  }
  static let peakToTrough = CommunityStatistic("looks in the busiest ÷ the quietest hour") {
    HourCurve(counts: $0.looks.looksOfHour)?.peakToTrough
  }
  static let hoursOfUploads = CommunityStatistic("hours of uploads: distance from looks'") {
    record in
    guard let looks = HourCurve(counts: record.looks.looksOfHour),
      let uploads = HourCurve(counts: record.posts.hoursOfUploads)
    else { return nil }
    return uploads.totalVariation(to: looks)
  }
  static let opensByHour = CommunityStatistic("opens a look, highest ÷ lowest hour") { record in
    let rates = zip(record.looks.opensOfHour, record.looks.looksOfHour).map {
      ratio(Double($0), Double($1)) ?? 0
    }
    return ratio(rates.max(), rates.min())
  }

  /// Looks on a weekday, from 0 for Monday, relative to the mean day.
  static func weekday(_ index: Int, _ name: String) -> CommunityStatistic {
    CommunityStatistic("looks on a \(name) ÷ on a mean day") { record in
      let days = record.looks.wholeDays
      guard days.count >= 7 else { return nil }
      // The first day of a run is a Monday, as 1970-01-05 was.
      return WeekdayFactors(days: days.map { (day: $0 + 4, count: record.looks.looksOfDay[$0]) })?
        .factors[index].value
    }
  }
}

extension PostColumns {
  /// A batch is one upload: its posts were not decided one by one.
  fileprivate var hoursOfUploads: [Int] {
    var hours = [Int](repeating: 0, count: 24)
    var last: (author: MemberID, time: Double)?
    for post in published {
      let upload = (author: post.author, time: post.createdAt)
      if let last, last == upload { continue }
      last = upload
      hours[Int(post.createdAt.truncatingRemainder(dividingBy: 86_400) / 3600)] += 1
    }
    return hours
  }
}

// MARK: Acting

extension CommunityStatistic {
  /// Interactions of a kind for each look.
  static func perLook(_ kind: InteractionKind, _ name: String) -> CommunityStatistic {
    CommunityStatistic("\(name) a look") { $0.run.rate(of: kind) }
  }

  static let clickRateMean = clickRates("open rate of a member: mean", \.mean.value)
  static let clickRateVariation = clickRates("open rate of a member: sd ÷ mean", \.variation.value)
  static let clickRateDeviation = clickRates(
    "open rate of a member: sd of log odds", \.logitDeviation.value)

  /// Rates of members who looked at something, by a beta-binomial fit, which excludes the noise of few looks.
  private static func clickRates(
    _ name: String, _ value: @escaping @Sendable (BetaBinomialFit) -> Double
  ) -> CommunityStatistic {
    CommunityStatistic(name) { record in
      let pairs = record.clicks.map { (successes: $0.opens, trials: $0.looks) }
      return (try? BetaBinomialFit(CountedPairs(pairs))).map(value)
    }
  }

  static let activityAndClicks = CommunityStatistic("looks and open rate of a member: Spearman") {
    let clicks = $0.clicks
    return spearman(
      clicks.map { Double($0.looks) }, clicks.map { Double($0.opens) / Double($0.looks) })
  }

  /// Between posts, of opens among looks.
  static let postRateVariation = CommunityStatistic("open rate of a post: sd ÷ mean") { record in
    let pairs = record.posts.posts.map { (successes: min($0.opens, $0.looks), trials: $0.looks) }
    return try? BetaBinomialFit(CountedPairs(pairs)).variation.value
  }
  /// Between entries, of votes among looks in the contest's feed.
  static let voteRateVariation = CommunityStatistic("votes for an entry a look: sd ÷ mean") {
    let pairs = $0.posts.posts.filter { $0.contestLooks > 0 }.map {
      (successes: min($0.votes, $0.contestLooks), trials: $0.contestLooks)
    }
    return try? BetaBinomialFit(CountedPairs(pairs)).variation.value
  }
  static let voteRateGini = CommunityStatistic("votes for an entry a look: Gini") {
    CountedValues(
      $0.posts.posts.filter { $0.contestLooks > 0 }.map {
        Double($0.votes) / Double($0.contestLooks)
      }
    ).gini
  }

  static let takenBack = CommunityStatistic("likes and saves that are taken back") { record in
    ratio(
      Double(record.run.count(of: .unlike) + record.run.count(of: .unsave)),
      Double(record.run.count(of: .like) + record.run.count(of: .save)))
  }
}

extension CommunityRecord {
  /// Opens and looks of each member who looked at something.
  fileprivate var clicks: [(opens: Int, looks: Int)] {
    zip(run.viewsOfMember, looks.looksOfMember).filter { $0.1 > 0 }
      .map { (opens: min($0, $1), looks: $1) }
  }
}
