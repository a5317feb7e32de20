internal import Experiments
internal import Studies

/// Many arms in a table with a row for each, as in the terminal.
enum LeaderboardSection {
  /// - Returns: `nil` where other tables have a column for each arm.
  static func leaderboard(_ context: PageContext) -> PageLeaderboard? {
    let leaderboard = Leaderboard(context.results)
    guard leaderboard.isUseful else { return nil }
    let text =
      context.design.baseline.map {
        "The candidates by their change of the primary metric against \($0), the best first."
          + " \(LevelText.heading(context.design.level)) after ±."
      } ?? "The arms by their mean of the first metric, the highest first."
    return PageLeaderboard(
      leaderboardText: text,
      leaderboardTable: PageTable("All \(context.arms.names.count) arms", leaderboard.table))
  }
}
