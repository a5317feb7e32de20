internal import DataFiles
internal import Experiments
internal import Foundation
public import RunStore

/// A folder that machines share, with the inputs and the results of runs.
///
/// Only the folder decides which runs are done; the state of an engine's queue is never consulted. A file
/// appears under its name only when it is complete and on the disk, and never changes afterwards, so that any
/// number of machines may write at the same time: `inputs/<sha256>`, `plans/<id>.jsonl`,
/// `results/<k2>/<key>.json`, and `prov/<k2>/<key>.<host>.<pid>.json`, which records where a run was
/// simulated and is never read for results. The exception is `requests/failed-request.json`, the last request at which an external ranker failed, which is for people.
public struct WorkStore: Sendable {
  public let path: String

  /// The results of the runs.
  public let results: FolderRunStore
  private let folder: SharedFolder

  public init(path: String) {
    self.path = path
    results = FolderRunStore(path: "\(path)/results")
    folder = SharedFolder(path: path)
  }

  /// Whether the folder exists.
  public var exists: Bool { folder.exists }
}

extension WorkStore {
  /// The folders of the store's files; no command writes other files there.
  package var folders: [String] {
    ["inputs", "plans", "results", "prov"].map { "\(path)/\($0)" } + [requestFolder]
  }

  /// The folder of the last request at which an external ranker failed.
  var requestFolder: String { "\(path)/requests" }
}

// MARK: - Inputs and plans

extension WorkStore {
  /// Keeps an input under its digest.
  ///
  /// - Parameter original: The path of the file that it is a copy of; the copy has its permissions.
  /// - Returns: The digest.
  @discardableResult func keepInput(
    _ bytes: [UInt8], like original: String? = nil
  ) throws(WorkFailure) -> String {
    let digest = SHA256.hexDigest(of: bytes)
    let path = inputPath(digest)
    if case .conflict(let other) = try publish(bytes, at: path, like: original) {
      try? FileManager.default.removeItem(atPath: other)
      throw .invalid("\(path): the content does not match the file's name; remove the file")
    }
    return digest
  }

  func input(_ digest: String) throws(WorkFailure) -> [UInt8] {
    let path = inputPath(digest)
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      bytes = try FileContent.bytes(of: path)
    } catch {
      throw .notFound("\(path): \(error.reason); it is an input of the plan")
    }
    guard SHA256.hexDigest(of: bytes) == digest else {
      throw .invalid("\(path): the content does not match the file's name")
    }
    return bytes
  }

  /// The folder of the inputs.
  var inputs: String { "\(path)/inputs" }

  private func inputPath(_ digest: String) -> String { "\(inputs)/\(digest)" }

  /// Keeps a copy of a plan.
  func keep(_ plan: WorkPlan) throws(WorkFailure) {
    _ = try publish(Array(plan.text.utf8), at: planPath(plan))
  }

  /// Checks that the store has a plan.
  public func check(has plan: WorkPlan) throws(WorkFailure) {
    guard FileManager.default.fileExists(atPath: planPath(plan)) else {
      throw .notFound(
        "\(path): this store does not have the plan; 'feedlab plan' stores it, --store names another store"
      )
    }
  }

  private func planPath(_ plan: WorkPlan) -> String { "\(path)/plans/\(plan.id).jsonl" }
}

// MARK: - Writing

extension WorkStore {
  /// Records how a unit was simulated; a failure to record it is ignored.
  func record(_ provenance: Provenance, of key: RunKey) {
    let process = ProcessInfo.processInfo
    let host = process.hostName.filter { $0.isLetter || $0.isNumber || $0 == "-" }
    let path =
      "\(path)/prov/\(key.digest.prefix(2))/\(key.digest).\(host).\(process.processIdentifier).json"
    _ = try? publish(Array((provenance.json(host: host) + "\n").utf8), at: path)
  }

  private func publish(
    _ bytes: [UInt8], at path: String, like original: String? = nil
  ) throws(WorkFailure) -> Publication {
    do throws(StoreFailure) {
      return try folder.publish(bytes, at: path, like: original)
    } catch {
      throw error.failure
    }
  }
}

/// Where and how a unit was simulated; for finding slow machines, never for results.
struct Provenance {
  let unit: WorkPlan.Unit
  let seconds: Double
  let threads: Int

  func json(host: String) -> String {
    JSONValue.object([
      "arm": .string(unit.arm), "rep": .whole(UInt64(unit.replication)), "host": .string(host),
      "seconds": .number((seconds * 1000).rounded() / 1000), "threads": .whole(UInt64(threads)),
      "build": .string(ProgramDigest.current ?? "unknown"), "feedlab": .string(FeedLab.version),
    ]).canonical
  }
}
