internal import Foundation

/// A file of a folder of results: its name there, and its kind.
public struct ResultFile: Sendable {
  public let name: String
  let kind: OutputKind

  package init(_ name: String, _ kind: OutputKind) {
    self.name = name
    self.kind = kind
  }
}

extension ResultFile {
  /// Removes the file of an earlier command from a folder. One that is of another kind stays, and so does one that cannot
  /// be removed.
  public func remove(from folder: String) {
    let path = OutputFolder.path(of: name, in: folder)
    guard FileStatus(path: path)?.kind == .file,
      let bytes = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe),
      kind.recognises(bytes)
    else { return }
    try? FileManager.default.removeItem(atPath: path)
  }
}

extension ResultFile {
  public static let results = ResultFile("results.json", .results)
  public static let replications = ResultFile("replications.csv", .replicationTable)
  public static let breakdown = ResultFile("breakdown.csv", .breakdownTable)
  public static let liveDesign = ResultFile("live_design.csv", .liveTable)
  public static let summary = ResultFile("summary.md", .summary)
  public static let mail = ResultFile("summary.html", .mail)
  public static let page = ResultFile("report.html", .page)

  public static let tuningPage = ResultFile("tune.html", .page)
  public static let tuningLog = ResultFile("tune.jsonl", .tuningLog)

  public static let tapeIndex = ResultFile("tapes.json", .tapeIndex)
  public static let failedRequest = ResultFile("failed-request.json", .failedRequest)

  /// The ranker in Python that `feedlab init ranker` writes.
  ///
  /// - Parameter text: Its text before any edit.
  public static func rankerScript(_ text: String) -> ResultFile {
    ResultFile("mine.py", .starter([text]))
  }
  public static let rankerModule = ResultFile("feedlab_ranker.py", .rankerModule)

  public static let scenarioSchema = ResultFile("feedlab.schema.json", .scenarioSchema)

  public static let shardScript = ResultFile("shards.sbatch", .batchScript)
  public static let gatherScript = ResultFile("gather.sbatch", .batchScript)
}
