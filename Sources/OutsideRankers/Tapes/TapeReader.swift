internal import DataFiles
internal import Foundation
internal import SocialFeed

/// Reads a tape block by block.
///
/// It looks at the whole file before the first page, to find a damaged one before a world is simulated; each
/// block is looked at again when its pages are read, so that a file that changes meanwhile is found too.
///
/// - Complexity: O(file) in time, and a block in memory.
package final class TapeReader {
  private let file: FileHandle
  private var checksum = TapeChecksum()
  private var block = ByteReader([])
  /// Of the blocks that were read.
  private var pages: UInt64 = 0
  private var hasEnded = false

  package init(path: String, _ subject: TapeSubject) throws(TapeFault) {
    file = try Self.open(path)
    try begin(subject)
    var page = TapedPage.none
    while try next(&page) {}
    do { try file.seek(toOffset: 0) } catch { throw .unreadable(reason: error.reason) }
    (checksum, pages, hasEnded) = (TapeChecksum(), 0, false)
    try begin(subject)
  }

  /// Whether a whole tape of the subject is at a path.
  ///
  /// - Throws: When a file is there that is no tape, which must not be overwritten.
  package static func isTape(at path: String, _ subject: TapeSubject) throws(TapeFault) -> Bool {
    do throws(TapeFault) {
      _ = try TapeReader(path: path, subject)
      return true
    } catch {
      if case .foreign = error { throw error }
      return false
    }
  }

  /// Reads the next page.
  ///
  /// - Parameter page: One whose room is used again.
  /// - Returns: Whether there was one.
  package func next(_ page: inout TapedPage) throws(TapeFault) -> Bool {
    while block.remaining == 0 {
      guard try nextBlock() else { return false }
    }
    do throws(EncodingFault) { try block.read(&page) } catch { throw .damaged }
    pages += 1
    return true
  }
}

extension TapedPage {
  package static var none: TapedPage {
    TapedPage(
      viewer: MemberID(0), refresh: 0, now: 0, isFirst: false, isLast: false, posts: [])
  }
}

extension TapeReader {
  private static func open(_ path: String) throws(TapeFault) -> FileHandle {
    do throws(UnreadableFile) {
      return try FileContent.handle(of: path)
    } catch {
      guard FileManager.default.fileExists(atPath: path) else { throw .missing }
      throw .unreadable(reason: error.reason)
    }
  }

  /// Reads the header.
  private func begin(_ subject: TapeSubject) throws(TapeFault) {
    let found = try read(TapeFormat.headerLength)
    let magic = TapeFormat.magic
    // A file that begins as no tape does is somebody else's, however short.
    guard !found.isEmpty, found.prefix(magic.count) == magic.prefix(found.count) else {
      throw found.isEmpty ? .cut : .foreign
    }
    guard found.count == TapeFormat.headerLength else { throw .cut }
    let version = UInt16(found[magic.count]) | UInt16(found[magic.count + 1]) << 8
    guard version == TapeFormat.version else { throw .version(version) }
    checksum.add(found.dropLast(8))
    try check(found.suffix(8))
    guard found.dropLast(8) == subject.header[...] else { throw .other }
  }

  /// Reads the next block, or the end.
  ///
  /// - Returns: Whether there was a block.
  private func nextBlock() throws(TapeFault) -> Bool {
    guard !hasEnded else { return false }
    let head = try whole(4)
    checksum.add(head)
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard length > 0 else {
      try end()
      return false
    }
    guard length <= TapeFormat.longestBlock else { throw .damaged }
    let sum = try whole(8)
    let bytes = try whole(length)
    checksum.add(bytes)
    try check(sum[...])
    block = ByteReader(bytes)
    return true
  }

  private func end() throws(TapeFault) {
    let end = try whole(TapeFormat.endLength)
    checksum.add(end.prefix(8))
    try check(end.suffix(8))
    guard end.prefix(8).reversed().reduce(UInt64(0), { $0 << 8 | UInt64($1) }) == pages else {
      throw .damaged
    }
    guard try read(1).isEmpty else { throw .cut }
    hasEnded = true
  }

  /// Throws unless the checksum of all bytes so far is this.
  private func check(_ bytes: ArraySlice<UInt8>) throws(TapeFault) {
    let found = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard found == checksum.value else { throw .damaged }
  }

  private func whole(_ count: Int) throws(TapeFault) -> [UInt8] {
    let bytes = try read(count)
    guard bytes.count == count else { throw .cut }
    return bytes
  }

  /// So many bytes, or as many as there are.
  private func read(_ count: Int) throws(TapeFault) -> [UInt8] {
    do { return [UInt8](try file.read(upToCount: count) ?? Data()) } catch {
      throw .unreadable(reason: error.reason)
    }
  }
}
