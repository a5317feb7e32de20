internal import DataFiles
internal import SocialFeed

/// What is wrong with an answer: the rest of a sentence that begins with the ranker's name.
package struct AnswerFault: Error, Hashable, Sendable {
  package let predicate: String

  init(_ predicate: String) { self.predicate = predicate }

  /// The fault of a ranker that reads what it does not get; `nil` where it gets all.
  ///
  /// - Parameters:
  ///   - names: What it reads.
  ///   - sent: What it gets.
  ///   - descriptor: The ranker's descriptor, whose description lists all features.
  init?(reading names: [String], ofSent sent: [RankerFeature], _ descriptor: RankerDescriptor) {
    guard let missing = names.first(where: { name in !sent.contains { $0.name == name } }) else {
      return nil
    }
    self.init(
      RankerFeature.allCases.contains { $0.name == missing }
        ? "reads '\(missing)', which is not among the 'reads' of the scenario; add it there"
        : "reads '\(missing.excerpt)', which is no feature; 'feedlab describe rankers \(descriptor.name)' lists them"
    )
  }
}

extension AnswerFault {
  static func version(_ version: String) -> AnswerFault {
    AnswerFault(
      "speaks version \(version.excerpt) of the protocol; this FeedLab speaks version \(MessageHeader.version)"
    )
  }

  static func otherKind(_ kind: JSONValue, than asked: RankerKind) -> AnswerFault {
    let remedy =
      if case .string(let name) = kind, RankerKind(rawValue: name) != nil {
        "say 'kind: \(name)' in the scenario"
      } else {
        "the scenario has 'kind: \(asked.rawValue)'"
      }
    return AnswerFault("is of the kind \(kind.canonical.excerpt); \(remedy)")
  }

  /// A payload whose length does not fit its content.
  ///
  /// - Parameter noun: The kind of payload, such as `an order`.
  static func length(
    _ length: Int, of noun: String, _ posts: Int? = nil, cursor: Int = 0
  ) -> AnswerFault {
    let content =
      posts.map { posts in
        " for \(posts.grouped) posts"
          + (cursor > 0 ? " and a cursor of \(cursor.grouped) bytes" : "")
      } ?? ", which is too short"
    return AnswerFault("began \(noun) of \(length.grouped) bytes\(content)")
  }

  static func wrongCount(_ count: Int, of expected: Int) -> AnswerFault {
    AnswerFault(
      "gave \(count.grouped) scores for \(expected.grouped) posts; it has to give one for each")
  }

  static func wrongCount(bytes: Int, of expected: Int) -> AnswerFault {
    bytes.isMultiple(of: 8)
      ? wrongCount(bytes / 8, of: expected)
      : AnswerFault("began scores of \(bytes.grouped) bytes; each score has 8")
  }

  /// The failure that a ranker reports itself.
  static func reported(_ message: JSONValue?) -> AnswerFault {
    guard case .string(let text)? = message, text.contains(where: { !$0.isWhitespace }) else {
      return AnswerFault("failed without a message")
    }
    return AnswerFault("failed: \(text.oneLine.excerpt(atMost: 2000))")
  }

  /// A message that does not parse.
  ///
  /// - Parameter bytes: The message.
  static func noJSON(_ fault: LocatedFault, in bytes: [UInt8]) -> AnswerFault {
    if bytes.starts(with: byteOrderMark) { return .begunWithByteOrderMark }
    let rest = String(decoding: bytes.dropFirst(fault.offset(in: bytes)).prefix(9), as: UTF8.self)
      .lowercased()
    let isNoNumber = ["nan", "inf", "-nan", "-inf", "+inf"].contains { rest.hasPrefix($0) }
    let (reason, advice) =
      switch "\(fault.reason)" {
      case "expected the end of the file":
        ("more follows behind its end", "; a message is one object")
      case let reason:
        (
          reason.replacing("the file", with: "the message"),
          isNoNumber ? "; NaN and infinity are no JSON" : ""
        )
      }
    return AnswerFault(
      "wrote a message that is no JSON: \(reason) at character \(fault.column)\(advice)")
  }

  /// What some programs write before a text in UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static var begunWithByteOrderMark: AnswerFault {
    AnswerFault(
      "began its message with a byte order mark (BOM), which no JSON has; write UTF-8 without one, in Python "
        + "\"utf-8\" instead of \"utf-8-sig\"")
  }

  /// Text on standard output that is no message, or a message in the other encoding.
  static func stray(
    _ text: String, as encoding: RankerEncoding, beginning bytes: ArraySlice<UInt8>
  ) -> AnswerFault {
    switch (encoding, bytes.first ?? 0) {
    case (.binary, UInt8(ascii: "{")):
      AnswerFault("answers in lines of JSON; say 'encoding: json' in the scenario")
    case (.json, 1...8):
      AnswerFault("answers in binary frames; say 'encoding: binary' in the scenario")
    case (.json, _) where bytes.starts(with: byteOrderMark): .begunWithByteOrderMark
    default:
      AnswerFault(
        "wrote \(text.oneLine.isEmpty ? "a blank line" : "'\(text.oneLine.excerpt(atMost: 60))'") to standard output, which is for messages to FeedLab; "
          + "print to standard error instead")
    }
  }
}

extension LocatedFault {
  /// The index of the byte of a text that is at fault.
  fileprivate func offset(in bytes: [UInt8]) -> Int {
    guard case .line(_, let line, let column) = location else { return 0 }
    let lines = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: line - 1, omittingEmptySubsequences: false)
    return (lines.last?.startIndex ?? 0) + column - 1
  }
}

extension String {
  /// Its lines that are not blank, with ` | ` between them, each in a form that is safe to show.
  package var oneLine: String {
    split(whereSeparator: \.isNewline).map { line in
      var text = line[...]
      while text.last?.isWhitespace == true { text.removeLast() }
      return String(text).plainLine
    }.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " | ")
  }
}
