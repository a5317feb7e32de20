/// How many members the fitted community has.
struct CommunitySize {
  /// The members of the logs, and where they were counted.
  private let found: (count: Int, source: String)?
  /// The members of the fitted community.
  private let count: Int

  /// A larger community is simulated with so many members, so that a comparison takes seconds a world.
  private static let mostMembers = 10_000
  /// Fewer are no community in which rankers can be compared.
  private static let fewest = 50

  /// - Parameters:
  ///   - logs: The members come from the first table of follows, users, or impressions by user that has all of them.
  ///   - wanted: Another number of members.
  ///   - most: As many at most, where the logs say how much members look.
  /// - Returns: `nil` where the number is not known.
  init?(_ logs: LogTallies, _ wanted: Int?, most: Int?) {
    let found = logs.members
    guard let count = wanted ?? found?.count else { return nil }
    self.found = found
    self.count = wanted ?? min(count, most ?? Self.mostMembers, Self.mostMembers)
  }

  /// The fitted community's members as a share of the logs' members, at most 1.
  var share: Double {
    guard let found, found.count > 1 else { return 1 }
    return min(1, Double(max(1, count - 1)) / Double(found.count - 1))
  }

  func fit(into list: inout FigureList) {
    let source = found?.source ?? "--members"
    guard count >= Self.fewest else {
      list.refuse(
        "members", "\(count) members are too few to compare rankers; at least \(Self.fewest)",
        from: source, key: "world.members")
      return
    }
    if let found, count != found.count {
      list.add("members of the logs", Double(found.count), n: nil, from: found.source)
    }
    list.add(
      count == found?.count ?? count ? "members" : "members, another number than in the logs",
      Double(count),
      n: nil, from: source, key: "world.members")
  }
}

extension LogTallies {
  /// The members and the table in which they were counted.
  fileprivate var members: (count: Int, source: String)? {
    let tables =
      follows.map { ($0.members.count, $0.source) }
      + people.filter { !$0.isTopSample }.map { ($0.following.column.count, $0.source) }
      + counts.filter { $0.unit == .user && !$0.isUniform && $0.sample == .everybody }.map {
        ($0.impressions.column.count, $0.source)
      }
      + impressions.filter { !$0.isUniform && $0.sample == .everybody }.map {
        ($0.impressionsOfUser.count { $0 > 0 }, $0.source)
      }
    return tables.first { $0.0 > 0 }
  }
}
