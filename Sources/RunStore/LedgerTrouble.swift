/// What went wrong in a ledger: no reason to stop, but to tell.
public enum LedgerTrouble: Error, Hashable, Sendable {
  /// It was no ledger any more, or never one; it has another name now, and a new one is begun.
  case setAside(path: String, name: String, reason: String)
  /// A newer FeedLab wrote it.
  case newer(path: String, schema: Int)
  /// This program cannot read itself, so that nothing separates its worlds from those of another.
  case unknownProgram(path: String)
  /// What it holds could not be read.
  case unread(path: String, reason: String)
  /// So many runs could not be kept.
  case unkept(path: String, runs: Int, reason: String)
  /// So many runs are not what was kept.
  case damagedRuns(path: String, runs: Int)
}

extension LedgerTrouble: CustomStringConvertible {
  public var description: String {
    switch self {
    case .setAside(let path, let name, let reason):
      "\(path) is no ledger that can be read (\(reason)); it is called \(name) now, and a new ledger"
        + " is begun"
    case .newer(let path, let schema):
      "\(path) is the ledger of a newer FeedLab (schema \(schema), this one has"
        + " \(LedgerSchema.version)); it is left as it is, and no world is kept: use that FeedLab,"
        + " or another folder with --out"
    case .unknownProgram(let path):
      "\(Self.noIdentity); no world is taken from the ledger \(path), and none is kept there: let who runs"
        + " feedlab read its file"
    case .unread(let path, let reason):
      "the ledger \(path) cannot be read now (\(reason)); worlds that it holds are lived through again"
    case .unkept(let path, let runs, let reason):
      "the ledger \(path) could not keep \(Self.count(runs)) (\(reason)); what came of"
        + " \(runs == 1 ? "it" : "them") is in the results, and the same command would live through"
        + " \(runs == 1 ? "it" : "them") again"
    case .damagedRuns(let path, let runs):
      "the ledger \(path) held \(Self.count(runs)) that"
        + (runs == 1
          ? " did not agree with its checksum and was lived through again"
          : " did not agree with their checksums and were lived through again")
    }
  }

  package static let noIdentity =
    "this program cannot read its own file, which identifies the build that its worlds come from"

  private static func count(_ runs: Int) -> String { runs == 1 ? "1 run" : "\(runs) runs" }
}
