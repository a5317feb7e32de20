public import SocialFeed

/// How the people of a world behave: a behaviour for each decision that they make.
///
/// Made from a society's parameters; each can be swapped for any that decides the same.
public struct Behaviours: Sendable {
  /// When the next session starts, or the next post is made: seconds from the start of the run.
  public var sessionStarts: any Behaviour<SessionStarts.Situation, Double>
  /// Seconds until somebody joins.
  public var joining: any Behaviour<Double, Double>
  /// What somebody likes, or posts about: a distribution over categories.
  public var interests: any Behaviour<Interests.Situation, [Double]>
  /// How skilled somebody is, or how good a post.
  public var quality: any Behaviour<Quality.Situation, Double>
  /// The probability that a position is looked at.
  public var examination: any Behaviour<Examination.Situation, Double>
  /// Patience after an item.
  public var scrolling: any Behaviour<Scrolling.Situation, Double>
  /// What an item is worth.
  public var itemUtility: any Behaviour<ItemUtility.Situation, Double>
  /// Probabilities of opening, liking, commenting and saving.
  public var acting: any Behaviour<Acting.Situation, SIMD4<Double>>
  /// Seconds spent on an item.
  public var dwell: any Behaviour<Dwell.Situation, Double>
  /// Satiation with a category; not asked where its weight, `behaviour.utility.satiation`, is 0.
  public var satiation: any Behaviour<Satiation.Situation, Double>
  /// The interest in a category after a like; not asked where `behaviour.drift.rate` is 0.
  public var interestDrift: any Behaviour<InterestDrift.Situation, Double>
  /// What others' likes and votes add to utility.
  public var herding: any Behaviour<Herding.Situation, Double>
  /// The factor on the posting rate at an attention, at most 1 + `behaviour.posting.feedback`.
  public var posting: any Behaviour<Double, Double>
  /// Who may see a post, at a uniform number.
  public var postPrivacy: any Behaviour<Double, Privacy>
  /// Whether somebody looks around, or follows.
  public var following: any Behaviour<Following.Situation, Bool>
  /// Seconds until a follow is returned.
  public var reciprocity: any Behaviour<Reciprocity.Situation, Double?>
  /// Whether somebody looks for a friend, or accepts one.
  public var friending: any Behaviour<Friending.Situation, Bool>
  /// Whether somebody unfollows or blocks.
  public var unfollowing: any Behaviour<Unfollowing.Situation, Bool>
  /// When somebody enters a contest: seconds from its start.
  public var contestEntering: any Behaviour<ContestEntering.Situation, Double?>
  /// The probability of a vote.
  public var voting: any Behaviour<Voting.Situation, Double>
  /// Which feed a session opens, at a uniform number.
  public var surfaceChoice: any Behaviour<Double, Surface>
  /// Whether the screen is refreshed.
  public var refreshing: any Behaviour<Refreshing.Situation, Bool>
  /// Satisfaction after a session.
  public var satisfaction: any Behaviour<Satisfaction.Situation, Double>
  /// The factor on the session rate at a satisfaction.
  public var returning: any Behaviour<Double, Double>
  /// Whether somebody leaves for good.
  public var leaving: any Behaviour<Leaving.Situation, Bool>
  /// Which device a session is on, or what becomes of a call.
  public var connection: any Behaviour<Connection.Situation, Connection.Decision>
  /// Seconds until a notification brings somebody back.
  public var notificationReturns: any Behaviour<Double, Double?>

  /// The behaviours that a society's parameters describe.
  public init(_ parameters: SocietyParameters) {
    sessionStarts = SessionStarts(parameters)
    joining = Joining(parameters)
    interests = Interests(parameters)
    quality = Quality(parameters)
    examination = Examination(parameters)
    scrolling = Scrolling(parameters)
    itemUtility = ItemUtility(parameters)
    acting = Acting(parameters)
    dwell = Dwell(parameters)
    satiation = Satiation(parameters)
    interestDrift = InterestDrift(parameters)
    herding = Herding(parameters)
    posting = Posting(parameters)
    postPrivacy = PostPrivacy(parameters)
    following = Following(parameters)
    reciprocity = Reciprocity(parameters)
    friending = Friending(parameters)
    unfollowing = Unfollowing(parameters)
    contestEntering = ContestEntering(parameters)
    voting = Voting(parameters)
    surfaceChoice = SurfaceChoice(parameters)
    refreshing = Refreshing(parameters)
    satisfaction = Satisfaction(parameters)
    returning = Returning(parameters)
    leaving = Leaving(parameters)
    connection = Connection(parameters)
    notificationReturns = NotificationReturns(parameters)
  }
}
