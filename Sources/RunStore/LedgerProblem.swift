internal import DataFiles
public import SocialFeed

/// A problem of a ledger: it does not end an experiment, but is reported.
public enum LedgerProblem: Error, Hashable, Sendable {
  /// The file is not a ledger, or is damaged; it was renamed, and a new ledger was begun.
  case setAside(path: String, name: String, reason: String)
  /// A newer FeedLab wrote the ledger.
  case newer(path: String, schema: Int)
  /// The program cannot read its own executable, so that its worlds cannot be distinguished from another build's.
  case unknownProgram(path: String)
  /// The ledger could not be read.
  case unread(path: String, reason: String)
  /// So many runs could not be stored.
  case unkept(path: String, runs: Int, reason: String)
  /// So many stored runs do not match their checksums.
  case damagedRuns(path: String, runs: Int)
  /// An arm's ranker has no identification, so that its runs cannot be used again.
  case unidentified(arm: String, ranker: UnidentifiedRanker)
}

extension LedgerProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .setAside(let path, let name, let reason):
      "\(path) is not a readable ledger (\(reason)); it was renamed to \(name), and a new ledger was begun"
    case .newer(let path, let schema):
      "a newer FeedLab wrote the ledger \(path) (schema \(schema), this one reads"
        + " \(LedgerSchema.version)); the ledger is left unchanged, and no world is stored: use the"
        + " newer FeedLab, or another folder with --out"
    case .unknownProgram(let path):
      "\(Self.noIdentity); the ledger \(path) is neither read nor written: make the executable readable"
    case .unread(let path, let reason):
      "cannot read the ledger \(path) (\(reason)); its worlds are simulated again"
    case .unkept(let path, let runs, let reason):
      "could not store \(Self.count(runs)) in the ledger \(path) (\(reason)); the same command would simulate"
        + " \(runs == 1 ? "it" : "them") again"
    case .damagedRuns(let path, let runs):
      "\(Self.count(runs)) in the ledger \(path) did not match"
        + (runs == 1
          ? " its checksum and was simulated again" : " their checksums and were simulated again")
    case .unidentified(let arm, let ranker):
      "runs of arm '\(arm)' are not saved, and the next command simulates them again: "
        + Self.gap(of: ranker)
    }
  }

  private static func gap(of ranker: UnidentifiedRanker) -> String {
    switch ranker.gap {
    case .version:
      "the ranker \(ranker.name) has no version; write 'version: 1' beside its url, and raise it whenever"
        + " the service changes"
    case .files:
      "no file has the code of the ranker \(ranker.name), since a program outside of the scenario's folder may run any;"
        + " write 'files: [mine.py]' beside its command, with every file of it"
    case .module(let file):
      "the ranker \(ranker.name) loads \(file.excerpt), and its files do not have that; write 'files: [\(file.excerpt)]' beside"
        + " its command"
    }
  }

  package static let noIdentity =
    "this program cannot read its own executable, which identifies the build that simulated its worlds"

  private static func count(_ runs: Int) -> String { runs == 1 ? "1 run" : "\(runs) runs" }
}
