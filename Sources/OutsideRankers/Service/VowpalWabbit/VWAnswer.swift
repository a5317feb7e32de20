internal import DataFiles

/// The answer of a Vowpal Wabbit daemon with `--cb_explore_adf` to an example: a line of actions with their probabilities.
package enum VWAnswer {
  /// The longest action with its probability.
  private static let longestPair = 64
  /// The longest line besides.
  private static let longestText = 1 << 10

  /// How long the answer to a request of so many actions may be.
  package static func longest(of count: Int) -> Int { longestText + longestPair * count }

  /// The probability of each action, in their order.
  ///
  /// - Parameters:
  ///   - line: Pairs such as `1:0.25` in any order, with commas between them.
  ///   - count: How many actions there were.
  package static func probabilities(
    in line: ArraySlice<UInt8>, of count: Int
  ) throws(AnswerFault) -> [Double] {
    var probabilities = [Double?](repeating: nil, count: count)
    let pairs = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    for pair in pairs {
      let (action, probability) = try read(pair, of: line)
      guard action < count else {
        throw AnswerFault(
          "gave action \(action) a probability; the \(count) posts are actions 0 to \(count - 1)")
      }
      guard probabilities[action] == nil else {
        throw AnswerFault("gave action \(action) a probability twice")
      }
      probabilities[action] = probability
    }
    let given = probabilities.compactMap { $0 }
    guard given.count == count else {
      throw AnswerFault(
        "gave \(given.count) probabilities for \(count) posts; it has to give one for each")
    }
    return given
  }

  private static func read(
    _ pair: ArraySlice<UInt8>, of line: ArraySlice<UInt8>
  ) throws(AnswerFault) -> (action: Int, probability: Double) {
    let parts = pair.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, let action = UInt32(String(decoding: parts[0], as: UTF8.self)) else {
      throw AnswerFault(
        "answered \(shown(line)), which is no list of actions with their probabilities; start the daemon with"
          + " --cb_explore_adf")
    }
    let text = String(decoding: parts[1], as: UTF8.self)
    guard let probability = Double(text), (0...1).contains(probability) else {
      throw AnswerFault(
        "gave action \(action) the probability '\(text.excerpt(atMost: 60))'; a probability is a number from 0 to 1"
      )
    }
    return (Int(action), probability)
  }

  /// The fault of a daemon that has written this line, or more, behind its answer.
  package static func excess(_ line: ArraySlice<UInt8>) -> AnswerFault {
    AnswerFault(
      "answered \(shown(line)) behind its answer, which is a line and a blank one; start the daemon with"
        + " --cb_explore_adf and one connection at a time")
  }

  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    let text = String(decoding: line.prefix(240), as: UTF8.self).oneLine
    return text.isEmpty ? "a blank line" : "'\(text.excerpt(atMost: 60))'"
  }
}
