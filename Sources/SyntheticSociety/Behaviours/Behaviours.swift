public import SocialFeed

// The lists of behaviours: their numbers, their rules and their descriptions. Each has a line in
// each list; all else about a behaviour stands in its own file.

/// Everything that can be set about a synthetic community and its people.
///
/// The numbers are declared by the behaviours that read them; ``SocietyParameter/all`` lists them with
/// their defaults, units, ranges and sources, in the order of these properties.
public struct SocietyParameters: Sendable, Hashable {
  public var world = World()
  public var categories = Interests.Categories()
  public var sessions = Sessions.Parameters()
  public var joining = Joining.Parameters()
  public var interests = Interests.Parameters()
  public var quality = Quality.Parameters()
  public var examination = Examination.Parameters()
  public var scrolling = Scrolling.Parameters()
  public var utility = Utility.Parameters()
  public var freshness = Freshness.Parameters()
  public var memory = Memory.Parameters()
  public var actions = Actions.Parameters()
  public var dwell = Dwell.Parameters()
  public var satiation = Satiation.Parameters()
  public var drift = Drift.Parameters()
  public var herding = Herding.Parameters()
  public var posting = Posting.Parameters()
  public var privacy = PostPrivacy.Parameters()
  public var entering = Entering.Parameters()
  public var voting = Voting.Parameters()
  public var surfaces = Surfaces.Parameters()
  public var refreshing = Refreshing.Parameters()
  public var satisfaction = Satisfaction.Parameters()
  public var returning = Returning.Parameters()
  public var churn = Churn.Parameters()
  public var notifications = Notifications.Parameters()
  public var graph = Following.Graph()
  public var following = Following.Parameters()
  public var unfollowing = Unfollowing.Parameters()
  public var blocking = Unfollowing.Blocking()
  public var accounts = Following.Accounts()
  public var deleting = Posting.Deleting()
  public var devices = Devices.Parameters()
  public var pets = Entering.Pets()
  public var plantedVotes = PlantedVotes()
  /// The candidates of home that are usual in the community: the rates of ``Actions`` and the norms hold for them, and
  /// an arm that names no candidates has them.
  public var pool = FeedPool.standard
  /// Groups of members that the fairness metrics compare; shares of the population, with sum 1.
  public var groups = [Group(name: "majority", share: 0.8), Group(name: "minority", share: 0.2)]

  /// Custom behaviours that replace its own, in this order.
  public var custom: [CustomBehaviour] = []

  /// The community with all defaults.
  public init() { self = Self.defaults }

  /// The sections with all numbers 0, before they get their defaults.
  init(sections: Void) {}

  private static let defaults = {
    var parameters = SocietyParameters(sections: ())
    for parameter in SocietyParameter.all {
      parameters[keyPath: parameter.path] = parameter.defaultValue
    }
    return parameters
  }()
}

extension BehaviourComponent {
  /// All of them, in the order of the documentation.
  public static let all = [
    Sessions.component, Joining.component, Interests.component, Quality.component,
    Examination.component, Scrolling.component, Utility.component, Freshness.component,
    Memory.component, Actions.component, Dwell.component, Satiation.component, Drift.component,
    Herding.component,
    Posting.component, PostPrivacy.component, Following.component, Unfollowing.component,
    Entering.component, Voting.component, Surfaces.component, Refreshing.component,
    Satisfaction.component, Returning.component, Devices.component, Notifications.component,
  ]
}

