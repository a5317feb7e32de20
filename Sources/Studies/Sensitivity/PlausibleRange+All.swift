extension PlausibleRange {
  /// What moves unless a choice is made, in the order of the parameters. A new one is a line here.
  public static let all: [PlausibleRange] = [
    PlausibleRange(
      "world.categories.zipf", 0.6, 1.4,
      reason: "0.95 in KuaiRand, 1.13 in Stack Exchange, either way by a third"),
    PlausibleRange(
      "behaviour.sessions.shape", 0.7, 3, .log,
      reason: "gamma shapes of 1.4 (impressions) and 1.9 (clicks) in KuaiRand; half and twice"),
    PlausibleRange(
      "behaviour.sessions.mean", 0.7, 4.8, .log,
      reason: "an assumption below; KuaiRand's active users have 4.8 sessions a day"),
    PlausibleRange(
      "behaviour.sessions.silent-share", 0, 0.5,
      reason: "an assumption: from none to every second member"),
    PlausibleRange(
      "behaviour.interests.viewer-concentration", 3, 24, .log,
      reason: "an assumption: a third of the default to three times as much"),
    PlausibleRange(
      "behaviour.interests.creator-concentration", 1.5, 7, .log,
      reason: "3.0 in Flickr Dresden; half and twice"),
    PlausibleRange(
      "behaviour.quality.skill-deviation", 0.25, 1, .log,
      reason: "half and twice; authors explain a fifth (photo contests) to most (Flickr) of success"
    ),
    PlausibleRange(
      "behaviour.examination.eta", 0.2, 1.1,
      reason: "from hardly any position bias to that of search results; no data of scrolled feeds"),
    PlausibleRange(
      "behaviour.examination.cascade", 0, 0.5,
      reason: "an assumption: from none to every second opened item ending the looking"),
    PlausibleRange(
      "behaviour.scrolling.gain", 0, 2,
      reason: "an assumption: from liking that keeps nobody to twice the default"),
    PlausibleRange(
      "behaviour.utility.match", 1.5, 4.5,
      reason: "an assumption: half of the default either way"),
    PlausibleRange(
      "behaviour.utility.quality", 0.2, 1.2,
      reason: "an assumption: a third of the default to twice"),
    PlausibleRange(
      "behaviour.utility.friend", 0, 1.4,
      reason: "an assumption: none to twice the default"),
    PlausibleRange(
      "behaviour.utility.taste", 0.2, 1.2,
      reason: "an assumption: a third of the default to twice"),
    PlausibleRange(
      "behaviour.utility.seen", -3, 0,
      reason: "an assumption: from indifference to twice the default"),
    PlausibleRange(
      "behaviour.utility.satiation", -0.5, 0, .onOff,
      reason: "satiation as it is by default, and none"),
    PlausibleRange(
      "behaviour.actions.open", 0.08, 0.38, .log,
      reason: "0.18 in KuaiRand's random feed, 0.38 in its standard feed; half of the first"),
    PlausibleRange(
      "behaviour.actions.like", 0.01, 0.1, .log,
      reason: "0.017 of the reach of brands' posts, 0.006 of Flickr's views; the default x 2.5"),
    PlausibleRange(
      "behaviour.actions.member-deviation", 0.5, 1.7,
      reason: "click rates of KuaiRand's users: a coefficient of variation of 0.39 to 0.75"),
    PlausibleRange(
      "behaviour.satiation.half-life", 2, 24, .log,
      reason: "an assumption: from a pause to a day"),
    PlausibleRange(
      "behaviour.drift.rate", 0, 0.03,
      reason: "an assumption: none to three times the default"),
    PlausibleRange(
      "behaviour.herding.opening", 1, 1.6,
      reason: "none to twice what a single visible vote did in a field experiment (1.32)"),
    PlausibleRange(
      "behaviour.herding.voting", 1, 1.6,
      reason: "none to twice what a single visible vote did in a field experiment (1.32)"),
    PlausibleRange(
      "behaviour.posting.exponent", 1.7, 2.3,
      reason: "1.86 in Stack Exchange, 2.2 in Flickr Dresden"),
    PlausibleRange(
      "behaviour.posting.feedback", 0, 1,
      reason: "an assumption: from none to a doubled rate"),
    PlausibleRange(
      "behaviour.voting.fatigue", 0, 0.15,
      reason: "an assumption: none to three times the default"),
    PlausibleRange(
      "behaviour.surfaces.home", 25, 105,
      reason: "36 to 70 % of the openings, the other feeds as they are by default"),
    PlausibleRange(
      "behaviour.returning.gain", 0, 0.8, .onOff,
      reason: "off by default, 0.8 in the presets in which satisfaction drives return"),
    PlausibleRange(
      "behaviour.leaving.scale", 0, 1,
      reason: "from nobody who leaves, the default, to as many as the data say"),
    PlausibleRange(
      "behaviour.notifications.gain", 0, 0.05, .onOff,
      reason: "off by default, and on as the component describes it"),
    PlausibleRange(
      "behaviour.graph.homophily", 1, 7,
      reason: "an assumption: three less or more than the default"),
    PlausibleRange(
      "behaviour.graph.reciprocity", 0.15, 0.6,
      reason:
        "0.29 in KuaiRand, 0.33 in Advogato, 0.64 among a college's students; half of the least"),
    PlausibleRange(
      "behaviour.following.attempts", 0.1, 0.9, .log,
      reason: "an assumption: a third of the default to three times as much"),
    PlausibleRange(
      "behaviour.following.after-like", 0, 0.06,
      reason: "an assumption: none to three times the default"),
    PlausibleRange(
      "behaviour.friending.attempts", 0.02, 0.15, .log,
      reason: "an assumption: a third of the default to three times as much"),
  ]
}
