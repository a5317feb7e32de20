extension BehaviourComponent {
  /// All of them, in the order of the documentation.
  public static let all: [BehaviourComponent] = coming + looking + moods + making + people + life

  /// The one of a name.
  public static func named(_ name: String) -> BehaviourComponent? { all.first { $0.name == name } }

  private static let coming = [
    BehaviourComponent(
      number: 1, name: "sessions", term: "non-homogeneous Poisson process",
      equation: "Sessions start with the rate r x weekday x hour curve(t + phase); r is gamma.",
      source: "KuaiRand: hours, weekdays and activity", sections: ["behaviour.sessions"],
      without: "Everybody comes at the same rate at all hours."
    ) {
      $0.sessions.hours = Array(repeating: 1.0 / 24, count: 24)
      $0.sessions.weekdays = Array(repeating: 1, count: 7)
      $0.sessions.phaseHours = 0
      $0.sessions.silentShare = 0
      $0.sessions.shape = 100
    },
    BehaviourComponent(
      number: 2, name: "joining", term: "Poisson arrivals",
      equation: "New members join at a constant rate.", source: "",
      sections: ["behaviour.joining"], without: "Nobody joins."
    ) { $0.joining.share = 0 },
    BehaviourComponent(
      number: 3, name: "interests", term: "latent Dirichlet vectors",
      equation: "Category shares s are Zipf's; viewers are Dir(8 s), creators Dir(3.4 s).",
      source: "KuaiRand: Zipf slope; Flickr Dresden: concentration",
      sections: ["behaviour.interests", "world.categories"],
      without: "All like and post about all categories by their shares."
    ) {
      $0.interests.viewerConcentration = 1000
      $0.interests.creatorConcentration = 1000
    },
    BehaviourComponent(
      number: 4, name: "quality", term: "common and idiosyncratic quality",
      equation: "q = skill of the author + N(0, 0.87^2), skill ~ N(0, 0.5^2).", source: "",
      sections: ["behaviour.quality"], without: "All posts are equally good."
    ) {
      $0.quality.skillDeviation = 0
      $0.quality.postDeviation = 0
    },
  ]

  private static let looking = [
    BehaviourComponent(
      number: 5, name: "examination", term: "position-based model, or cascade",
      equation: "P(position k is looked at) = k^-eta x (1 - cascade)^(opened before).",
      source: "Craswell et al., WSDM 2008; Guo, Liu & Wang, WSDM 2009; eta is an assumption",
      sections: ["behaviour.examination"],
      without: "All that is scrolled past is looked at."
    ) {
      $0.examination.eta = 0
      $0.examination.cascade = 0
    },
    BehaviourComponent(
      number: 6, name: "scrolling", term: "law of surfing: first passage of a drifting walk",
      equation: "Patience starts at 10, changes by -0.5 + engaged + 1.8 Z an item, and ends at 0.",
      source: "Huberman et al., Science 280, 1998", sections: ["behaviour.scrolling"],
      without: "Everybody scrolls down as far as patience without chance or gain allows: 20 items."
    ) {
      $0.scrolling.gain = 0
      $0.scrolling.deviation = 0
    },
    BehaviourComponent(
      number: 7, name: "utility", term: "additive random utility",
      equation:
        "U = 3 m + 0.6 q + 0.7 friend + 0.6 e - 0.5 satiation - 1.5 seen before + herding.",
      source: "McFadden, Frontiers in Econometrics, 1974", sections: ["behaviour.utility"],
      without: "All items are worth the same to everybody."
    ) {
      $0.utility.match = 0
      $0.utility.quality = 0
      $0.utility.friend = 0
      $0.utility.taste = 0
      $0.utility.seen = 0
      $0.utility.satiation = 0
    },
    BehaviourComponent(
      number: 8, name: "actions", term: "independent logits",
      equation: "P(action) = logistic(b + v + U), b solved for the rates under a random ranker.",
      source: "KuaiRand funnel", sections: ["behaviour.actions"],
      without: "Nobody opens, likes, comments or saves."
    ) {
      $0.actions.open = 0
      $0.actions.like = 0
      $0.actions.comment = 0
      $0.actions.save = 0
    },
    BehaviourComponent(
      number: 9, name: "dwell", term: "log-normal dwell times",
      equation: "exp(ln median + 0.3 U + 0.8 Z) seconds, median 2.5 s viewed and 12 s opened.",
      source: "", sections: ["behaviour.dwell"], without: "Each item takes its median time."
    ) {
      $0.dwell.utility = 0
      $0.dwell.deviation = 0
    },
  ]

  private static let moods = [
    BehaviourComponent(
      number: 10, name: "satiation", term: "rebounding linear dynamics",
      equation: "S <- min(S x 2^(-dt/H) + consumed, cap), H 6 h; U falls by 0.5 S.",
      source: "Leqi et al., NeurIPS 2021",
      sections: ["behaviour.satiation", "behaviour.utility.satiation"],
      without: "Nobody has ever enough of a category."
    ) { $0.utility.satiation = 0 },
    BehaviourComponent(
      number: 11, name: "drift", term: "exponential smoothing with mean reversion",
      equation: "At a like: theta <- (1 - 0.01 - 0.002) theta + 0.01 e(category) + 0.002 theta(0).",
      source: "Jiang et al., AIES 2019", sections: ["behaviour.drift"],
      without: "Interests stay as they are."
    ) {
      $0.drift.rate = 0
      $0.drift.reversion = 0
    },
    BehaviourComponent(
      number: 12, name: "herding", term: "social proof",
      equation: "U rises by log2(1 + visible likes) x ln 1.32 when opening, by votes when voting.",
      source: "Muchnik, Aral & Taylor, Science 341, 2013", sections: ["behaviour.herding"],
      without: "Nobody cares what others did."
    ) {
      $0.herding.opening = 1
      $0.herding.voting = 1
    },
  ]

  private static let making = [
    BehaviourComponent(
      number: 13, name: "posting", term: "power-law rates with attention feedback",
      equation: "rate = own x hour curve x (1 + 0.5 tanh(likes received / usual)).",
      source: "Clauset et al., SIAM Review 51, 2009; Stack Exchange: exponent 1.86",
      sections: ["behaviour.posting", "behaviour.deleting"],
      without: "Attention does not change how much people post."
    ) { $0.posting.feedback = 0 },
    BehaviourComponent(
      number: 14, name: "privacy", term: "categorical choice",
      equation: "A post is for friends only with 0.17, for its author only with 0.03.", source: "",
      sections: ["behaviour.privacy"], without: "All posts are public."
    ) {
      $0.privacy.friendsOnly = 0
      $0.privacy.onlyMe = 0
    },
  ]

  private static let people = [
    BehaviourComponent(
      number: 15, name: "following", term: "preferential attachment, triadic closure, homophily",
      equation: "0.3 attempts a session; accepted with logistic(-2 + 4 cos(theta, theta')).",
      source: "", sections: ["behaviour.following", "behaviour.graph"],
      without: "Nobody follows anybody new."
    ) {
      $0.following.attempts = 0
      $0.following.afterLike = 0
    },
    BehaviourComponent(
      number: 16, name: "friending", term: "delayed reciprocity",
      equation: "A follow is returned after Exp(29 h); a request accepted with 0.6 + 0.1 mutual.",
      source: "", sections: ["behaviour.friending", "behaviour.accounts"],
      without: "Nobody asks anybody new to be friends."
    ) { $0.friending.attempts = 0 },
    BehaviourComponent(
      number: 17, name: "unfollowing", term: "hazard on flooding and low match",
      equation: "0.002 x (posts a day / mean) x (1 - theta[category]) a session and followee.",
      source: "", sections: ["behaviour.unfollowing", "behaviour.blocking"],
      without: "Nobody unfollows or blocks."
    ) {
      $0.parting.unfollowing = 0
      $0.parting.blocking = 0
    },
    BehaviourComponent(
      number: 18, name: "entering", term: "deadline effect",
      equation: "hazard ~ skill x past success / (time left + 0.05 length).", source: "",
      sections: ["behaviour.entering", "behaviour.pets"], without: "Nobody enters a contest."
    ) { $0.contests.entriesPerMember = 0 },
    BehaviourComponent(
      number: 19, name: "voting", term: "logit with fatigue and friend bias",
      equation: "P(vote) = logistic(b + U + 0.7 friend - 0.05 votes today).", source: "",
      sections: ["behaviour.voting", "behaviour.actions.vote"], without: "Nobody votes."
    ) { $0.actions.vote = 0 },
  ]

  private static let life = [
    BehaviourComponent(
      number: 20, name: "surfaces", term: "categorical choice",
      equation: "A session opens home, contest, friends, latest, following or global.", source: "",
      sections: ["behaviour.surfaces"], without: "Every session opens home."
    ) {
      $0.surfaces.home = 1
      $0.surfaces.contest = 0
      $0.surfaces.friends = 0
      $0.surfaces.latest = 0
      $0.surfaces.following = 0
      $0.surfaces.global = 0
    },
    BehaviourComponent(
      number: 21, name: "refreshing", term: "the app's rules",
      equation:
        "Home is refreshed 0.5 s after a like succeeds; 0.05 of pages end with a pull to refresh.",
      source: "", sections: ["behaviour.refreshing"], without: "A feed is loaded once a session."
    ) {
      $0.refreshing.afterLike = 0
      $0.refreshing.onReturn = 0
      $0.refreshing.pull = 0
    },
    BehaviourComponent(
      number: 22, name: "satisfaction", term: "exponentially weighted average",
      equation: "s <- 0.9 s + 0.1 (session utility - personal norm).", source: "",
      sections: ["behaviour.satisfaction"], without: "Satisfaction stays 0."
    ) { $0.satisfaction.weight = 0 },
    BehaviourComponent(
      number: 23, name: "return", term: "proportional hazard; shifted beta-geometric life",
      equation:
        "Session rate x exp(0.8 s); leaves with Beta(0.67, 3.8), logit - s - 0.3 log(1 + friends).",
      source: "Fader & Hardie, J. Interactive Marketing 21, 2007",
      sections: ["behaviour.returning", "behaviour.leaving"],
      without: "Satisfaction changes no return, and nobody leaves."
    ) {
      $0.returning.gain = 0
      $0.leaving.scale = 0
    },
    BehaviourComponent(
      number: 24, name: "devices", term: "faulty network",
      equation: "0.3 own a second device; 0.005 of calls fail; latency log-normal, median 0.12 s.",
      source: "", sections: ["behaviour.devices"],
      without: "Everybody has one device and calls neither fail nor last."
    ) {
      $0.devices.second = 0
      $0.devices.failure = 0
      $0.devices.latency = 0
    },
    BehaviourComponent(
      number: 25, name: "notifications", term: "self-exciting process",
      equation: "Each like, comment or vote received adds g to the session rate, half-life 2 h.",
      source: "Hawkes & Oakes, J. Applied Probability 11, 1974",
      sections: ["behaviour.notifications"], without: "Notifications bring nobody."
    ) { $0.notifications.gain = 0 },
  ]
}
