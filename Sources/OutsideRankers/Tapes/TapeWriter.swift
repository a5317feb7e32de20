internal import DataFiles
internal import Foundation
internal import SocialFeed
internal import Synchronization

/// Writes the tape of one ranker in one world. The file has its name when it is whole; until then, and where the writer
/// goes before, the file does not exist.
///
/// It holds a block of pages in memory, whatever the length of the tape.
package final class TapeWriter: Sendable {
  package let path: String

  fileprivate struct State {
    var file: FileAside?
    var block = ByteWriter()
    var checksum = TapeChecksum()
    var pages: UInt64 = 0
    var fault: TapeFault?
  }

  private let state = Mutex(State())

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - path: Of the finished tape.
  ///   - folder: The one that it is in, which exists.
  package init(path: String, in folder: String, _ subject: TapeSubject) throws(TapeFault) {
    self.path = path
    try state.withLock { state throws(TapeFault) in
      do { state.file = try FileAside(in: folder) } catch {
        throw .unwritable(reason: error.reason)
      }
      var header = ByteWriter()
      header.write(raw: subject.header)
      state.checksum.add(header.bytes)
      header.write(fixed: state.checksum.value)
      try state.write(header.bytes)
    }
  }

  /// Why it writes no more; `nil` while it does.
  package var fault: TapeFault? { state.withLock { $0.fault } }

  /// Appends a page; does no work after a fault.
  package func append(_ page: TapedPage) {
    state.withLock { state in
      guard state.fault == nil else { return }
      state.block.write(page)
      state.pages += 1
      if state.block.bytes.count >= TapeFormat.blockLength { state.endBlock() }
    }
  }

  /// Ends the tape and gives it its name.
  package func finish() throws(TapeFault) {
    try state.withLock { state throws(TapeFault) in
      state.endBlock()
      if let fault = state.fault { throw fault }
      var end = ByteWriter()
      end.write(column: [UInt32(0)])
      end.write(fixed: state.pages)
      state.checksum.add(end.bytes)
      end.write(fixed: state.checksum.value)
      try state.write(end.bytes)
      do {
        try state.file?.synchronize()
        try state.file?.replace(path)
      } catch {
        throw .unwritable(reason: error.reason)
      }
      state.file = nil
    }
  }
}

extension TapeWriter.State {
  /// Writes the block, if it has a page.
  fileprivate mutating func endBlock() {
    guard !block.bytes.isEmpty, fault == nil else { return }
    var header = ByteWriter()
    header.write(column: [UInt32(block.bytes.count)])
    checksum.add(header.bytes)
    checksum.add(block.bytes)
    header.write(fixed: checksum.value)
    do throws(TapeFault) {
      try write(header.bytes)
      try write(block.bytes)
    } catch {
      fault = error
    }
    block.clear()
  }

  fileprivate func write(_ bytes: [UInt8]) throws(TapeFault) {
    do { try file?.append(Data(bytes)) } catch { throw .unwritable(reason: error.reason) }
  }
}
