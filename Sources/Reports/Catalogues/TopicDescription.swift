public import Scenarios
public import Studies

/// What `feedlab describe` prints about a topic, or about one of its entries.
public protocol TopicDescription: Sendable {
  /// For a terminal.
  func text(width: Int) -> String
  /// For a page of the reference, without its heading.
  var markdown: String { get }
  /// For programs.
  var json: String { get }
}

extension MetricDescription: TopicDescription {}
extension RankerDescription: TopicDescription {}
extension BehaviourDescription: TopicDescription {}
extension MappingDescription: TopicDescription {}
extension PlausibleRangeDescription: TopicDescription {}
extension ScenarioDescription: TopicDescription {
  public func text(width: Int) -> String { text }
}
