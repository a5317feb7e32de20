internal import Scenarios
package import SocialFeed
internal import SyntheticSociety

/// What the worlds of an experiment could use of a file of scores, where that is not everything.
package struct ScoreUsage: Sendable, Hashable {
  /// The file.
  package let source: String
  package let usage: ScoreTable.Usage
}

extension Experiment {
  /// The files of scores that are not used whole, in the order of the arms.
  ///
  /// It is known once the worlds are simulated: how many posts and members they come to have depends on the run.
  package func scoresLeftOver(in results: ExperimentResults) -> [ScoreUsage] {
    var worlds: [ScoreTable: [ScoreTable.World]] = [:]
    var tables: [ScoreTable] = []
    for arm in arms.map(\.arm) {
      let simulated = results.outcomes.filter { $0.arm == arm.name }.map {
        ScoreTable.World(number: $0.world, members: $0.summary.members, posts: $0.summary.posts)
      }
      for table in arm.scoreTables {
        if worlds[table] == nil { tables.append(table) }
        worlds[table, default: []] += simulated
      }
    }
    return tables.compactMap { table in
      let usage = table.usage(in: worlds[table] ?? [])
      guard usage.unused > 0 || !usage.worldsWithout.isEmpty else { return nil }
      return ScoreUsage(source: table.source, usage: usage)
    }
  }
}
