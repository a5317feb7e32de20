/// Why a service gave no answer.
package enum ServiceFault: Error, Hashable, Sendable {
  /// There is no host of the name.
  case noHost
  /// Nothing listens at the port.
  case refused
  /// There is no way to the host, for a reason such as `No route to host`.
  case unreachable(String)
  /// The connection was closed before the answer began.
  case closed
  /// The connection was closed within the answer.
  case cut
  /// There was no whole answer until the moment.
  case late
  /// Nobody needs the answer any more.
  case unneeded
  /// The head of the answer is not one of HTTP/1; its beginning.
  case noHTTP(String)
  /// The head of the answer is longer than this, in bytes.
  case longHead(Int)
  /// The body is longer than this, in bytes.
  case longBody(Int)
}
