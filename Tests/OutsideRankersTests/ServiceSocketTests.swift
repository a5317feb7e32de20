#if os(Linux)
  import CServiceSocket
  import Foundation
  import TestSupport
  import Testing

  /// Connections to services, as C makes them.
  @Suite struct ServiceSocketTests {
    @Test func `what comes is acknowledged at once, answer for answer`() throws {
      let server = LoopbackServer.answering(LoopbackServer.json(#"{"scores":[1,2]}"#))
      defer { server.stop() }
      var error: Int32 = 0
      let descriptor = unsafe service_socket_connect(
        "127.0.0.1", "\(server.port)", 20_000, { 0 }, &error)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      let request = Array("POST /rank HTTP/1.1\r\n\r\n".utf8)
      // The system forgets it after some answers.
      for _ in 0..<10 {
        let sent = unsafe request.withUnsafeBytes { bytes in
          unsafe service_socket_send(descriptor, bytes.baseAddress, bytes.count)
        }
        expectEqual(sent, request.count)
        var answer: [UInt8] = []
        while !answer.ends(with: "}") {
          var piece = [UInt8](repeating: 0, count: 1 << 12)
          let count = unsafe piece.withUnsafeMutableBytes { bytes in
            unsafe service_socket_receive(descriptor, bytes.baseAddress, bytes.count)
          }
          #expect(acknowledgesAtOnce(descriptor))
          if count > 0 {
            answer += piece[..<count]
          } else {
            try #require(count < 0 && errno == EAGAIN)
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            try #require(unsafe poll(&polled, 1, 20_000) == 1)
          }
        }
      }
    }

    /// Whether the system sends an acknowledgement as soon as bytes have come.
    private func acknowledgesAtOnce(_ descriptor: Int32) -> Bool {
      var (value, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
      let result = unsafe getsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_QUICKACK, &value, &size)
      return result == 0 && value != 0
    }
  }

  extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool {
      suffix(text.utf8.count).elementsEqual(text.utf8)
    }
  }
#endif
