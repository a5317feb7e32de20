/// A folder with a plan of three arms in two worlds.
func planned(_ arguments: String...) throws -> ScratchFolder {
  let folder = try ScratchFolder(["small.yml": smallScenario])
  let outcome = try feedlab(["plan", "small.yml", "--out", "small.jsonl"] + arguments, in: folder)
  guard outcome.code == 0 else { fatalError(outcome.error) }
  return folder
}

/// Works through a shard of a plan.
@discardableResult
func work(
  _ plan: String = "small.jsonl", shard: String = "0", of count: Int = 1, _ more: String...,
  in folder: ScratchFolder, environment: [String: String] = [:]
) throws -> Outcome {
  let words = ["work", "--plan", plan, "--shard", shard, "--of", "\(count)"]
  return try feedlab(words + more, in: folder, environment: environment)
}

/// A scenario that is compared with logs of follows, and their mapping.
let realismFiles = [
  "small.yml": smallScenario + """

    realism: {mapping: m.json, produced: newest}
    """,
  "m.json": """
  {"format": "feedlab-mapping/1", "name": "logs", "tables": [
    {"role": "follows", "file": "f.csv", "columns": {"src": "from", "dst": "to"}}]}
  """,
]
