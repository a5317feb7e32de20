internal import DataFiles
internal import Foundation

/// Runs in a folder that machines share: a file `<k2>/<key>.json` for each, published once and for all, until
/// there are so many that they are packed into segments.
///
/// It is the only truth about what is done; no engine is asked.
public final class FolderRunStore: RunStore {
  public let path: String
  private let folder: SharedFolder
  private let segments: Segments

  public init(path: String) {
    self.path = path
    folder = SharedFolder(path: path)
    segments = Segments(path: "\(path)/segments")
  }

  private func place(of key: String) -> String { "\(path)/\(key.prefix(2))/\(key).json" }

  /// A result is in a segment before its file goes, so that who looks in this order finds it at any moment.
  public func knowledge(of key: RunKey) -> RunKnowledge {
    if let text = packed(key.digest).text { return text.knowledge }
    let place = place(of: key.digest)
    do throws(StoreFailure) {
      if let data = try SharedFolder.content(of: place) {
        return ResultText(data, key: key.digest)?.knowledge ?? .damaged(path: place)
      }
    } catch {
      return .unreadable(error)
    }
    segments.refresh()
    let packed = packed(key.digest)
    return packed.text?.knowledge ?? packed.damaged.map { .damaged(path: $0) } ?? .unknown
  }

  /// What the segments have of a key.
  private func packed(_ key: String) -> (text: ResultText?, damaged: String?) {
    let lines = segments.lines(of: key)
    let text = lines.lazy.compactMap { ResultText($0.data, key: key) }.first
    return (text, text == nil ? lines.first?.path : nil)
  }

  @discardableResult
  public func keep(_ result: RunResult, of key: RunKey) throws(StoreFailure) -> Publication {
    let text = ResultText(result, key: key.digest).text
    let bytes = Array(text.utf8)
    segments.refresh()
    if let packed = packed(key.digest).text {
      return packed.text == text ? .known : try folder.conflict(bytes, at: place(of: key.digest))
    }
    return try folder.publish(bytes, at: place(of: key.digest))
  }

  /// Puts a file that is no result of its run aside; a line of a segment stays, and gives way to a file.
  package func setAside(_ key: RunKey) {
    let place = place(of: key.digest)
    for number in 1...1000 {
      let name = "\(place).damaged-\(number)"
      if (try? FileManager.default.moveItem(atPath: place, toPath: name)) != nil { return }
      guard FileManager.default.fileExists(atPath: name) else { return }
    }
  }

  /// Results of some runs that differ from earlier ones, as paths in the order of the runs.
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
  /// From how many files on a store is packed.
  package static let packedFrom = 100_000
  /// How long a segment may be before another one begins.
  private static let segmentLength = 1 << 26

  /// A change of the folder by packing.
  package enum PackingStep: Hashable, Sendable {
    case publish(segment: String)
    case remove(file: String)
  }

  /// Packs the results that are files of their own into segments, if there are many.
  ///
  /// A file is removed only when the segment with its line is on the disk and has been read back, so that
  /// nothing is lost wherever this ends, and others may read, write and pack at the same time.
  ///
  /// - Parameters:
  ///   - count: How many files are many.
  ///   - length: Bytes from which on a segment is full.
  ///   - goesOn: Asked before each step; `false` ends the packing there, as a crash would.
  /// - Returns: How many files were packed.
  @discardableResult
  package func pack(
    from count: Int = packedFrom, segmentLength length: Int = segmentLength,
    while goesOn: (PackingStep) -> Bool = { _ in true }
  ) throws(StoreFailure) -> Int {
    let keys = files()
    guard keys.count >= count else { return 0 }
    segments.refresh()
    var removed = 0
    var batch = (lines: "", keys: [String]())
    func seal() throws(StoreFailure) -> Bool {
      defer { batch = ("", []) }
      if !batch.lines.isEmpty, !(try publish(batch.lines, while: goesOn)) { return false }
      for key in batch.keys {
        guard goesOn(.remove(file: place(of: key))) else { return false }
        try? FileManager.default.removeItem(atPath: place(of: key))
        removed += 1
      }
      return true
    }
    for key in keys {
      // What is no result stays for who looks for it, and so does what another process packs meanwhile.
      guard let data = try? SharedFolder.content(of: place(of: key)),
        let text = ResultText(data, key: key)?.text
      else { continue }
      if let packed = packed(key).text {
        if packed.text != text { _ = try folder.conflict(Array(text.utf8), at: place(of: key)) }
      } else {
        batch.lines += text
      }
      batch.keys.append(key)
      if batch.lines.utf8.count >= length, try !seal() { return removed }
    }
    _ = try seal()
    return removed
  }

  /// The keys of the results that are files of their own, in order.
  private func files() -> [String] {
    names(in: "").filter { $0.utf8.count == 2 }.flatMap(names).compactMap { name in
      name.utf8.count == 69 && name.hasSuffix(".json") ? String(name.prefix(64)) : nil
    }.sorted()
  }

  /// Publishes a segment and reads it back.
  private func publish(
    _ lines: String, while goesOn: (PackingStep) -> Bool
  ) throws(StoreFailure) -> Bool {
    let bytes = Array(lines.utf8)
    let place = "\(segments.path)/\(SHA256.hexDigest(of: bytes)).jsonl"
    guard goesOn(.publish(segment: place)) else { return false }
    _ = try folder.publish(bytes, at: place)
    // A segment that is not what its name says, of a disk that lies, replaces no file.
    return try SharedFolder.content(of: place).map { [UInt8]($0) == bytes } ?? false
  }
}
