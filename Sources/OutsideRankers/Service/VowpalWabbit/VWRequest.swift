internal import DataFiles
package import SocialFeed

/// What a Vowpal Wabbit daemon answers with a probability for each action.
package struct VWExample: Hashable, Sendable {
  /// A line for what all actions share and one for each action, and a blank line.
  package let text: [UInt8]
  /// How many actions there are.
  package let count: Int
}

/// A request to a Vowpal Wabbit daemon: an example of several lines, one for what all actions share and one for each
/// action, and a blank line at its end.
///
/// The actions are the candidates in the order of their numbers, so that the answer to a set of candidates is one, whatever
/// their order was: sums of 32 bits depend on it.
package struct VWRequest: Hashable, Sendable {
  /// The posts of the actions, ascending.
  package let posts: [PostID]
  package let example: VWExample
  /// Where the line of each action begins in the text.
  private let starts: [Int]
  /// The index of each action among the candidates.
  package let indices: [Int]

  /// - Parameter reads: The features that each action has, by their names.
  package init(_ candidates: borrowing Candidates, reads: [RankerFeature]) {
    let (all, authors, categories) = (candidates.posts, candidates.authors, candidates.categories)
    let columns = reads.map { (name: $0.name, values: candidates[$0]) }
    indices = all.indices.sorted { all[$0] < all[$1] }
    posts = indices.map { all[$0] }
    var text = Array("shared |v m\(candidates.viewer) h\(Self.hour(of: candidates.now))\n".utf8)
    var starts: [Int] = []
    for index in indices {
      starts.append(text.count)
      text += "|p".utf8
      for (name, values) in columns { text += " \(name):\(values[index].shortest)".utf8 }
      text += " |a m\(authors[index])".utf8
      if let category = categories[index] { text += " |c c\(category)".utf8 }
      text.append(UInt8(ascii: "\n"))
    }
    text.append(UInt8(ascii: "\n"))
    example = VWExample(text: text, count: posts.count)
    self.starts = starts
  }

  /// The hour of the day at a simulated time.
  private static func hour(of now: Double) -> Int {
    let day = 86_400.0
    let rest = now.truncatingRemainder(dividingBy: day)
    return Int((rest < 0 ? rest + day : rest) / 3600) % 24
  }

  /// The example as the daemon learns from it: the line of one action begins with a label.
  ///
  /// - Parameters:
  ///   - action: The one that was chosen.
  ///   - cost: What came of it; less is better.
  ///   - probability: That with which it was chosen.
  package func labelled(_ action: Int, cost: Double, probability: Double) -> VWExample {
    // The number of the action in a label means nothing here: its line does.
    let label = Array("0:\(cost.shortest):\(probability.shortest) ".utf8)
    let (start, text) = (starts[action], example.text)
    return VWExample(text: text[..<start] + label + text[start...], count: example.count)
  }
}
