/// What a self-test found.
public struct SelfTestReport: Sendable, Hashable {
  /// A finding, and the check that it comes from.
  public struct Result: Sendable, Hashable {
    /// Of the check.
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

  /// The part of the full samples that was taken.
  public let share: Double
  /// In the order of the checks.
  public let results: [Result]
  /// What a reader must know of them, a sentence each without full stop.
  public let notes: [String]

  public init(share: Double, results: [Result], notes: [String] = []) {
    self.share = share
    self.results = results
    self.notes = notes
  }

  public var failures: Int { results.count { !$0.finding.passes } }
}
