/// One thing wrong in a file or in an override, and where.
public struct LocatedFault: Error, Hashable, Sendable {
  /// Where a fault is.
  public enum Location: Hashable, Sendable {
    /// Line and column from 1; a column is a Unicode scalar of YAML, and a byte of JSON.
    case line(file: String, line: Int, column: Int)
    /// A file as a whole, such as one that does not exist.
    case file(String)
    /// An override in the words of the command line, `path.to.key=value`, and its number on the command line.
    case override(String, index: Int)
  }

  /// What was read: its name in messages and under `feedlab describe`.
  public enum Document: String, Hashable, Sendable {
    case scenario, mapping, trace
  }

  /// What is wrong, what was expected and what would do.
  public enum Reason: Hashable, Sendable {
    /// A file that cannot be read.
    case unreadable(String)
    /// Text that does not parse.
    case syntax(String)
    /// Something that must be there is not; what to write.
    case missing(String)
    /// An unknown key; the nearest known one, otherwise all keys.
    case unknownKey(nearest: String?, allowed: [String], in: Document)
    /// A name that no thing of its kind has, such as of kind `ranker`.
    case unknownName(kind: String, found: String, nearest: String?, allowed: [String])
    /// A value of the wrong type or out of range.
    case unexpected(expected: String, found: String)
    /// A key or a row that is there already.
    case repeated(String, firstLine: Int)
    /// Values that are right by themselves but not together.
    case contradiction(String)
    /// Further faults of a file, from here on, that are not listed.
    case more(Int)
  }

  public let location: Location
  /// The path of the key, such as `world.members`; empty where a fault belongs to none.
  public let key: String
  public let reason: Reason

  /// From 1; 1 without a line.
  package var column: Int { if case .line(_, _, let column) = location { column } else { 1 } }

  public init(location: Location, key: String = "", reason: Reason) {
    self.location = location
    self.key = key
    self.reason = reason
  }
}

extension LocatedFault {
  /// A fault at a byte of a file whose lines end with a line feed.
  ///
  /// - Parameter offset: Where in the bytes.
  package init(file: String, bytes: [UInt8], offset: Int, message: String) {
    let before = bytes[..<min(offset, bytes.count)]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    self.init(
      location: .line(file: file, line: line, column: 1 + before.count - start),
      reason: .syntax(message))
  }
}

extension LocatedFault {
  /// The fault of a text that begins after so many lines of its file.
  package func below(lines: Int) -> LocatedFault {
    guard case .line(let file, let line, let column) = location else { return self }
    return LocatedFault(
      location: .line(file: file, line: line + lines, column: column), key: key, reason: reason)
  }
}

extension LocatedFault {
  /// `file:line:column: key: message`, or `--set key=value: message`, on one line whatever the names in it are.
  public var message: Message {
    switch location {
    case .line(let file, let line, let column):
      "\(file):\(line):\(column): \(keyPrefix)\(reason)"
    case .file(let file):
      "\(file): \(keyPrefix)\(reason)"
    case .override(let text, _):
      text.hasPrefix(key + "=") || text == key
        ? "--set \(text.excerpt(atMost: 200)): \(reason)"
        : "--set \(text.excerpt(atMost: 200)): \(keyPrefix)\(reason)"
    }
  }

  private var keyPrefix: String { key.isEmpty ? "" : "\(key): " }
}

extension LocatedFault.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let why), .syntax(let why), .missing(let why), .contradiction(let why): why
    case .unknownKey(let nearest?, _, let document):
      "no \(document) has this key; did you mean '\(nearest)'?"
    case .unknownKey(nil, let allowed, let document):
      "no \(document) has this key; \(Self.choice(of: allowed, in: document.rawValue))"
    case .unknownName(let kind, let found, let nearest?, _):
      "there is no \(kind) '\(found)'; did you mean '\(nearest)'?"
    case .unknownName(let kind, let found, nil, let allowed):
      "there is no \(kind) '\(found)'; \(Self.remedy(found, kind, allowed))"
    case .unexpected(let expected, let found): "expected \(expected), found \(found)"
    case .repeated(let what, let line): "\(what) already, in line \(line)"
    case .more(let count): "and \(count) more \(count == 1 ? "fault" : "faults") from here on"
    }
  }

  /// Names in a row, such as `a, b and c`; at least one.
  package static func list(_ names: [String]) -> String {
    names.count == 1
      ? names[0] : "\(names.dropLast().joined(separator: ", ")) and \(names.last!)"
  }

  /// What `feedlab describe` knows names of a kind under.
  private static func topic(of kind: String) -> String {
    let parameter = "parameter of "
    return kind.hasPrefix(parameter) ? "rankers \(kind.dropFirst(parameter.count))" : "\(kind)s"
  }

  /// Of many names those that are like what was written, otherwise as a ``choice(of:in:)``.
  private static func remedy(_ found: String, _ kind: String, _ allowed: [String]) -> String {
    let similar = allowed.count > mostNamed ? DataFiles.remedy(for: found, among: allowed) : nil
    return similar ?? choice(of: allowed, in: topic(of: kind))
  }

  private static let mostNamed = 12

  /// Names them if they are few.
  ///
  /// - Parameter topic: What `feedlab describe` knows them under.
  private static func choice(of allowed: [String], in topic: String) -> String {
    switch allowed.count {
    case 0: "none is allowed here"
    case 1: "there is only '\(allowed[0])'"
    case 2...mostNamed: "there are \(list(allowed))"
    default: "'feedlab describe \(topic)' lists the \(allowed.count) there are"
    }
  }
}

extension LocatedFault: ProgramError {
  public var exitCode: ExitCode { .invalidData }
  public var isLocated: Bool { true }
}
