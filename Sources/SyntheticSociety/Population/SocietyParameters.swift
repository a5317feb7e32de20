/// Everything that can be set about a synthetic community and its people, with the defaults of the
/// behaviours' documentation.
///
/// Numbers are reached by name through ``SocietyParameter/all``, which carries their units, ranges
/// and sources; the scenario schema, its checks and `feedlab describe scenario` come from there.
public struct SocietyParameters: Sendable, Hashable {
  public var world = World()
  public var categories = Categories()
  public var sessions = Sessions()
  public var joining = Joining()
  public var interests = Interests()
  public var quality = Quality()
  public var examination = Examination()
  public var scrolling = Scrolling()
  public var utility = Utility()
  public var actions = Actions()
  public var dwell = Dwell()
  public var satiation = Satiation()
  public var drift = Drift()
  public var herding = Herding()
  public var posting = Posting()
  public var privacy = Privacy()
  public var contests = Contests()
  public var voting = Voting()
  public var surfaces = Surfaces()
  public var refreshing = Refreshing()
  public var satisfaction = Satisfaction()
  public var returning = Returning()
  public var leaving = Leaving()
  public var notifications = Notifications()
  public var graph = Graph()
  public var following = Following()
  public var friending = Friending()
  public var parting = Parting()
  public var accounts = Accounts()
  public var deleting = Deleting()
  public var devices = Devices()
  public var pets = Pets()
  /// Groups of members that the fairness metrics compare; shares of the population, with sum 1.
  public var groups = [Group(name: "majority", share: 0.8), Group(name: "minority", share: 0.2)]

  public init() {}

  public struct World: Sendable, Hashable {
    public var members = 2000.0
    public var days = 14.0
    public var warmUpDays = 3.0
  }

  public struct Categories: Sendable, Hashable {
    public var count = 12.0
    public var zipf = 0.95
  }

  /// Component 1: when sessions start.
  public struct Sessions: Sendable, Hashable {
    public var shape = 1.4
    public var mean = 1.5
    public var silentShare = 0.2
    public var silentFactor = 0.1
    public var phaseHours = 1.5
    /// Shares of a day's sessions that start in each hour, from midnight; 24, with sum 1.
    public var hours = Sessions.kuairandHours
    /// Factors of the days of a week, from Monday; 7, with mean 1.
    public var weekdays = [0.95, 0.94, 0.95, 0.96, 1.01, 1.12, 1.06]

    /// Share of impressions by hour of the day: KuaiRand-27K, 322,278,385 feed impressions.
    public static let kuairandHours = [
      0.03297, 0.02005, 0.01282, 0.00903, 0.00812, 0.01146, 0.02133, 0.03093, 0.03582, 0.04017,
      0.04477, 0.04791, 0.05284, 0.05316, 0.04795, 0.04893, 0.05149, 0.05438, 0.05847, 0.06166,
      0.06614, 0.06863, 0.06783, 0.05313,
    ]
  }

  /// Component 2: new members.
  public struct Joining: Sendable, Hashable {
    public var share = 0.01
    public var ageDays = 180.0
  }

  /// Component 3: what people like, and what creators post about.
  public struct Interests: Sendable, Hashable {
    public var viewerConcentration = 8.0
    public var creatorConcentration = 3.4
  }

  /// Component 4: how good posts are.
  public struct Quality: Sendable, Hashable {
    public var skillDeviation = 0.5
    public var postDeviation = 0.87
  }

  /// Component 5: which positions are looked at.
  public struct Examination: Sendable, Hashable {
    public var eta = 0.5
    public var cascade = 0.0
  }

  /// Component 6: how far people scroll.
  public struct Scrolling: Sendable, Hashable {
    public var start = 10.0
    public var cost = 0.5
    public var gain = 1.0
    public var deviation = 1.8
    public var limit = 400.0
  }

  /// Components 4 and 7: what an item is worth to a viewer.
  public struct Utility: Sendable, Hashable {
    public var match = 3.0
    public var quality = 0.6
    public var friend = 0.7
    public var taste = 0.6
    public var offset = -1.0
    public var seen = -1.5
    public var satiation = -0.5
  }

  /// Component 8: what people do with what they look at.
  public struct Actions: Sendable, Hashable {
    public var open = 0.18
    public var like = 0.04
    public var comment = 0.005
    public var save = 0.005
    public var vote = 0.05
    public var memberDeviation = 1.1
    public var undo = 0.02
  }

