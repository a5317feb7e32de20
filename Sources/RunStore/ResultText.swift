internal import Experiments
internal import Foundation

/// The result of a run as text: one line of canonical JSON with the key of its run and a checksum.
struct ResultText {
  let text: String
  let knowledge: RunKnowledge

  init(_ result: RunResult, key: String) {
    switch result {
    case .outcome(let outcome):
      knowledge = .known(outcome)
      text = Self.text(StoredText(outcome), named: Self.outcome, key)
    case .failure(let failure):
      knowledge = .failed(failure)
      text = Self.text(StoredText([failure]), named: Self.error, key)
    }
  }

  /// - Returns: `nil` for data that is not a result of the run, or does not match its checksum.
  init?(_ data: Data, key: String) {
    text = String(decoding: data, as: UTF8.self)
    if let outcome = Self.content(of: text, named: Self.outcome, key)?.value(WorldOutcome.self) {
      knowledge = .known(outcome)
    } else if let failure = Self.content(of: text, named: Self.error, key)?.value([String].self)?
      .first
    {
      knowledge = .failed(failure)
    } else {
      return nil
    }
  }

  /// The key in a line; `nil` for data that is not the line of a result.
  static func key(atEndOf line: Data) -> String? {
    let start = line.endIndex - 64 - tailEnd.utf8.count
    guard start > line.startIndex, line.starts(with: #"{"checksum":""#.utf8) else { return nil }
    return String(decoding: line[start..<start + 64], as: UTF8.self)
  }

  private static let outcome = "outcome"
  private static let error = "error"

  private static func text(_ content: StoredText, named name: String, _ key: String) -> String {
    head(content.checksum, name) + content.text + tail(key)
  }

  private static func head(_ checksum: String, _ name: String) -> String {
    #"{"checksum":"\#(checksum)","\#(name)":"#
  }

  private static func tail(_ key: String) -> String { #","unit":"\#(key)"# + tailEnd }

  private static let tailEnd = "\"}\n"

  /// The content of a text between its head and its tail.
  private static func content(
    of text: String, named name: String, _ key: String
  ) -> StoredText? {
    let (head, tail) = (head("", name), tail(key))
    let bytes = text.utf8
    guard bytes.count > head.utf8.count + 64 + tail.utf8.count, text.hasSuffix(tail) else {
      return nil
    }
    let start = bytes.index(bytes.startIndex, offsetBy: 13)
    let end = bytes.index(start, offsetBy: 64)
    let checksum = String(text[start..<end])
    let full = Self.head(checksum, name)
    guard text.hasPrefix(full) else { return nil }
    let content = text.dropFirst(full.count).dropLast(tail.count)
    return StoredText(text: String(content), checksum: checksum)
  }
}
