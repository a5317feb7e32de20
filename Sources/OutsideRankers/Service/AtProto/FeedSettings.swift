/// What a scenario says about a feed of the AT Protocol.
public struct FeedSettings: Hashable, Sendable {
  /// Its at-uri; `nil` to ask the service, which then has exactly one.
  public var uri: String?
  /// The text of the post by which FeedLab knows that the service has read all events.
  public var sentinel: String

  /// The text where the scenario has none.
  public static let usualSentinel = "Good morning, everybody."

  public init(uri: String? = nil, sentinel: String = usualSentinel) {
    self.uri = uri
    self.sentinel = sentinel
  }
}
