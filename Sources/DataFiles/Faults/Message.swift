/// A text for standard error: text that it wrote itself, and text from outside, which cannot be
/// mistaken for it.
///
/// A message is written as a string literal, and whatever is interpolated is one ``Swift/String/plainLine``: only a
/// literal begins a new line or sets an escape code. A `String` is no message, so that none is printed by accident.
public struct Message: Hashable, Sendable {
  /// The message, of one line or several, without a line feed at its end.
  public let text: String

  private init(verbatim text: String) { self.text = text }

  /// A text whose lines are lines of the message, such as help that the program wrote.
  package init(linesOf text: String) {
    self.init(
      verbatim: text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { String($0).plainLine }.joined(separator: "\n"))
  }

  /// Messages one below the other.
  package static func lines(_ messages: [Message]) -> Message {
    Message(verbatim: messages.map(\.text).joined(separator: "\n"))
  }

  package static func + (left: Message, right: Message) -> Message {
    Message(verbatim: left.text + right.text)
  }
}

extension Message: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(verbatim: value) }

  public init(stringInterpolation: Interpolation) { self.init(verbatim: stringInterpolation.text) }

  /// The parts of a message that is being put together.
  public struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// The value's description on one line; a ``ProgramError``'s is unchanged.
    public mutating func appendInterpolation(_ value: some Any) {
      text += (value as? any ProgramError)?.message.text ?? String(describing: value).plainLine
    }

    /// The message, unchanged.
    public mutating func appendInterpolation(_ message: Message) { text += message.text }
  }
}

extension Message: CustomStringConvertible {
  public var description: String { text }
}
