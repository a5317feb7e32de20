/// Why a service gave no answer.
package enum ServiceFault: Error, Hashable, Sendable {
  /// No host has the name.
  case noHost
  /// The port has no listener.
  case refused
  /// The host cannot be reached, for a reason such as `No route to host`.
  case unreachable(String)
  /// The connection was closed before the answer began.
  case closed
  /// The connection was closed within the answer.
  case cut
  /// The whole answer had not come by the moment.
  case late
  /// The answer is not needed any more.
  case unneeded
  /// The head of the answer is not one of HTTP/1; its beginning.
  case noHTTP(String)
  /// The head of the answer is longer than this, in bytes.
  case longHead(Int)
  /// The body is longer than this, in bytes.
  case longBody(Int)
}
