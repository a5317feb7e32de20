/// Something that happened in a world, as a service would log it, for a ranker that learns.
///
/// No event has knowledge of the simulation: no taste, no quality, and not who has left for good, since members do not
/// announce that.
public struct RankerEvent: Hashable, Sendable {
  /// Simulated seconds from the start of the world; negative for what was there before.
  public var time: Double
  public var content: Content

  public init(time: Double, _ content: Content) {
    self.time = time
    self.content = content
  }

  /// What happened.
  public enum Content: Hashable, Sendable {
    /// A member joined; the group's number is its index among the scenario's.
    case join(MemberID, group: Int)
    case post(PostID, author: MemberID, category: CategoryID, visibility: PostVisibility)
    /// The author took a post away.
    case delete(PostID, author: MemberID)
    /// A post entered a contest.
    case enter(PostID, author: MemberID, contest: ContestID)
    case tie(TieOutcome, from: MemberID, to: MemberID)
    case impression(Impression)
    /// A member did something with a post; the request belongs to the impression that led to it.
    case interaction(InteractionKind, PostID, by: MemberID, request: UInt32?)
  }

  /// A post was on a page that was shown.
  public struct Impression: Hashable, Sendable {
    public var post: PostID
    public var viewer: MemberID
    /// Which feed.
    public var surface: Surface
    /// The number of the request in the world, by which interactions name it.
    public var request: UInt32
    /// The number of the refresh among the viewer's, which shows a ranker its own answer.
    public var refresh: UInt32
    /// Among the posts of the request, from 1.
    public var position: Int
    /// Whether the post stayed on the screen for a look, as an app reports it. A page's looks are known with the page, as
    /// in the features ``RankerFeature/looks`` and ``RankerFeature/timesSeen``.
    public var isLookedAt: Bool
    /// Whether the ranker that gets the event gave the page: not another feed's, nor another arm's.
    public var isOwn: Bool

    public init(
      post: PostID, viewer: MemberID, surface: Surface, request: UInt32, refresh: UInt32,
      position: Int, isLookedAt: Bool, isOwn: Bool
    ) {
      self.post = post
      self.viewer = viewer
      self.surface = surface
      self.request = request
      self.refresh = refresh
      self.position = position
      self.isLookedAt = isLookedAt
      self.isOwn = isOwn
    }
  }
}

extension RankerEvent {
  /// Whether a ranker that has stopped to learn does not get it: what was shown, and what was done with it. Members, ties and
  /// posts go on.
  var isFeedback: Bool {
    switch content {
    case .impression, .interaction: true
    case .join, .post, .delete, .enter, .tie: false
    }
  }

  /// The same for a ranker that did not serve the page.
  package var ofOthers: RankerEvent {
    guard case .impression(var impression) = content else { return self }
    impression.isOwn = false
    return RankerEvent(time: time, .impression(impression))
  }
}
