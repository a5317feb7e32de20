package import Stochastics

/// Clicks of impressions for each user, post or arm, as the distinct pairs and how often each came.
package struct CountedPairs: Sendable, Hashable {
  /// One distinct pair.
  package struct Pair: Sendable, Hashable {
    package let successes: Int
    package let trials: Int
    /// How often the pair came, above 0.
    package let count: Int
  }

  /// In order of trials, then of successes.
  package let pairs: [Pair]
  /// How many pairs there are, equal ones too.
  package let count: Int

  /// Counts pairs that come in any order.
  package init(_ pairs: some Sequence<(successes: Int, trials: Int)>) {
    self.init(tallied: pairs.lazy.map { (successes: $0.successes, trials: $0.trials, count: 1) })
  }

  /// Takes pairs that are counted already.
  ///
  /// - Parameter tallies: In any order; a pair may come several times. Successes are in `0...trials`;
  ///   pairs without trials or with count 0 are excluded.
  package init(tallied tallies: some Sequence<(successes: Int, trials: Int, count: Int)>) {
    var pairs: [Pair] = []
    let sorted = tallies.sorted { ($0.trials, $0.successes) < ($1.trials, $1.successes) }
    for (successes, trials, count) in sorted where trials != 0 && count != 0 {
      precondition(
        successes >= 0 && successes <= trials, "\(successes) successes of \(trials) trials")
      precondition(count > 0, "\(successes) of \(trials) came \(count) times")
      var times = count
      if let last = pairs.last, last.successes == successes, last.trials == trials {
        times += pairs.removeLast().count
      }
      pairs.append(Pair(successes: successes, trials: trials, count: times))
    }
    self.pairs = pairs
    count = pairs.reduce(0) { $0 + $1.count }
  }

  /// All successes of all trials, as one proportion.
  package var pooled: Proportion {
    Proportion(
      successes: pairs.reduce(0) { $0 + $1.count * $1.successes },
      trials: pairs.reduce(0) { $0 + $1.count * $1.trials })
  }
}
