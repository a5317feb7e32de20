/// What a scenario says about a feed of the AT Protocol.
public struct FeedSettings: Hashable, Sendable {
  /// Its at-uri; `nil` to ask the service, which then has exactly one.
  public var uri: String?
  /// The text of the post, before the phrase, by which FeedLab knows that the service has read all events.
  public var sentinel: String

  /// What the text of each post ends with, so that a feed that looks for a word selects it; `nil` for nothing.
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
