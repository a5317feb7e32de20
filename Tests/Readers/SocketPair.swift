internal import CServiceSocket
internal import Foundation

/// The two ends of a connection within this process, neither of which waits.
struct SocketPair {
  /// The end of the reader, who closes it.
  let nearEnd: Int32
  private let farEnd: Int32

  init() {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    var ends: [Int32] = [-1, -1]
    let made = unsafe socketpair(AF_UNIX, kind, 0, &ends)
    precondition(made == 0, "no connection within this process")
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (nearEnd, farEnd) = (ends[0], ends[1])
  }

  /// Sends bytes to the reader, as many as there is room for.
  func send(_ bytes: ArraySlice<UInt8>) {
    _ = unsafe bytes.withUnsafeBytes { bytes in
      unsafe service_socket_send(farEnd, bytes.baseAddress, bytes.count)
    }
  }

  /// Lets the reader know that no more comes.
  func endSending() { shutdown(farEnd, Int32(SHUT_WR)) }

  /// What the reader has sent.
  func received() -> [UInt8] {
    var received: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 12)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { piece in
        unsafe read(farEnd, piece.baseAddress, piece.count)
      }
      guard count > 0 else { return received }
      received += piece[..<count]
    }
  }

  func closeFarEnd() { close(farEnd) }
}