  /// Component 9: how long people look.
  public struct Dwell: Sendable, Hashable {
    public var viewedMedian = 2.5
    public var openedMedian = 12.0
    public var utility = 0.3
    public var deviation = 0.8
  }

  /// Component 10: having had enough of a category.
  public struct Satiation: Sendable, Hashable {
    public var halfLifeHours = 6.0
    public var cap = 3.0
  }

  /// Component 11: interests that follow what people like.
  public struct Drift: Sendable, Hashable {
    public var rate = 0.01
    public var reversion = 0.002
  }

  /// Component 12: social proof; factors on the odds by one visible like or vote.
  public struct Herding: Sendable, Hashable {
    public var opening = 1.32
    public var voting = 1.32
  }

  /// Component 13: who posts, and how much.
  public struct Posting: Sendable, Hashable {
    public var share = 0.2
    public var exponent = 1.9
    public var most = 200.0
    public var feedback = 0.5
    public var feedbackHalfLifeDays = 7.0
    public var historyDays = 14.0
  }

  /// Component 14: who may see a post; the rest is public.
  public struct Privacy: Sendable, Hashable {
    public var friendsOnly = 0.17
    public var onlyMe = 0.03
  }

  /// Component 18: who enters a contest, and when.
  public struct Contests: Sendable, Hashable {
    public var entriesPerMember = 0.018
    public var rush = 0.05
    public var success = 0.5
  }

  /// Component 19: who votes.
  public struct Voting: Sendable, Hashable {
    public var friend = 0.7
    public var fatigue = 0.05
  }

  /// Component 20: which feed a session opens; weights, not necessarily with sum 1.
  public struct Surfaces: Sendable, Hashable {
    public var home = 55.0
    public var contest = 15.0
    public var friends = 12.0
    public var latest = 8.0
    public var following = 7.0
    public var global = 3.0
  }

  /// Component 21: when the screen is refreshed while somebody scrolls; the first two are 0 or 1.
  public struct Refreshing: Sendable, Hashable {
    public var afterLike = 1.0
    public var onReturn = 0.0
    public var pull = 0.05
  }

  /// Component 22: how satisfied people are with what they were shown.
  public struct Satisfaction: Sendable, Hashable {
    public var weight = 0.1
  }

  /// Component 23: how soon people come back.
  public struct Returning: Sendable, Hashable {
    public var gain = 0.0
  }

  /// Component 23: who leaves for good.
  public struct Leaving: Sendable, Hashable {
    public var scale = 0.0
    public var alpha = 0.67
    public var beta = 3.8
    public var satisfaction = 1.0
    public var friends = 0.3
    public var attention = 0.5
  }

  /// Component 25: people whom a notification brings back.
  public struct Notifications: Sendable, Hashable {
    public var gain = 0.0
    public var halfLifeHours = 2.0
  }

  /// Components 15 and 16, as far as they grow the initial graph.
  public struct Graph: Sendable, Hashable {
    public var follows = 9.0
    public var friends = 6.0
    public var closure = 0.8
    public var homophilyOffset = -2.0
    public var homophily = 4.0
    public var reciprocity = 0.3
  }

  /// Components 15 and 16: follows in the run.
  public struct Following: Sendable, Hashable {
    public var attempts = 0.3
    public var afterLike = 0.02
    public var followBackHours = 29.0
  }

  /// Component 16: friendships in the run.
  public struct Friending: Sendable, Hashable {
    public var attempts = 0.05
    public var acceptance = 0.6
    public var acceptancePerMutualFriend = 0.1
  }

  /// Component 17: ties that end.
  public struct Parting: Sendable, Hashable {
    public var unfollowing = 0.002
    public var blocking = 0.0
  }

  /// Whose account is private.
  public struct Accounts: Sendable, Hashable {
    public var privateShare = 0.0
  }

  /// Which posts are deleted, and when.
  public struct Deleting: Sendable, Hashable {
    public var share = 0.0
    public var meanHours = 24.0
  }

  /// Component 24: phones and their network.
  public struct Devices: Sendable, Hashable {
    public var second = 0.3
    public var resume = 0.0
    public var failure = 0.005
    public var latency = 0.12
  }

  /// Who has a pet, and who has a friend to look after it.
  public struct Pets: Sendable, Hashable {
    public var share = 0.0
    public var guardians = 0.0
  }

  /// A group of members.
  public struct Group: Sendable, Hashable {
    public var name: String
    public var share: Double

    public init(name: String, share: Double) {
      self.name = name
      self.share = share
    }
  }
}
