/// Each reader of what comes from outside, as a function of bytes.
///
/// The fuzzers call it with what they make up, the tests with what the fuzzers found and with their corpora, and
/// the count of instructions with inputs of doubling sizes.
package enum Reader: String, CaseIterable, Sendable {
  /// A scenario file.
  case scenario
  /// The formula of a ranker.
  case formula
  /// A table of follows, of hours, and of scores, that a scenario names.
  case edges, hours, scores
  /// A mapping of logs.
  case mapping
  /// A ``FileBundle`` with the mapping `mapping.yml` and its tables.
  case log
  /// A ``FileBundle`` with the files of a trace.
  case trace
  /// The database of a trace.
  case traceDatabase = "trace-database"
  /// A `results.json`.
  case results
  /// The JSON of a check.
  case check
  case baseline
  /// The record of a comparison in other communities. `{{question}}` and `{{simulation}}` stand for those of today.
  case societyRecord = "society-record"
  case plan
  /// The lines of a tuning log behind the first.
  case tuningLog = "tuning-log"
  /// The outcome of a run in a shared folder.
  case store
  /// A `ledger.sqlite`.
  case ledger
  /// A tape.
  case tape
  /// A `tapes.json`.
  case tapeIndex = "tape-index"
  /// A `failed-request.json`.
  case savedRequest = "saved-request"
  /// What a ranker in another process writes, in frames or in lines.
  case answer
  /// What a ranker in another process writes to a batch.
  case batchAnswer = "batch-answer"
  /// What a service sends.
  case httpAnswer = "http-answer"
  /// What a service says of itself.
  case serviceHello = "service-hello"
  /// What services answer to requests for an order or scores, in the dialects of the Prosocial Ranking Challenge and of
  /// Metarank.
  case prosocialAnswer = "prosocial-answer"
  case metarankAnswer = "metarank-answer"
  /// The lines of a Vowpal Wabbit daemon; behind a blank one begins what answers the next example.
  case vwAnswer = "vw-answer"
  /// What a feed generator answers about a page or about itself.
  case feedSkeleton = "feed-skeleton"
  /// What a client of a relay sends: the request that opens a WebSocket, and frames.
  case relayClient = "relay-client"

  /// Whether its inputs are databases of SQLite.
  package var isDatabase: Bool { self == .traceDatabase || self == .ledger }

  /// Reads an input and uses what it says as a command would: shows, compares or measures it.
  ///
  /// Where a file has a checksum, the input is read as it is, and again with the checksum that it should have.
  ///
  /// - Parameter folder: An existing folder in which it may write and delete.
  /// - Returns: Whether the input was accepted.
  @discardableResult
  package func read(_ input: [UInt8], in folder: String) -> Bool {
    switch self {
    case .scenario: readScenario(input)
    case .formula: readFormula(input)
    case .edges: readEdges(input, in: folder)
    case .hours: readHours(input, in: folder)
    case .scores: readScores(input, in: folder)
    case .mapping: readMapping(input)
    case .log: readLog(input, in: folder)
    case .trace: readTrace(input, in: folder)
    case .traceDatabase: readTraceDatabase(input, in: folder)
    case .results: readResults(input)
    case .check: readCheck(input)
    case .baseline: readBaseline(input)
    case .societyRecord: readSocietyRecord(input, in: folder)
    case .plan: readPlan(input, in: folder)
    case .tuningLog: readTuningLog(input, in: folder)
    case .store: readStore(input, in: folder)
    case .ledger: readLedger(input, in: folder)
    case .tape: readTape(input, in: folder)
    case .tapeIndex: readTapeIndex(input, in: folder)
    case .savedRequest: readSavedRequest(input)
    case .answer: readAnswer(input)
    case .batchAnswer: readBatchAnswer(input)
    case .httpAnswer: readHTTPAnswer(input)
    case .serviceHello: readServiceHello(input)
    case .prosocialAnswer: readProsocialAnswer(input)
    case .metarankAnswer: readMetarankAnswer(input)
    case .vwAnswer: readVWAnswer(input)
    case .feedSkeleton: readFeedSkeleton(input)
    case .relayClient: readRelayClient(input)
    }
  }
}
