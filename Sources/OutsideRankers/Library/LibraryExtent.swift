internal import DataFiles
internal import Foundation

/// How much of a library's file there is, and how much of it the system maps into memory. It maps what a cut file does not
/// have, too, and a signal ends the program as soon as something reads there.
///
/// Source: *System V Application Binary Interface*, chapter 5, Program Header.
struct LibraryExtent: Hashable {
  /// Bytes of the file.
  let size: UInt64
  /// Bytes that are mapped, from the start of the file.
  let mapped: UInt64

  /// The bytes of both kinds of headers in 64 bits.
  private static let (headSize, segmentSize) = (64, 56)

  /// - Returns: `nil` for a file that is none of Linux in 64 bits, or that cannot be read, which the system explains.
  init?(ofFile path: String) {
    guard let file = try? FileContent.handle(of: path),
      let begin = try? file.read(upToCount: Self.headSize), begin.count == Self.headSize,
      begin.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), let size = try? file.seekToEnd()
    else { return nil }
    let head = [UInt8](begin)[...]
    let start: UInt64 = head.little(at: 32)
    let (segment, count): (UInt16, UInt16) = (head.little(at: 54), head.little(at: 56))
    guard segment == Self.segmentSize, start <= 1 << 48 else { return nil }
    self.size = size
    let end = start + UInt64(segment) * UInt64(count)
    guard end <= size, (try? file.seek(toOffset: start)) != nil,
      let table = try? file.read(upToCount: Int(end - start))
    else {
      mapped = end
      return
    }
    let bytes = [UInt8](table)[...]
    mapped = (0..<bytes.count / Self.segmentSize).reduce(end) { mapped, index in
      let offset: UInt64 = bytes.little(at: index * Self.segmentSize + 8)
      let (last, isBeyond) = offset.addingReportingOverflow(
        bytes.little(at: index * Self.segmentSize + 32))
      return max(mapped, isBeyond ? .max : last)
    }
  }
}
