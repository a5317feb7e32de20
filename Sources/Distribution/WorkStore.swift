internal import DataFiles
internal import Experiments
internal import Foundation
public import RunStore

/// A folder that machines share: what runs need, and what came of them.
///
/// It is the only truth about what is done; no engine is asked. A file is published under its name when
/// it is whole and on the disk, and never changes afterwards, so that any number of machines may write at
/// once: `inputs/<sha256>`, `plans/<id>.jsonl`, `results/<k2>/<key>.json`, and
/// `prov/<k2>/<key>.<host>.<pid>.json`, which tells where a run was lived through and is never read for
/// results.
public struct WorkStore: Sendable {
  public let path: String

  /// What came of the runs.
  public let results: FolderRunStore
  private let folder: SharedFolder

  public init(path: String) {
    self.path = path
    results = FolderRunStore(path: "\(path)/results")
    folder = SharedFolder(path: path)
  }

  /// Whether the folder is there.
  public var exists: Bool { folder.exists }
}

extension WorkStore {
  /// The folders of its own files: no command writes anything else there.
  package var folders: [String] {
    ["inputs", "plans", "results", "prov"].map { "\(path)/\($0)" }
  }
}

// MARK: - Inputs and plans

extension WorkStore {
  /// Keeps an input under its digest.
  ///
  /// - Returns: The digest.
  @discardableResult func keepInput(_ bytes: [UInt8]) throws(WorkFailure) -> String {
    let digest = SHA256.hexDigest(of: bytes)
    let place = inputPath(digest)
    if case .conflict(let other) = try publish(bytes, at: place) {
      try? FileManager.default.removeItem(atPath: other)
      throw .invalid("\(place): its content is not what its name says; remove it")
    }
    return digest
  }

  /// The input of a digest.
  func input(_ digest: String) throws(WorkFailure) -> [UInt8] {
    let place = inputPath(digest)
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      bytes = try FileContent.bytes(of: place)
    } catch {
      throw .notFound("\(place): \(error.reason); it is an input of the plan")
    }
    guard SHA256.hexDigest(of: bytes) == digest else {
      throw .invalid("\(place): its content is not what its name says")
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

  /// Looks whether the store has a plan.
  public func check(has plan: WorkPlan) throws(WorkFailure) {
    guard FileManager.default.fileExists(atPath: planPath(plan)) else {
      throw .notFound(
        "\(path): this store has no such plan; 'feedlab plan' puts it there, --store says where it is"
      )
    }
  }

  private func planPath(_ plan: WorkPlan) -> String { "\(path)/plans/\(plan.id).jsonl" }
}

// MARK: - Writing

extension WorkStore {
  /// Notes how a unit was simulated; what goes wrong with that is no matter.
  func note(_ provenance: Provenance, of key: RunKey) {
    let process = ProcessInfo.processInfo
    let host = process.hostName.filter { $0.isLetter || $0.isNumber || $0 == "-" }
    let place =
      "\(path)/prov/\(key.digest.prefix(2))/\(key.digest).\(host).\(process.processIdentifier).json"
    _ = try? publish(Array((provenance.json(host: host) + "\n").utf8), at: place)
  }

  private func publish(
    _ bytes: [UInt8], at place: String
  ) throws(WorkFailure) -> Publication {
    do throws(StoreFailure) {
      return try folder.publish(bytes, at: place)
    } catch {
      throw error.failure
    }
  }
}

/// Where and how a unit was simulated: for who looks for a slow machine, never for results.
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
