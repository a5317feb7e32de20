/// Component 21: when the screen is refreshed while somebody scrolls.
///
/// The app refreshes the home feed by itself 0.5 s after a like has succeeded, and on return from a post's
/// detail, if the rules say so; and a viewer who is done with a page pulls the feed down instead of
/// scrolling on with a probability (0.05). Each refresh is a request of its own, looked through from
/// its top. That a session opens the app anew is ``Connection``'s.
public struct Refreshing: Behaviour {
  public enum Situation: Sendable {
    /// Does the app refresh home after a like?
    case like
    /// Does it on return from a detail?
    case returnFromDetail
    /// A page has been looked through.
    case endOfPage(uniform: Double)
  }

  private let refreshing: SocietyParameters.Refreshing

  public init(_ parameters: SocietyParameters) { refreshing = parameters.refreshing }

  public func decide(_ situation: Situation) -> Bool {
    switch situation {
    case .like: refreshing.afterLike == 1
    case .returnFromDetail: refreshing.onReturn == 1
    case .endOfPage(let uniform): uniform < refreshing.pull
    }
  }
}
