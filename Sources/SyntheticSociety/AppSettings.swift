/// How the app of an arm behaves, beside the order of its feeds.
public struct AppSettings: Sendable, Hashable {
  /// How an app asks for the next page.
  public enum Paging: String, CaseIterable, Sendable {
    /// From where the last page ended: nothing published meanwhile comes in between.
    case keyset
    /// From the number of posts it has: whatever is published meanwhile pushes posts onto two pages.
    case offset
  }

  /// When an app asks for the state of the buttons that it shows.
  public enum Sync: String, CaseIterable, Sendable {
    /// Whenever it comes to the foreground.
    case foreground
    /// Never: a button is wrong until its post is loaded again.
    case never
  }

  public var paging = Paging.keyset
  public var sync = Sync.foreground

  public init() {}
}
