/// How messages to a command are written.
public enum RankerEncoding: String, CaseIterable, Hashable, Sendable {
  /// Frames with arrays of little-endian numbers.
  case binary
  /// A line of JSON for each message.
  case json
}
