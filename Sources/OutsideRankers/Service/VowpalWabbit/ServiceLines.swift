internal import SocialFeed

/// Reads lines from a service, in one buffer that is used again.
struct ServiceLines {
  private let socket: ServiceSocket
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  /// Bytes that have come but are not a line that was read.
  private var rest = 0..<0

  init(_ socket: ServiceSocket) { self.socket = socket }

  func send(_ bytes: [UInt8], until deadline: Deadline) throws(ServiceFault) {
    try socket.send(bytes, until: deadline)
  }

  /// Whether all that has come was read.
  var isEmpty: Bool { rest.isEmpty }

  /// The next line without its end, once it is there.
  ///
  /// - Parameter limit: How long it may be.
  mutating func line(
    upTo limit: Int, until deadline: Deadline
  ) throws(ServiceFault) -> ArraySlice<UInt8> {
    var searched = rest.lowerBound
    while true {
      if let end = buffer[searched..<rest.upperBound].firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = end + 1..<rest.upperBound }
        guard end - rest.lowerBound <= limit else { throw .longBody(limit) }
        return buffer[rest.lowerBound..<end]
      }
      guard rest.count <= limit else { throw .longBody(limit) }
      makeRoom()
      searched = rest.upperBound
      // A service that keeps sending lets nothing be waited for, so that these are looked at here too.
      if deadline.isOver { throw .late }
      if RankerWait.isCancelled { throw .unneeded }
      let end = rest.upperBound
      let count = unsafe try socket.receive(until: deadline) { read in
        unsafe buffer.withUnsafeMutableBytes { bytes in
          unsafe read(UnsafeMutableRawBufferPointer(rebasing: bytes[end...]))
        }
      }
      guard count > 0 else { throw rest.isEmpty ? .closed : .cut }
      rest = rest.lowerBound..<rest.upperBound + count
    }
  }

  /// Moves what has come to the start of the buffer, and makes that longer where it is full.
  private mutating func makeRoom() {
    if rest.lowerBound > 0 {
      for index in rest { buffer[index - rest.lowerBound] = buffer[index] }
      rest = 0..<rest.count
    }
    if rest.count == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
  }
}