/// How the people of a world behave: a behaviour for each decision that they make.
///
/// Made from a community's parameters; each can be swapped for any that decides the same.
public struct Behaviours: Sendable {
  /// When the next session starts, or the next opportunity to post comes: seconds from the start of
  /// the run.
  public var sessions: any Behaviour<Sessions.Situation, Double>
  /// Seconds until somebody joins.
  public var joining: any Behaviour<Double, Double>
  /// What somebody likes, or posts about: a distribution over categories.
  public var interests: any Behaviour<Interests.Situation, [Double]>
  /// How skilled somebody is, or how good a post.
  public var quality: any Behaviour<Quality.Situation, Double>
  /// The probability that a position is examined.
  public var examination: any Behaviour<Examination.Situation, Double>
  /// Patience after an item.
  public var scrolling: any Behaviour<Scrolling.Situation, Double>
  /// The worth of an item.
  public var utility: any Behaviour<Utility.Situation, Double>
  /// What is left of a post's newness at an age in seconds; not called where its weight,
  /// `behaviour.utility.freshness`, is 0.
  public var freshness: any Behaviour<Double, Double>
  /// The familiarity of a post that was looked at before.
  public var memory: any Behaviour<Memory.Situation, Double>
  /// Probabilities of opening, and of liking, commenting and saving what is opened.
  public var actions: any Behaviour<Actions.Situation, SIMD4<Double>>
  /// Seconds spent on an item.
  public var dwell: any Behaviour<Dwell.Situation, Double>
  /// Satiation with a category; not called where its weight, `behaviour.utility.satiation`, is 0.
  public var satiation: any Behaviour<Satiation.Situation, Double>
  /// The interest in a category after a like; not called where `behaviour.drift.rate` is 0.
  public var drift: any Behaviour<Drift.Situation, Double>
  /// What others' likes and votes add to utility.
  public var herding: any Behaviour<Herding.Situation, Double>
  /// The factor on the posting rate at an attention, at most 1 + `behaviour.posting.feedback`.
  public var posting: any Behaviour<Double, Double>
  /// Who may see a post, at a uniform number.
  public var privacy: any Behaviour<Double, Privacy>
  /// Whether somebody looks around, follows, looks for a friend, or accepts a request.
  public var following: any Behaviour<Following.Situation, Bool>
  /// Seconds until a follow is returned.
  public var reciprocity: any Behaviour<Reciprocity.Situation, Double?>
  /// Whether somebody unfollows or blocks.
  public var unfollowing: any Behaviour<Unfollowing.Situation, Bool>
  /// When somebody enters a contest: seconds from its start.
  public var entering: any Behaviour<Entering.Situation, Double?>
  /// The probability of a vote.
  public var voting: any Behaviour<Voting.Situation, Double>
  /// Which feed a session opens, at a uniform number.
  public var surfaces: any Behaviour<Double, Surface>
  /// Whether the screen is refreshed.
  public var refreshing: any Behaviour<Refreshing.Situation, Bool>
  /// Satisfaction after a session.
  public var satisfaction: any Behaviour<Satisfaction.Situation, Double>
  /// The factor on the session rate at a satisfaction.
  public var returning: any Behaviour<Double, Double>
  /// Whether somebody leaves for good.
  public var churn: any Behaviour<Churn.Situation, Bool>
  /// Which device a session is on, or what becomes of a call.
  public var devices: any Behaviour<Devices.Situation, Devices.Decision>
  /// Seconds until a notification brings somebody back.
  public var notifications: any Behaviour<Double, Double?>

  /// The behaviours that a community's parameters describe.
  public init(_ parameters: SocietyParameters) {
    sessions = Sessions(parameters)
    joining = Joining(parameters)
    interests = Interests(parameters)
    quality = Quality(parameters)
    examination = Examination(parameters)
    scrolling = Scrolling(parameters)
    utility = Utility(parameters)
    freshness = Freshness(parameters)
    memory = Memory(parameters)
    actions = Actions(parameters)
    dwell = Dwell(parameters)
    satiation = Satiation(parameters)
    drift = Drift(parameters)
    herding = Herding(parameters)
    posting = Posting(parameters)
    privacy = PostPrivacy(parameters)
    following = Following(parameters)
    reciprocity = Reciprocity(parameters)
    unfollowing = Unfollowing(parameters)
    entering = Entering(parameters)
    voting = Voting(parameters)
    surfaces = Surfaces(parameters)
    refreshing = Refreshing(parameters)
    satisfaction = Satisfaction(parameters)
    returning = Returning(parameters)
    churn = Churn(parameters)
    devices = Devices(parameters)
    notifications = Notifications(parameters)
  }
}
