public import Experiments

/// How often each verdict was given.
public struct VerdictCounts: Sendable, Hashable {
  /// By the position in ``Verdict``'s list of cases.
  private var counts = Array(repeating: 0, count: Verdict.allCases.count)

  public init(_ verdicts: some Sequence<Verdict>) {
    for verdict in verdicts { counts[Self.index(verdict)] += 1 }
  }

  /// How often this one was.
  public subscript(verdict: Verdict) -> Int { counts[Self.index(verdict)] }

  /// How often there was something to judge: all but ``Verdict/undefined``.
  public var judged: Int { counts.reduce(0, +) - self[.undefined] }

  /// The share of what was judged that got one of these verdicts; `nil` when nothing was.
  public func share(of verdicts: Verdict...) -> Double? {
    judged > 0 ? Double(verdicts.reduce(0) { $0 + self[$1] }) / Double(judged) : nil
  }

  private static func index(_ verdict: Verdict) -> Int {
    // A list of eight, which has each case.
    Verdict.allCases.firstIndex(of: verdict)!
  }
}
