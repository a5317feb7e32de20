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
  ///   - descriptor: That of the ranker, whose description lists all features.
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
        "the scenario says 'kind: \(asked.rawValue)'"
      }
    return AnswerFault("is of the kind \(kind.canonical.excerpt); \(remedy)")
  }

  /// A payload whose length is not that of its content.
  ///
  /// - Parameter noun: What it is, such as `an order`.
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
    guard case .string(let text)? = message else { return AnswerFault("failed without a message") }
    return AnswerFault("failed: \(text.oneLine.excerpt(atMost: 2000))")
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
    default:
      AnswerFault(
        "wrote \(text.oneLine.isEmpty ? "a blank line" : "'\(text.oneLine.excerpt(atMost: 60))'") to standard output, which is for messages to FeedLab; "
          + "print to standard error instead")
    }
  }
}

extension String {
  /// Its lines that are not blank, with ` | ` between them, each as it is safe to show.
  package var oneLine: String {
    split(whereSeparator: \.isNewline).map { line in
      var text = line[...]
      while text.last?.isWhitespace == true { text.removeLast() }
      return String(text).plainLine
    }.filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: " | ")
  }
}
