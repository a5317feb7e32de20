internal import PortableMath
internal import SyntheticSociety

/// The consequences of the length of sessions, where the logs have times of impressions: people's patience, the supply
/// of posts, and the members and days of a world small enough to be simulated often.
///
/// An impression of such logs is a look.
struct SessionDepth {
  private let sessions: SessionStatistics
  private let source: String
  private let defaults = SocietyParameters()

  /// Looks in a world at most, and fewest members and days. Many rates are of a few in a thousand looks.
  private static let mostLooks = 2_400_000.0
  private static let fewestMembers = 2000.0
  private static let days = (fewest: 3.0, most: SocietyParameters().world.days)
  /// Sessions of a member in a world at most. People differ, so that more of each say little more about all of them.
  private static let mostSessions = 100.0
  /// The exponent of the posts of an author where few have to make the supply: no author dominates it.
  private static let supplyExponent = 1.2
  /// Most posts of an author and month, so that a world holds some fifty thousand posts.
  private static let mostPosts = 30.0

  init(_ sessions: SessionStatistics, from source: String) {
    (self.sessions, self.source) = (sessions, source)
  }

  private var looksPerSession: Double { sessions.impressionsPerSession }
  private var looksPerDay: Double { looksPerSession * sessions.sessionsPerUserDay }

  /// How many days are simulated: fewer where people look more, or come more often.
  private var days: Double {
    let days = min(
      Self.mostLooks / (Self.fewestMembers * looksPerDay),
      Self.mostSessions / sessions.sessionsPerUserDay)
    return min(max(days.rounded(.down), Self.days.fewest), Self.days.most)
  }

  /// How many members a community has at most.
  var mostMembers: Int {
    Int(max(Self.mostLooks / (days * looksPerDay), Self.fewestMembers).rounded(.down))
  }

  func fit(into list: inout FigureList) {
    fitWorld(into: &list)
    fitPatience(into: &list)
    // All of the logs' people have come.
    add(
      "silent members: all in the logs have impressions", 0, "behaviour.sessions.silent-share",
      &list)
    if !list.figures.contains(where: { $0.key == Self.etaKey }) {
      add("examination: an impression is a look", 0, Self.etaKey, &list)
    }
    for key in Self.surfaces {
      add("feeds: the logs are of one", key == "behaviour.surfaces.home" ? 1 : 0, key, &list)
    }
  }

  private static let etaKey = "behaviour.examination.eta"
  /// The keys of the feeds' weights.
  static let surfaces = SocietyParameter.all.map(\.key).filter {
    $0.hasPrefix("behaviour.surfaces.")
  }

  private func add(_ name: String, _ value: Double, _ key: String, _ list: inout FigureList) {
    list.add(name, value, n: nil, from: source, key: key)
  }

  private func fitWorld(into list: inout FigureList) {
    guard days < Self.days.most else { return }
    add(
      "days, for \(looksPerDay.rounded(digits: 1)) looks a member and day in"
        + " \(sessions.sessionsPerUserDay.rounded(digits: 1)) sessions", days, "world.days",
      &list)
    add("days of the warm-up, for as many", 1, "world.warm-up", &list)
  }

  /// Patience at the start is what so many items cost on balance by default. Where sessions are longer than by
  /// default an item is a smaller part of them, and its worth gives as much less: otherwise those who like what they see
  /// would never stop. Such logs have the looks of people who come, scroll and act unequally, all in one: how unequally
  /// they come is solved, how they act is fitted, and patience differs only by the worth of items to them.
  private func fitPatience(into list: inout FigureList) {
    let scrolling = defaults.scrolling
    let balance = scrolling.cost - scrolling.gain * defaults.actions.open
    let scale = max(1, looksPerSession * balance / scrolling.start)
    let name = "patience for \(looksPerSession.rounded(digits: 1)) looks a session"
    add(name, looksPerSession * balance, "behaviour.scrolling.start", &list)
    add("\(name): the same for all", 0, "behaviour.scrolling.member-deviation", &list)
    add("\(name): of an item", balance, "behaviour.scrolling.cost", &list)
    add("\(name): by acting, besides worth", 0, "behaviour.scrolling.gain", &list)
    add("\(name): by worth", scrolling.worth / scale, "behaviour.scrolling.worth", &list)
  }

  /// As many posts as the logs' impressions a post make of so many looks, or as a world can hold.
  ///
  /// - Parameter impressions: The logs' impressions a post.
  func fitSupply(impressions: Double, from source: String, into list: inout FigureList) {
    let wanted = 30 * looksPerDay / impressions
    let most = Self.largestRate(forMean: min(wanted, Self.mostPosts))
    let name =
      "posts of an author and month, for \(impressions.rounded(digits: 1)) impressions each"
      + (wanted > Self.mostPosts ? ", at most \(Int(Self.mostPosts))" : "")
    list.add(
      "\(name): exponent", Self.supplyExponent, n: nil, from: source,
      key: "behaviour.posting.exponent")
    list.add("\(name): most", Double(most), n: nil, from: source, key: "behaviour.posting.most")
  }

  /// The end of the power law from 1 that has a mean.
  private static func largestRate(forMean mean: Double) -> Int {
    var (weights, posts, largest) = (0.0, 0.0, 0)
    repeat {
      largest += 1
      let weight = Portable.exp(-supplyExponent * Portable.log(Double(largest)))
      weights += weight
      posts += weight * Double(largest)
    } while posts < mean * weights && largest < 100_000
    return largest
  }
}
