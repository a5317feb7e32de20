internal import DataFiles
public import Experiments
internal import Foundation
internal import Ledger

/// A folder that machines share: what runs need, and what came of them.
///
/// It is the only truth about what is done; no engine is asked. A file is published under its name when
/// it is whole and on the disk, and never changes afterwards, so that any number of machines may write at
/// once: `inputs/<sha256>`, `plans/<id>.jsonl`, `results/<k2>/<key>.json`, and
/// `prov/<k2>/<key>.<host>.<pid>.json`, which tells where a run was lived through and is never read for
/// results.
public struct WorkStore: Sendable {
  public let path: String

  /// What is known of a unit.
  public enum Knowledge: Sendable {
    case unknown
    case known(WorldOutcome)
    /// It could not be lived through.
    case failed(String)
    /// The file at its place is none of its results.
    case damaged(path: String)
    /// Something is at its place, and what it is cannot be read.
    case unreadable(UnreadableResult)
  }

  /// What became of a result.
  public enum Publication: Hashable, Sendable {
    case new
    /// It was there already, byte for byte.
    case known
    /// Another result of the same unit is there; both are kept, this one under another name.
    case conflict(path: String)
  }

  public init(path: String) { self.path = path }

  /// Whether the folder is there.
  public var exists: Bool {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false))
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }
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

// MARK: - Results

extension WorkStore {
  func resultPath(_ key: UnitKey) -> String {
    "\(path)/results/\(key.digest.prefix(2))/\(key.digest).json"
  }

  /// What came of a unit.
  func result(_ key: UnitKey) -> Knowledge {
    let place = resultPath(key)
    do throws(UnreadableResult) {
      guard let data = try Self.content(of: place) else { return .unknown }
      return ResultText(data, key: key)?.knowledge ?? .damaged(path: place)
    } catch {
      return .unreadable(error)
    }
  }

  /// Publishes what came of a unit.
  func publish(_ outcome: WorldOutcome, of key: UnitKey) throws(WorkFailure) -> Publication {
    try publish(Array(ResultText(outcome, key: key).text.utf8), at: resultPath(key))
  }

  /// Publishes why a unit could not be lived through.
  func publish(failure: String, of key: UnitKey) throws(WorkFailure) -> Publication {
    try publish(Array(ResultText(failure: failure, key: key).text.utf8), at: resultPath(key))
  }

  /// Puts a file that is no result of its unit aside.
  func setAside(_ key: UnitKey) {
    let place = resultPath(key)
    for number in 1...1000 {
      let name = "\(place).damaged-\(number)"
      if (try? FileManager.default.moveItem(atPath: place, toPath: name)) != nil { return }
      guard FileManager.default.fileExists(atPath: name) else { return }
    }
  }

  /// Notes how a unit was lived through; what goes wrong with that is no matter.
  func note(_ provenance: Provenance, of key: UnitKey) {
    let process = ProcessInfo.processInfo
    let host = process.hostName.filter { $0.isLetter || $0.isNumber || $0 == "-" }
    let place =
      "\(path)/prov/\(key.digest.prefix(2))/\(key.digest).\(host).\(process.processIdentifier).json"
    _ = try? publish(Array((provenance.json(host: host) + "\n").utf8), at: place)
  }

  /// Results that differ from an earlier one of their unit, as paths in order.
  func conflicts(of key: UnitKey) -> [String] {
    let folder = "\(path)/results/\(key.digest.prefix(2))"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("\(key.digest).conflict-") }.sorted().map {
      "\(folder)/\($0)"
    }
  }
}

// MARK: - Publishing

extension WorkStore {
  /// Writes a file aside, brings it to the disk, and gives it its name if nothing has it.
  private func publish(_ bytes: [UInt8], at place: String) throws(WorkFailure) -> Publication {
    // All of a store's files are in folders of it.
    let folder = String(place[..<place.lastIndex(of: "/")!])
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      if let known = try known(bytes, at: place) { return known }
      let aside = "\(folder)/.\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: aside) }
      try Self.write(bytes, to: aside)
      if try Self.name(aside, place) {
        try FileHandle(forReadingFrom: URL(filePath: folder)).synchronize()
        return .new
      }
      return try known(bytes, at: place) ?? .known
    } catch let unreadable as UnreadableResult {
      throw unreadable.failure
    } catch {
      throw Self.failure(error, folder)
    }
  }

  /// What a file that is there makes of these bytes; `nil` when there is none.
  private func known(_ bytes: [UInt8], at place: String) throws -> Publication? {
    guard let there = try Self.content(of: place) else { return nil }
    if [UInt8](there) == bytes { return .known }
    let other = Self.conflictPath(place, SHA256.hexDigest(of: bytes))
    if !FileManager.default.fileExists(atPath: other) {
      let aside = "\(other).part-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: aside) }
      try Self.write(bytes, to: aside)
      _ = try Self.name(aside, other)
    }
    return .conflict(path: other)
  }

  /// The content of a file; `nil` where there is none.
  ///
  /// What is there and cannot be read is not taken for missing: its unit would be simulated again and
  /// again, and never be published.
  private static func content(of place: String) throws(UnreadableResult) -> Data? {
    do {
      return try Data(contentsOf: URL(filePath: place))
    } catch {
      let (code, cocoa) = (posixCode(of: error), (error as NSError).code)
      if code == ENOENT || cocoa == CocoaError.fileReadNoSuchFile.rawValue { return nil }
      let isRefused =
        [EACCES, EPERM, EISDIR, ENOTDIR, ELOOP].contains(code)
        || cocoa == CocoaError.fileReadNoPermission.rawValue
      throw UnreadableResult(path: place, reason: error.reason, isTransient: !isRefused)
    }
  }

  private static func posixCode(of error: any Error) -> Int32 {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let cause = underlying.map { $0 as NSError } ?? error as NSError
    return cause.domain == NSPOSIXErrorDomain ? Int32(cause.code) : 0
  }

  private static func conflictPath(_ place: String, _ digest: String) -> String {
    let stem = place.hasSuffix(".json") ? String(place.dropLast(5)) : place
    return "\(stem).conflict-\(digest.prefix(8)).json"
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    try Data().write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    try file.write(contentsOf: Data(bytes))
    try file.synchronize()
  }

  /// Gives a file a name that nothing has yet, at once for all machines.
  ///
  /// - Returns: `false` when something has it.
  private static func name(_ aside: String, _ place: String) throws -> Bool {
    do {
      try FileManager.default.linkItem(atPath: aside, toPath: place)
      return true
    } catch {
      if FileManager.default.fileExists(atPath: place) { return false }
      // Some file systems have no links.
      do {
        try FileManager.default.moveItem(atPath: aside, toPath: place)
        return true
      } catch {
        if FileManager.default.fileExists(atPath: place) { return false }
        throw error
      }
    }
  }

  /// A full disk can have room again, and so can a share that is away; what nobody may write stays so.
  private static func failure(_ error: any Error, _ folder: String) -> WorkFailure {
    let code = (error as NSError).code
    let isRefused =
      code == CocoaError.fileWriteNoPermission.rawValue
      || code == CocoaError.fileWriteVolumeReadOnly.rawValue
      || [EACCES, EPERM, EROFS, ENOTDIR].contains(posixCode(of: error))
    let text = "cannot write to \(folder): \(error.reason)"
    return isRefused ? .usage(text) : .tryAgain(text)
  }
}
