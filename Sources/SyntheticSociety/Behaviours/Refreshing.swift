/// When the screen is refreshed while somebody scrolls.
///
/// The app refreshes the home feed by itself 0.5 s after a like has succeeded, on return from a
/// post's detail, and 0.5 s after a detail was fetched, if its rules say so. A viewer who has
/// looked through a page may pull the feed down instead of scrolling on. Each refresh is a request
/// of its own, looked through from its top. That a session opens the app anew belongs to ``Devices``.
public struct Refreshing: Behaviour {
  public struct Parameters: ParameterSection {
    public var afterLike = 0.0
    public var onReturn = 0.0
    public var afterDetail = 0.0
    public var pull = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.refreshing.after-like", \.refreshing.afterLike, 1, in: 0...1, isInteger: true,
        "1 when the app refreshes home after a like succeeds, otherwise 0.",
        source: "the app's rules"),
      SocietyParameter(
        "behaviour.refreshing.on-return", \.refreshing.onReturn, 0, in: 0...1, isInteger: true,
        "1 when the app refreshes home on return from a post's detail, otherwise 0.",
        source: "the app's rules"),
      SocietyParameter(
        "behaviour.refreshing.after-detail", \.refreshing.afterDetail, 0, in: 0...1,
        isInteger: true,
        "1 when the app refreshes home 0.5 s after a post's detail was fetched, otherwise 0; "
          + "a return from the detail then syncs the screen.",
        source: "the app's rules"),
      SocietyParameter(
        "behaviour.refreshing.pull", \.refreshing.pull, 0.05, in: 0...1, unit: "of pages",
        "Share of looked-through pages after which the viewer pulls to refresh instead of scrolling on."
      ),
    ]
  }

  static let component = BehaviourComponent(
    "refreshing", term: "the app's rules",
    neededBy: "no figure; the source system refreshes home",
    equation: {
      """
      Home is refreshed 0.5 s after a like succeeds; on return from a detail and 0.5 s after it \
      was fetched, if set; \($0.refreshing.pull) of pages end with a pull to refresh.
      """
    },
    without: "A feed is loaded once a session.",
    off: [
      \.refreshing.afterLike: 0, \.refreshing.onReturn: 0, \.refreshing.afterDetail: 0,
      \.refreshing.pull: 0,
    ])

  public enum Situation: Sendable {
    /// Does the app refresh home after a like?
    case like
    /// Does the app refresh home on return from a detail?
    case returnFromDetail
    /// Does the app refresh home after a detail was fetched?
    case detail
    /// A page has been looked through.
    case endOfPage(uniform: Double)
  }

  private let refreshing: Parameters

  public init(_ parameters: SocietyParameters) { refreshing = parameters.refreshing }

  public func decide(_ situation: Situation) -> Bool {
    switch situation {
    case .like: refreshing.afterLike == 1
    case .returnFromDetail: refreshing.onReturn == 1
    case .detail: refreshing.afterDetail == 1
    case .endOfPage(let uniform): uniform < refreshing.pull
    }
  }
}
