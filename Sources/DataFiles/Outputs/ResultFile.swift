/// A file of a folder of results: its name there, and what it is.
public struct ResultFile: Sendable {
  public let name: String
  let kind: OutputKind

  private init(_ name: String, _ kind: OutputKind) {
    self.name = name
    self.kind = kind
  }
}

extension ResultFile {
  public static let results = ResultFile("results.json", .results)
  public static let replications = ResultFile("replications.csv", .replicationTable)
  public static let breakdown = ResultFile("breakdown.csv", .breakdownTable)
  public static let liveDesign = ResultFile("live_design.csv", .liveTable)
  public static let summary = ResultFile("summary.md", .summary)
  public static let page = ResultFile("report.html", .page)

  public static let power = ResultFile("power.json", .power)
  public static let powerTable = ResultFile("power.csv", .powerTable)
  public static let powerSummary = ResultFile("power.md", .powerSummary)

  public static let selection = ResultFile("select.json", .selection)
  public static let selectionTable = ResultFile("select.csv", .selectionTable)
  public static let selectionSummary = ResultFile("select.md", .selectionSummary)

  public static let tuning = ResultFile("tune.json", .tuning)
  public static let trialTable = ResultFile("tune.csv", .trialTable)
  public static let tuningSummary = ResultFile("tune.md", .tuningSummary)
  public static let tuningPage = ResultFile("tune.html", .page)
  public static let tuningLog = ResultFile("tune.jsonl", .tuningLog)

  public static let sensitivity = ResultFile("sensitivity.json", .sensitivity)
  public static let sensitivityTable = ResultFile("sensitivity.csv", .sensitivityTable)
  public static let sensitivitySummary = ResultFile("sensitivity.md", .sensitivitySummary)

  public static let weights = ResultFile("weights.json", .weights)
  public static let weightTable = ResultFile("weights.csv", .weightTable)
  public static let weightSummary = ResultFile("weights.md", .weightSummary)

  public static let shardScript = ResultFile("shards.sbatch", .batchScript)
  public static let gatherScript = ResultFile("gather.sbatch", .batchScript)
}
