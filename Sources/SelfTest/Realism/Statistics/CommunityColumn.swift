package import Calibration
internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// A column of numbers that a run and a real log both have, such as followers of each member.
package struct CommunityColumn: Sendable {
  /// The counted things and whose they are, such as `followers of a member`.
  package let name: String
  package let values: @Sendable (CommunityRecord) -> CountedValues

  init(_ name: String, _ values: @escaping @Sendable (CommunityRecord) -> CountedValues) {
    self.name = name
    self.values = values
  }

  /// A statistic of the column.
  package subscript(_ shape: ColumnShape) -> CommunityStatistic {
    CommunityStatistic("\(name): \(shape.name)") { shape.value(of: values($0)) }
  }
}

extension CountedValues {
  init(whole numbers: some Sequence<Int>) { self.init(numbers.map { Double($0) }) }
}

// MARK: Members

extension CommunityColumn {
  /// Logs of impressions have no members without looks.
  static let looksOfMember = CommunityColumn("looks of a member") {
    CountedValues(whole: $0.looks.looksOfMember).positive
  }
  /// Of members who looked at something.
  static let opensOfMember = CommunityColumn("opens of a member") { record in
    CountedValues(
      whole: zip(record.run.viewsOfMember, record.looks.looksOfMember).filter { $0.1 > 0 }
        .map(\.0))
  }
  /// Of members who were there throughout and came.
  static let sessionsOfMember = CommunityColumn("sessions of a member") { record in
    CountedValues(
      whole: zip(record.looks.sessionsOfMember, record.looks.isThereThroughout)
        .filter { $0.0 > 0 && $0.1 }.map(\.0))
  }
  /// Of those with any.
  static let actionsOfMember = CommunityColumn("posts and comments of a member") {
    CountedValues(whole: $0.posts.actionsOfMember).positive
  }
  /// Of those who post.
  static let postsOfMember = CommunityColumn("posts of a member who posts") {
    CountedValues(whole: $0.posts.postsOfMember).positive
  }
  static let followersOfMember = CommunityColumn("followers of a member") {
    CountedValues(whole: $0.follows.inDegrees)
  }
  static let followingOfMember = CommunityColumn("follows of a member") {
    CountedValues(whole: $0.follows.outDegrees)
  }
  static let mutualOfMember = CommunityColumn("mutual follows of a member") {
    CountedValues(whole: $0.mutualOfMember)
  }
  static let friendsOfMember = CommunityColumn("friends of a member") {
    CountedValues(whole: $0.friendsOfMember)
  }
}

extension CommunityRecord {
  /// Follows of each member that are returned.
  fileprivate var mutualOfMember: [Int] {
    let pairs = Set(run.follows)
    var counts = [Int](repeating: 0, count: follows.nodeCount)
    for follow in run.follows
    where pairs.contains(RunColumns.Follow(from: follow.to, to: follow.from)) {
      counts[follow.from.index] += 1
    }
    return counts
  }
}

// MARK: Posts

extension CommunityColumn {
  /// Posts of the measured time that are a day old at its end.
  static let opensOfPost = CommunityColumn("opens of a post") {
    CountedValues(whole: $0.posts.settled.map(\.opens))
  }
  static let likesOfPost = CommunityColumn("likes of a post") {
    CountedValues(whole: $0.posts.settled.map(\.likes))
  }
  static let commentsOfPost = CommunityColumn("comments of a post") {
    CountedValues(whole: $0.posts.settled.map(\.comments))
  }

  /// Looks at each post that anybody looked at, as whole numbers from 1 that are scaled to the mean of a
  /// log: a community that is small beside its activity looks at each post more often.
  ///
  /// - Parameter mean: Looks a post in the log.
  static func looksOfPost(scaledTo mean: Double) -> CommunityColumn {
    CommunityColumn("looks at a post") { record in
      let looks = record.posts.posts.map(\.looks).filter { $0 > 0 }
      return looks.isEmpty
        ? CountedValues([]) : RealismCard.counts(looks, scaledTo: mean)
    }
  }
}

// MARK: Times

extension CommunityColumn {
  static let uploadGaps = CommunityColumn("gaps between uploads") {
    CountedValues($0.posts.uploadGaps)
  }
  static let arrivalGaps = CommunityColumn("gaps between posts of all") {
    CountedValues($0.posts.arrivalGaps)
  }
  /// In hours.
  static let commentDelays = CommunityColumn("delay of comments, h") {
    CountedValues($0.posts.commentDelays.map { $0 / 3600 })
  }
  /// In minutes, of those within a day.
  static let commentDelaysInDay = CommunityColumn("delay of comments within a day, min") {
    CountedValues($0.posts.commentDelays.filter { $0 <= 86_400 }.map { $0 / 60 })
  }
  /// In minutes.
  static let actionGaps = CommunityColumn("gaps of a member's posts and comments, min") {
    CountedValues($0.posts.actionGaps.map { $0 / 60 })
  }
  /// Photos of one author on one day.
  static let batches = CommunityColumn("uploads of an author in a day") { record in
    var sizes: [UInt64: Int] = [:]
    for post in record.posts.published {
      let day = UInt64(post.createdAt / 86_400)
      sizes[UInt64(post.author.rawValue) << 32 | day, default: 0] += 1
    }
    return CountedValues(whole: sizes.values)
  }
  static let viewedSeconds = CommunityColumn("seconds at an unopened item", \.decisions.viewed)
  static let openedSeconds = CommunityColumn("seconds at an opened item", \.decisions.opened)
}
