/// The results of a self-test.
public struct SelfTestReport: Sendable, Hashable {
  /// A finding and its check.
  public struct Result: Sendable, Hashable {
    /// The check's id.
    public let id: String
    public let source: String
    public let finding: Finding

    public init(id: String, source: String, finding: Finding) {
      self.id = id
      self.source = source
      self.finding = finding
    }

    init(_ check: any SelfCheck, _ finding: Finding) {
      self.init(id: check.id, source: check.source, finding: finding)
    }
  }

  /// The fraction of the full samples that was taken.
  public let share: Double
  /// The results in the order of the checks.
  public let results: [Result]
  /// Notes on the results, one sentence each without full stop.
  public let notes: [String]

  public init(share: Double, results: [Result], notes: [String] = []) {
    self.share = share
    self.results = results
    self.notes = notes
  }

  public var failures: Int { results.count { !$0.finding.passes } }
}
