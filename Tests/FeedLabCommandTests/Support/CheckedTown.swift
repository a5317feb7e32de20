/// A town whose check is over in a moment.
///
/// - Parameter rules: Those of the check.
func checkedTown(
  _ rules: String = "{relevance@10: {margin: 1%}}", replications: String = "2..8"
) -> String {
  """
  feedlab: 1
  name: town
  seed: 7
  world: {members: 60, days: 1, warm-up: 0.25}
  arms:
    shown:  {home: recency}
    random: {home: random}
  check:
    replications: \(replications)
    ranking-overlap: off
    rules: \(rules)

  """
}

/// A folder with the town and its recorded baseline.
func recordedTown(
  _ rules: String = "{relevance@10: {margin: 1%}}", replications: String = "2..8"
) throws -> ScratchFolder {
  let folder = try ScratchFolder(["town.yml": checkedTown(rules, replications: replications)])
  let outcome = try feedlab("baseline", "record", "town.yml", "--quiet", in: folder)
  guard outcome.code == 0 else { fatalError(outcome.error) }
  return folder
}
