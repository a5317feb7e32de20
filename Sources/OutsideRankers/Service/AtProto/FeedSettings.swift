/// The settings of a feed of the AT Protocol in a scenario.
public struct FeedSettings: Hashable, Sendable {
  /// Its at-uri; `nil` to ask the service, which then has exactly one.
  public var uri: String?
  /// The text of the sentinel post, before the phrase. The post shows FeedLab that the service has read all events.
  public var sentinel: String

  /// What the text of each post ends with, so that a feed that looks for a word selects it; `nil` for none.
  public var phrase: String?

  /// The text where the scenario has none.
  public static let usualSentinel = "Good morning, everybody."

  public init(
    uri: String? = nil, sentinel: String = usualSentinel, phrase: String? = nil
  ) {
    self.uri = uri
    self.sentinel = sentinel
    self.phrase = phrase
  }
}
