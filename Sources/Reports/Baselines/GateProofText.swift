public import Experiments
internal import FeedMetrics

extension GateProof {
  /// In a line.
  public var line: String {
    let loss = ValueScale(metric, of: [harm]).value(harm)
    let found = isCaught ? "was found after" : "was not found in"
    return "\(metric.id): a harm of \(loss) in every world \(found) \(worlds) worlds"
  }
}
