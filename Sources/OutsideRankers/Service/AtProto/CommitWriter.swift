/// Writes the events of `com.atproto.sync.subscribeRepos`: a commit for each record that is made or deleted.
///
/// A commit has an archive of its block, of a tree that has its one record, and of the record. Trees of whole repositories,
/// and so their proofs, are not there, and signatures are 64 zeros: readers of records need neither.
package struct CommitWriter {
  /// The number of the last event; 0 before the first.
  package private(set) var sequence: UInt64 = 0
  /// The last revision of each repository, by its DID.
  private var revisions: [String: RecordKey] = [:]

  package init() {}

  /// What a commit changes.
  package enum Change: Sendable {
    case create(collection: String, key: RecordKey, record: DagCBOR)
    case delete(collection: String, key: RecordKey)

    fileprivate var path: String {
      switch self {
      case .create(let collection, let key, _), .delete(let collection, let key):
        "\(collection)/\(key.text)"
      }
    }
  }

  /// The event of a change.
  ///
  /// - Parameters:
  ///   - repository: The DID of its account.
  ///   - seconds: The simulated time.
  /// - Returns: A message, and the identifier of a record that was made.
  package mutating func event(
    _ change: Change, in repository: String, at seconds: Double
  ) -> (message: [UInt8], record: ContentID?) {
    sequence += 1
    let last = revisions[repository]
    let revision = RecordKey(at: seconds, after: last)
    revisions[repository] = revision

    var record: (id: ContentID, block: [UInt8])?
    if case .create(_, _, let value) = change { record = Self.block(value) }
    let tree = Self.block(Self.tree(of: record?.id, at: change.path))
    let commit = Self.block(
      .map([
        "did": .text(repository), "version": .whole(3), "data": .link(tree.id),
        "rev": .text(revision.text), "prev": .null,
        "sig": .bytes([UInt8](repeating: 0, count: 64)),
      ]))
    let archive = BlockArchive.bytes(
      root: commit.id, [commit, tree] + (record.map { [$0] } ?? []))

    var message = DagCBOR.map(["op": .whole(1), "t": .text("#commit")]).encoded
    DagCBOR.map([
      "seq": .whole(Int64(sequence)), "rebase": .bool(false), "tooBig": .bool(false),
      "repo": .text(repository), "commit": .link(commit.id), "rev": .text(revision.text),
      "since": last.map { .text($0.text) } ?? .null, "blocks": .bytes(archive),
      "ops": .list([
        .map([
          "action": .text(record == nil ? "delete" : "create"), "path": .text(change.path),
          "cid": record.map { .link($0.id) } ?? .null,
        ])
      ]),
      "blobs": .list([]), "time": .text(WorldCalendar.text(of: seconds)),
    ]).write(to: &message)
    return (message, record?.id)
  }

  private static func block(_ value: DagCBOR) -> (id: ContentID, block: [UInt8]) {
    let block = value.encoded
    return (ContentID(of: block), block)
  }

  /// A node with one entry, or none.
  private static func tree(of record: ContentID?, at path: String) -> DagCBOR {
    let entry = record.map { record in
      DagCBOR.map([
        "p": .whole(0), "k": .bytes(Array(path.utf8)), "v": .link(record), "t": .null,
      ])
    }
    return .map(["l": .null, "e": .list(entry.map { [$0] } ?? [])])
  }
}
