/// A number of a synthetic community that a scenario can set.
public struct SocietyParameter: Sendable {
  /// Where a scenario sets it: `behaviour.examination.eta`.
  public let key: String
  /// Where the society reads it.
  public let path: any WritableKeyPath<SocietyParameters, Double> & Sendable
  /// Such as `days`; empty for a pure number.
  public let unit: String
  public let range: ClosedRange<Double>
  /// Whether it must be a whole number.
  public let isInteger: Bool
  public let summary: String
  /// Where the default comes from; empty for an assumption.
  public let source: String

  /// Its default.
  public var defaultValue: Double { SocietyParameters()[keyPath: path] }
}

extension SocietyParameter {
  /// All of them, in the order of the documentation. A new one is a line here and a property of
  /// ``SocietyParameters``; the scenario schema and its checks follow.
  public static let all: [SocietyParameter] = [
    SocietyParameter(
      key: "world.members", path: \.world.members, unit: "members", range: 1...20_000_000,
      isInteger: true,
      summary: "Members at the start.",
      source: ""),
    SocietyParameter(
      key: "world.days", path: \.world.days, unit: "days", range: 0.01...3650, isInteger: false,
      summary: "How long the community is simulated.",
      source: ""),
    SocietyParameter(
      key: "world.warm-up", path: \.world.warmUpDays, unit: "days", range: 0...3650,
      isInteger: false,
      summary: "Days left out of the statistics.",
      source: ""),
    SocietyParameter(
      key: "world.categories.count", path: \.categories.count, unit: "", range: 1...64,
      isInteger: true,
      summary: "Categories of posts.",
      source: ""),
    SocietyParameter(
      key: "world.categories.zipf", path: \.categories.zipf, unit: "", range: 0...3,
      isInteger: false,
      summary: "Slope of the category shares: share of the k-th is proportional to k^-zipf.",
      source: "KuaiRand, 20 largest categories: 0.948"),
    SocietyParameter(
      key: "behaviour.sessions.shape", path: \.sessions.shape, unit: "", range: 0.1...100,
      isInteger: false,
      summary: "Shape of the gamma distribution of members' session rates.",
      source: "KuaiRand: gamma shape 1.38"),
    SocietyParameter(
      key: "behaviour.sessions.mean", path: \.sessions.mean, unit: "a day", range: 0.001...100,
      isInteger: false,
      summary: "Mean session rate of members who are not silent.",
      source: ""),
    SocietyParameter(
      key: "behaviour.sessions.silent-share", path: \.sessions.silentShare, unit: "", range: 0...1,
      isInteger: false,
      summary: "Share of members who hardly ever come.",
      source: ""),
    SocietyParameter(
      key: "behaviour.sessions.silent-factor", path: \.sessions.silentFactor, unit: "",
      range: 0...1, isInteger: false,
      summary: "Factor on the rate of silent members.",
      source: ""),
    SocietyParameter(
      key: "behaviour.sessions.phase", path: \.sessions.phaseHours, unit: "hours", range: 0...12,
      isInteger: false,
      summary: "Members' days are shifted by a uniform phase of up to this, either way.",
      source: ""),
    SocietyParameter(
      key: "behaviour.joining.share", path: \.joining.share, unit: "of the initial members a day",
      range: 0...1, isInteger: false,
      summary: "New members, a Poisson process.",
      source: ""),
    SocietyParameter(
      key: "behaviour.joining.age", path: \.joining.ageDays, unit: "days", range: 0...3650,
      isInteger: false,
      summary: "Initial members joined uniformly over this time before the start.",
      source: ""),
    SocietyParameter(
      key: "behaviour.interests.viewer-concentration", path: \.interests.viewerConcentration,
      unit: "", range: 0.05...1000, isInteger: false,
      summary: "Concentration of viewers' Dirichlet interests around the category shares.",
      source: ""),
    SocietyParameter(
      key: "behaviour.interests.creator-concentration", path: \.interests.creatorConcentration,
      unit: "", range: 0.05...1000, isInteger: false,
      summary: "Concentration of creators' Dirichlet interests.",
      source: "Flickr Dresden: Dirichlet-multinomial"),
    SocietyParameter(
      key: "behaviour.quality.skill-deviation", path: \.quality.skillDeviation, unit: "",
      range: 0...10, isInteger: false,
      summary: "Standard deviation of authors' skill.",
      source: ""),
    SocietyParameter(
      key: "behaviour.quality.post-deviation", path: \.quality.postDeviation, unit: "",
      range: 0...10, isInteger: false,
      summary: "Standard deviation of a post's quality around its author's skill.",
      source: ""),
    SocietyParameter(
      key: "behaviour.examination.eta", path: \.examination.eta, unit: "", range: 0...3,
      isInteger: false,
      summary: "Position k is examined with probability k^-eta.",
      source: "an assumption: no open data of scrolled feeds exists"),
    SocietyParameter(
      key: "behaviour.examination.cascade", path: \.examination.cascade, unit: "", range: 0...1,
      isInteger: false,
      summary:
        "Probability that an opened item ends the looking; with eta 0 and cascade 1, the cascade model.",
      source: "Guo, Liu & Wang, WSDM 2009"),
    SocietyParameter(
      key: "behaviour.scrolling.start", path: \.scrolling.start, unit: "", range: 0.01...1000,
      isInteger: false,
      summary: "Patience at the start of a walk down a feed.",
      source: "Huberman et al., Science 280, 1998: the law of surfing"),
    SocietyParameter(
      key: "behaviour.scrolling.cost", path: \.scrolling.cost, unit: "an item", range: 0...100,
      isInteger: false,
      summary: "Patience that an item costs.",
      source: ""),
    SocietyParameter(
      key: "behaviour.scrolling.gain", path: \.scrolling.gain, unit: "an engaged item",
      range: 0...100, isInteger: false,
      summary: "Patience that an item gives back when the viewer acts on it.",
      source: ""),
    SocietyParameter(
      key: "behaviour.scrolling.deviation", path: \.scrolling.deviation, unit: "", range: 0...100,
      isInteger: false,
      summary: "Standard deviation of an item's effect on patience.",
      source: ""),
    SocietyParameter(
      key: "behaviour.scrolling.limit", path: \.scrolling.limit, unit: "items", range: 1...10000,
      isInteger: true,
      summary: "Nobody scrolls further than this.",
      source: ""),
    SocietyParameter(
      key: "behaviour.utility.match", path: \.utility.match, unit: "", range: -20...20,
      isInteger: false,
      summary: "Weight of the viewer's interest in the post's category.",
      source: ""),
    SocietyParameter(
      key: "behaviour.utility.quality", path: \.utility.quality, unit: "", range: -20...20,
      isInteger: false,
      summary: "Weight of quality.",
      source: ""),
    SocietyParameter(
      key: "behaviour.utility.friend", path: \.utility.friend, unit: "", range: -20...20,
      isInteger: false,
      summary: "Added for a friend's post.",
      source: ""),
    SocietyParameter(
      key: "behaviour.utility.taste", path: \.utility.taste, unit: "", range: -20...20,
      isInteger: false,
      summary: "Weight of the viewer's own taste for the post, a normal draw.",
      source: ""),
    SocietyParameter(
      key: "behaviour.utility.offset", path: \.utility.offset, unit: "", range: -20...20,
      isInteger: false,
      summary: "Added to the utility under latent relevance only.",
      source: ""),
    SocietyParameter(
      key: "behaviour.utility.seen", path: \.utility.seen, unit: "", range: -20...20,
      isInteger: false,
      summary: "Added for a post among the last 32 that the viewer examined.",
      source: ""),
    SocietyParameter(
      key: "behaviour.utility.satiation", path: \.utility.satiation, unit: "", range: -20...20,
      isInteger: false,
      summary: "Times the satiation with the category, added to the utility.",
      source: "Leqi et al., NeurIPS 2021"),
    SocietyParameter(
      key: "behaviour.actions.open", path: \.actions.open, unit: "of examined items",
      range: 0...0.9, isInteger: false,
      summary: "Mean rate of opening under a random ranker.",
      source: ""),
    SocietyParameter(
      key: "behaviour.actions.like", path: \.actions.like, unit: "of examined items",
      range: 0...0.9, isInteger: false,
      summary: "Mean rate of liking under a random ranker.",
      source: "KuaiRand funnel"),
    SocietyParameter(
      key: "behaviour.actions.comment", path: \.actions.comment, unit: "of examined items",
      range: 0...0.9, isInteger: false,
      summary: "Mean rate of commenting under a random ranker.",
      source: "KuaiRand funnel"),
    SocietyParameter(
      key: "behaviour.actions.save", path: \.actions.save, unit: "of examined items",
      range: 0...0.9, isInteger: false,
      summary: "Mean rate of saving under a random ranker.",
      source: ""),
    SocietyParameter(
      key: "behaviour.actions.vote", path: \.actions.vote, unit: "of examined entries",
      range: 0...0.9, isInteger: false,
      summary: "Mean rate of voting under a random ranker.",
      source: ""),
    SocietyParameter(
      key: "behaviour.actions.member-deviation", path: \.actions.memberDeviation, unit: "",
      range: 0...10, isInteger: false,
      summary: "Standard deviation of members' readiness to act, in log odds.",
      source: ""),
    SocietyParameter(
      key: "behaviour.actions.undo", path: \.actions.undo, unit: "of likes and saves", range: 0...1,
      isInteger: false,
      summary: "Share of likes and saves that are taken back in the session.",
      source: ""),
    SocietyParameter(
      key: "behaviour.dwell.viewed", path: \.dwell.viewedMedian, unit: "s", range: 0.01...3600,
      isInteger: false,
      summary: "Median time on an examined item.",
      source: ""),
    SocietyParameter(
      key: "behaviour.dwell.opened", path: \.dwell.openedMedian, unit: "s", range: 0.01...3600,
      isInteger: false,
      summary: "Median time on an opened item.",
      source: ""),
    SocietyParameter(
      key: "behaviour.dwell.utility", path: \.dwell.utility, unit: "", range: -5...5,
      isInteger: false,
      summary: "Effect of an item's utility on the log of the time.",
      source: ""),
    SocietyParameter(
      key: "behaviour.dwell.deviation", path: \.dwell.deviation, unit: "", range: 0...5,
      isInteger: false,
      summary: "Standard deviation of the log of the time.",
      source: ""),
    SocietyParameter(
      key: "behaviour.satiation.half-life", path: \.satiation.halfLifeHours, unit: "hours",
      range: 0.01...8760, isInteger: false,
      summary: "Half-life of satiation.",
      source: "Leqi et al., NeurIPS 2021"),
    SocietyParameter(
      key: "behaviour.satiation.cap", path: \.satiation.cap, unit: "items", range: 0...100,
      isInteger: false,
      summary: "Satiation grows no further.",
      source: ""),
    SocietyParameter(
      key: "behaviour.drift.rate", path: \.drift.rate, unit: "a like", range: 0...0.5,
      isInteger: false,
      summary: "How far a like moves the member's interests towards the post's category.",
      source: "Jiang et al., AIES 2019"),
    SocietyParameter(
      key: "behaviour.drift.reversion", path: \.drift.reversion, unit: "a like", range: 0...0.5,
      isInteger: false,
      summary: "How far they are pulled back to where the member started.",
      source: ""),
    SocietyParameter(
      key: "behaviour.herding.opening", path: \.herding.opening, unit: "", range: 0.1...10,
      isInteger: false,
      summary: "Factor on the odds of opening by one visible like; n likes count as log2(1 + n).",
      source: ""),
    SocietyParameter(
      key: "behaviour.herding.voting", path: \.herding.voting, unit: "", range: 0.1...10,
      isInteger: false,
      summary: "Factor on the odds of a vote by one visible vote; n votes count as log2(1 + n).",
      source: "Muchnik, Aral & Taylor, Science 341, 2013"),
    SocietyParameter(
      key: "behaviour.posting.share", path: \.posting.share, unit: "of members", range: 0...1,
      isInteger: false,
      summary: "Share of members who post at all.",
      source: ""),
    SocietyParameter(
      key: "behaviour.posting.exponent", path: \.posting.exponent, unit: "", range: 1.01...10,
      isInteger: false,
      summary: "Exponent of the power law of posts a month.",
      source: "Clauset et al., SIAM Review 51, 2009; Stack Exchange: 1.86"),
    SocietyParameter(
      key: "behaviour.posting.most", path: \.posting.most, unit: "a month", range: 1...100000,
      isInteger: true,
      summary: "Largest posting rate.",
      source: ""),
    SocietyParameter(
      key: "behaviour.posting.feedback", path: \.posting.feedback, unit: "", range: 0...1,
      isInteger: false,
      summary:
        "Gain of the posting rate by attention: rate x (1 + feedback x tanh(likes / expected)).",
      source: ""),
    SocietyParameter(
      key: "behaviour.posting.feedback-half-life", path: \.posting.feedbackHalfLifeDays,
      unit: "days", range: 0.01...365, isInteger: false,
      summary: "Half-life of the memory for likes received.",
      source: ""),
    SocietyParameter(
      key: "behaviour.posting.history", path: \.posting.historyDays, unit: "days", range: 0...365,
      isInteger: false,
      summary: "Days of posts that are there at the start.",
      source: ""),
    SocietyParameter(
      key: "behaviour.privacy.friends-only", path: \.privacy.friendsOnly, unit: "of posts",
      range: 0...1, isInteger: false,
      summary: "Share of posts that friends alone see.",
      source: ""),
    SocietyParameter(
      key: "behaviour.privacy.only-me", path: \.privacy.onlyMe, unit: "of posts", range: 0...1,
      isInteger: false,
      summary: "Share of posts that nobody else sees.",
      source: ""),
    SocietyParameter(
      key: "behaviour.entering.entries", path: \.contests.entriesPerMember,
      unit: "a contest and member", range: 0...1, isInteger: false,
      summary: "Mean entries.",
      source: ""),
    SocietyParameter(
      key: "behaviour.entering.rush", path: \.contests.rush, unit: "", range: 0.0001...10,
      isInteger: false,
      summary: "Hazard of entering is proportional to 1 / (time left + rush x length).",
      source: "deadline effect"),
    SocietyParameter(
      key: "behaviour.entering.success", path: \.contests.success, unit: "", range: 0...10,
      isInteger: false,
      summary: "Gain of the hazard by each place on a final leaderboard.",
      source: ""),
    SocietyParameter(
      key: "behaviour.voting.friend", path: \.voting.friend, unit: "", range: -20...20,
      isInteger: false,
      summary: "Added to the utility of a friend's entry when voting.",
      source: ""),
    SocietyParameter(
      key: "behaviour.voting.fatigue", path: \.voting.fatigue, unit: "a vote", range: 0...20,
      isInteger: false,
      summary: "Taken from the utility of voting for each vote cast that day.",
      source: ""),
    SocietyParameter(
      key: "behaviour.surfaces.home", path: \.surfaces.home, unit: "weight", range: 0...1000000.0,
      isInteger: false,
      summary: "How often a session opens the home feed.",
      source: ""),
    SocietyParameter(
      key: "behaviour.surfaces.contest", path: \.surfaces.contest, unit: "weight",
      range: 0...1000000.0, isInteger: false,
      summary: "How often a session opens the contest feed.",
      source: ""),
    SocietyParameter(
      key: "behaviour.surfaces.friends", path: \.surfaces.friends, unit: "weight",
      range: 0...1000000.0, isInteger: false,
      summary: "How often a session opens the friends feed.",
      source: ""),
    SocietyParameter(
      key: "behaviour.surfaces.latest", path: \.surfaces.latest, unit: "weight",
      range: 0...1000000.0, isInteger: false,
      summary: "How often a session opens the latest feed.",
      source: ""),
    SocietyParameter(
      key: "behaviour.surfaces.following", path: \.surfaces.following, unit: "weight",
      range: 0...1000000.0, isInteger: false,
      summary: "How often a session opens the following feed.",
      source: ""),
    SocietyParameter(
      key: "behaviour.surfaces.global", path: \.surfaces.global, unit: "weight",
      range: 0...1000000.0, isInteger: false,
      summary: "How often a session opens the global feed.",
      source: ""),
    SocietyParameter(
      key: "behaviour.refreshing.after-like", path: \.refreshing.afterLike, unit: "", range: 0...1,
      isInteger: true,
      summary: "1 when the app refreshes home after a like succeeds, otherwise 0.",
      source: "the app's rules"),
    SocietyParameter(
      key: "behaviour.refreshing.on-return", path: \.refreshing.onReturn, unit: "", range: 0...1,
      isInteger: true,
      summary: "1 when the app refreshes home on return from a post's detail, otherwise 0.",
      source: "the app's rules"),
    SocietyParameter(
      key: "behaviour.refreshing.pull", path: \.refreshing.pull, unit: "of pages", range: 0...1,
      isInteger: false,
      summary:
        "Share of looked-through pages after which the viewer pulls to refresh instead of scrolling on.",
      source: ""),
    SocietyParameter(
      key: "behaviour.satisfaction.weight", path: \.satisfaction.weight, unit: "a session",
      range: 0...1, isInteger: false,
      summary: "Weight of the last session in satisfaction.",
      source: ""),
    SocietyParameter(
      key: "behaviour.returning.gain", path: \.returning.gain, unit: "", range: 0...10,
      isInteger: false,
      summary: "Session rates are multiplied by exp(gain x satisfaction).",
      source: "proportional hazard"),
    SocietyParameter(
      key: "behaviour.leaving.scale", path: \.leaving.scale, unit: "", range: 0...1,
      isInteger: false,
      summary:
        "Times the probability of leaving for good after a session: 0 nobody leaves, 1 as the data say.",
      source: "Fader & Hardie, J. Interactive Marketing 21, 2007"),
    SocietyParameter(
      key: "behaviour.leaving.alpha", path: \.leaving.alpha, unit: "", range: 0.05...100,
      isInteger: false,
      summary: "First shape of the beta distribution of members' probabilities of leaving.",
      source: ""),
    SocietyParameter(
      key: "behaviour.leaving.beta", path: \.leaving.beta, unit: "", range: 0.05...100,
      isInteger: false,
      summary: "Second shape.",
      source: ""),
    SocietyParameter(
      key: "behaviour.leaving.satisfaction", path: \.leaving.satisfaction, unit: "", range: 0...10,
      isInteger: false,
      summary: "Taken from the log odds of leaving, times satisfaction.",
      source: ""),
    SocietyParameter(
      key: "behaviour.leaving.friends", path: \.leaving.friends, unit: "", range: 0...10,
      isInteger: false,
      summary: "Taken from the log odds of leaving, times log(1 + friends).",
      source: ""),
    SocietyParameter(
      key: "behaviour.leaving.attention", path: \.leaving.attention, unit: "", range: 0...10,
      isInteger: false,
      summary:
        "Taken from the log odds of leaving of those who post, times tanh(likes received / usual) - tanh(1).",
      source: ""),
    SocietyParameter(
      key: "behaviour.notifications.gain", path: \.notifications.gain, unit: "an hour",
      range: 0...10, isInteger: false,
      summary: "Added to the session rate by a like, comment or vote received.",
      source: "self-exciting process"),
    SocietyParameter(
      key: "behaviour.notifications.half-life", path: \.notifications.halfLifeHours, unit: "hours",
      range: 0.01...1000, isInteger: false,
      summary: "Half-life of that.",
      source: ""),
    SocietyParameter(
      key: "behaviour.graph.follows", path: \.graph.follows, unit: "a member", range: 0...1000,
      isInteger: false,
      summary: "Mean follows of a grown graph.",
      source: ""),
    SocietyParameter(
      key: "behaviour.graph.friends", path: \.graph.friends, unit: "a member", range: 0...1000,
      isInteger: false,
      summary: "Mean friends of a grown graph.",
      source: ""),
    SocietyParameter(
      key: "behaviour.graph.closure", path: \.graph.closure, unit: "", range: 0...1,
      isInteger: false,
      summary:
        "Share of candidates that are two follows away; of the rest, half are anybody and half"
        + " met by their followers.",
      source: "preferential attachment and triadic closure; clustering of Advogato: 0.248"),
    SocietyParameter(
      key: "behaviour.graph.homophily-offset", path: \.graph.homophilyOffset, unit: "",
      range: -20...20, isInteger: false,
      summary: "Log odds of following a candidate of no common interest.",
      source: ""),
    SocietyParameter(
      key: "behaviour.graph.homophily", path: \.graph.homophily, unit: "", range: -20...20,
      isInteger: false,
      summary: "Gain of the log odds by the cosine of the interests.",
      source: ""),
    SocietyParameter(
      key: "behaviour.graph.reciprocity", path: \.graph.reciprocity, unit: "", range: 0...0.95,
      isInteger: false,
      summary: "Share of follows whose reverse exists.",
      source: ""),
    SocietyParameter(
      key: "behaviour.following.attempts", path: \.following.attempts, unit: "a session",
      range: 0...1,
      isInteger: false,
      summary: "How often a member looks for somebody to follow.",
      source: ""),
    SocietyParameter(
      key: "behaviour.following.after-like", path: \.following.afterLike, unit: "", range: 0...1,
      isInteger: false,
      summary: "Probability of following a stranger whose post was liked.",
      source: ""),
    SocietyParameter(
      key: "behaviour.following.follow-back", path: \.following.followBackHours, unit: "hours",
      range: 0...8760,
      isInteger: false,
      summary: "Mean time until a follow is returned, where it is.",
      source: "81 % of follow-backs within 48 h"),
    SocietyParameter(
      key: "behaviour.friending.attempts", path: \.friending.attempts, unit: "a session",
      range: 0...1,
      isInteger: false,
      summary: "How often a member asks somebody to be friends.",
      source: ""),
    SocietyParameter(
      key: "behaviour.friending.acceptance", path: \.friending.acceptance, unit: "", range: 0...1,
      isInteger: false,
      summary:
        "Probability that a request is accepted, to be friends or to follow a private account.",
      source: ""),
    SocietyParameter(
      key: "behaviour.friending.acceptance-per-mutual", path: \.friending.acceptancePerMutualFriend,
      unit: "a mutual friend", range: 0...1,
      isInteger: false,
      summary: "Gain of that probability.",
      source: ""),
    SocietyParameter(
      key: "behaviour.unfollowing.hazard", path: \.parting.unfollowing,
      unit: "a session and followee", range: 0...1,
      isInteger: false,
      summary: "Hazard of unfollowing, times flooding and lack of interest.",
      source: ""),
    SocietyParameter(
      key: "behaviour.blocking.hazard", path: \.parting.blocking, unit: "a session", range: 0...1,
      isInteger: false,
      summary: "How often a member blocks a follower.",
      source: ""),
    SocietyParameter(
      key: "behaviour.accounts.private", path: \.accounts.privateShare, unit: "of members",
      range: 0...1,
      isInteger: false,
      summary:
        "Share of private accounts: followers need approval, and they and friends alone see posts.",
      source: ""),
    SocietyParameter(
      key: "behaviour.deleting.share", path: \.deleting.share, unit: "of posts", range: 0...1,
      isInteger: false,
      summary: "Share of posts that their authors delete.",
      source: ""),
    SocietyParameter(
      key: "behaviour.deleting.mean", path: \.deleting.meanHours, unit: "hours", range: 0.01...8760,
      isInteger: false,
      summary: "Mean time after which they are deleted, exponential.",
      source: ""),
    SocietyParameter(
      key: "behaviour.devices.second", path: \.devices.second, unit: "of members", range: 0...1,
      isInteger: false,
      summary: "Share of members with a second device.",
      source: ""),
    SocietyParameter(
      key: "behaviour.devices.resume", path: \.devices.resume, unit: "of sessions", range: 0...1,
      isInteger: false,
      summary:
        "Share of sessions that find the screen as it was left; the others open the app anew.",
      source: ""),
    SocietyParameter(
      key: "behaviour.devices.failure", path: \.devices.failure, unit: "of calls", range: 0...1,
      isInteger: false,
      summary: "Share of calls that fail, half of them after the service has done what was asked.",
      source: ""),
    SocietyParameter(
      key: "behaviour.devices.latency", path: \.devices.latency, unit: "s", range: 0...60,
      isInteger: false,
      summary: "Median time until an answer arrives.",
      source: ""),
    SocietyParameter(
      key: "behaviour.pets.share", path: \.pets.share, unit: "of initial members", range: 0...1,
      isInteger: false,
      summary: "Share of members with a pet, which their posts and entries show.",
      source: ""),
    SocietyParameter(
      key: "behaviour.pets.guardians", path: \.pets.guardians, unit: "of pets", range: 0...1,
      isInteger: false,
      summary:
        "Share of pets of which the first friend of the owner is a guardian: their posts are the friend's own too.",
      source: ""),
  ]
}
