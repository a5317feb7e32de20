internal import DataFiles
public import Experiments
internal import Foundation
internal import SyntheticSociety

/// Results of runs in a folder that machines share: a file `<k2>/<key>.json` for each, published once and
/// never changed, until there are so many that they are packed into segments.
///
/// Only the folder decides which runs are done; the state of an engine's queue is never consulted.
public final class FolderRunStore: RunStore {
  public let path: String
  private let folder: SharedFolder
  private let segments: Segments

  public init(path: String) {
    self.path = path
    folder = SharedFolder(path: path)
    segments = Segments(path: "\(path)/segments")
  }

  private func file(of key: String) -> String { "\(path)/\(key.prefix(2))/\(key).json" }

  /// Looks into the known segments, then for the file, then into new segments. A result is in a segment
  /// before its file is removed, so that this order finds it at any moment.
  public func knowledge(
    of key: RunKey, where accepts: (WorldOutcome) -> Bool
  ) -> RunKnowledge {
    func isAccepted(_ text: ResultText) -> Bool {
      guard case .known(let outcome) = text.knowledge else { return true }
      return outcome.world == WorldSpace.number(of: key.world) && accepts(outcome)
    }
    if let text = packed(key.digest, where: isAccepted).text { return text.knowledge }
    let path = file(of: key.digest)
    do throws(StoreFailure) {
      if let data = try SharedFolder.content(of: path) {
        let text = ResultText(data, key: key.digest).flatMap { isAccepted($0) ? $0 : nil }
        return text?.knowledge ?? .damaged(path: path)
      }
    } catch {
      return .unreadable(error)
    }
    segments.refresh()
    let packed = packed(key.digest, where: isAccepted)
    return packed.text?.knowledge ?? packed.damaged.map { .damaged(path: $0) } ?? .unknown
  }

  /// The result of a key in the segments, or the segment with a damaged line of the key.
  private func packed(
    _ key: String, where accepts: (ResultText) -> Bool = { _ in true }
  ) -> (text: ResultText?, damaged: String?) {
    let lines = segments.lines(of: key)
    let text = lines.compactMap { ResultText($0.data, key: key) }.first(where: accepts)
    return (text, text == nil ? lines.first?.path : nil)
  }

  @discardableResult
  public func keep(_ result: RunResult, of key: RunKey) throws(StoreFailure) -> Publication {
    let text = ResultText(result, key: key.digest).text
    let bytes = Array(text.utf8)
    segments.refresh()
    if let packed = packed(key.digest).text {
      return packed.text == text ? .known : try folder.conflict(bytes, at: file(of: key.digest))
    }
    return try folder.publish(bytes, at: file(of: key.digest))
  }

  /// Renames a file that is not a result of its run. A damaged line of a segment stays; a file replaces it.
  package func setAside(_ key: RunKey) {
    let path = file(of: key.digest)
    for number in 1...1000 {
      let name = "\(path).damaged-\(number)"
      if (try? FileManager.default.moveItem(atPath: path, toPath: name)) != nil { return }
      guard FileManager.default.fileExists(atPath: name) else { return }
    }
  }

  /// Paths of the results of runs that differ from earlier results, in the order of the runs.
  package func conflicts(of keys: [RunKey]) -> [String] {
    var names: [String: [String]] = [:]
    for folder in Set(keys.map { $0.digest.prefix(2) }) {
      for name in self.names(in: String(folder)) where name.contains(".conflict-") {
        names[String(name.prefix(64)), default: []].append(name)
      }
    }
    return keys.flatMap { key in
      (names[key.digest] ?? []).sorted().map { "\(path)/\(key.digest.prefix(2))/\($0)" }
    }
  }

  private func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
  }
}

// MARK: - Packing

extension FolderRunStore {
  /// The smallest number of files that are packed.
  package static let packedFrom = 100_000
  /// The number of bytes that fill a segment.
  private static let segmentLength = 1 << 26

  /// A change of the folder by packing.
  package enum PackingStep: Hashable, Sendable {
    case publish(segment: String)
    case remove(file: String)
  }

  /// Packs results that are single files into segments, if there are at least `count` files.
  ///
  /// A file is removed only when the segment with its line is on the disk and has been read back, so that no result is
  /// lost when packing ends early, and other processes may read, write and pack at the same time.
  ///
  /// - Parameters:
  ///   - count: The smallest number of files that are packed.
  ///   - length: The number of bytes that fill a segment.
  ///   - shouldContinue: Called before each step; `false` ends the packing there, as a crash would.
  /// - Returns: The number of packed files.
  @discardableResult
  package func pack(
    from count: Int = packedFrom, segmentLength length: Int = segmentLength,
    while shouldContinue: (PackingStep) -> Bool = { _ in true }
  ) throws(StoreFailure) -> Int {
    let keys = files()
    guard keys.count >= count else { return 0 }
    segments.refresh()
    var removed = 0
    var batch = (lines: "", keys: [String]())
    func seal() throws(StoreFailure) -> Bool {
      defer { batch = ("", []) }
      if !batch.lines.isEmpty, !(try publish(batch.lines, while: shouldContinue)) { return false }
      for key in batch.keys {
        guard shouldContinue(.remove(file: file(of: key))) else { return false }
        try? FileManager.default.removeItem(atPath: file(of: key))
        removed += 1
      }
      return true
    }
    for key in keys {
      // A damaged file stays for its run's next reader; another process may have packed the file meanwhile.
      guard let data = try? SharedFolder.content(of: file(of: key)),
        let text = ResultText(data, key: key)?.text
      else { continue }
      if let packed = packed(key).text {
        if packed.text != text { _ = try folder.conflict(Array(text.utf8), at: file(of: key)) }
      } else {
        batch.lines += text
      }
      batch.keys.append(key)
      if batch.lines.utf8.count >= length, try !seal() { return removed }
    }
    _ = try seal()
    return removed
  }

  /// The keys of the results that are single files, in order.
  private func files() -> [String] {
    names(in: "").filter { $0.utf8.count == 2 }.flatMap(names).compactMap { name in
      name.utf8.count == 69 && name.hasSuffix(".json") ? String(name.prefix(64)) : nil
    }.sorted()
  }

  /// Publishes a segment and reads it back.
  private func publish(
    _ lines: String, while shouldContinue: (PackingStep) -> Bool
  ) throws(StoreFailure) -> Bool {
    let bytes = Array(lines.utf8)
    let path = "\(segments.path)/\(SHA256.hexDigest(of: bytes)).jsonl"
    guard shouldContinue(.publish(segment: path)) else { return false }
    _ = try folder.publish(bytes, at: path)
    // A segment that a faulty disk does not read back as written replaces no file.
    return try SharedFolder.content(of: path).map { [UInt8]($0) == bytes } ?? false
  }
}
