internal import PortableMath
internal import SocialFeed

extension PublishedFigures {
  private static let selected =
    "the source has only users with 100 ranked impressions or more in the month"

  static let kuairand = sessions + members + hours + rates + ties + posts

  private static let sessions: [PublishedFigure] =
    [
      PublishedFigure(
        .kuairand, "sessions.per_user_day", .sessionsPerDay, 4.844, .relative, note: selected),
      PublishedFigure(
        .kuairand, "sessions.impressions_per_session", .looksPerSession, 78.658, .relative),
      PublishedFigure(
        .kuairand, "sessions.page_loads_per_session", .loadsPerSession, 13.553, .relative),
      PublishedFigure(
        .kuairand, "sessions.impressions_per_load", .looksPerLoad, 5.804, .relative,
        note: "a page has 20 posts, in the calibrated world 7"),
      // Users' sessions follow a gamma distribution of shape 6, whose quantiles are 9.27 and 5.67.
      PublishedFigure(
        .kuairand, "sessions.p90_by_p50", CommunityColumn.sessionsOfMember[.p90ToMedian], 1.635,
        .relative, note: selected),
      // 1 / √6.
      PublishedFigure(
        .kuairand, "sessions.cv", CommunityColumn.sessionsOfMember[.variation], 0.408, .relative,
        note: selected),
    ]
    + [
      ("1-10s", 1, "1 to 10 s", 0.0933), ("10-60s", 2, "10 to 60 s", 0.3199),
      ("1-5min", 3, "1 to 5 min", 0.3794), ("5-30min", 4, "5 to 30 min", 0.1341),
      ("30-120min", 5, "30 to 120 min", 0.0394), (">=120min", 6, "120 min or more", 0.0339),
    ].map { key, bin, name, value in
      PublishedFigure(
        .kuairand, "sessions.gap_ge1s_shares.\(key)", .gapShare(bin - 1, name), value, .relative,
        note: "a page has 20 posts, in the calibrated world 7: more time until the next")
    }

  private static let members =
    PublishedFigure.shapes(
      .kuairand, "impressions_standard", of: .looksOfMember,
      [
        "gini": 0.45689, "sd_ln": 0.956863, "top1pct_share": 0.066606, "top10pct_share": 0.323096,
        // 24628.7 / 8624.
        "p90_by_p50": 2.8558, "gamma_shape": 1.3825,
      ], note: selected)
    + PublishedFigure.shapes(
      .kuairand, "clicks_standard", of: .opensOfMember,
      [
        "gini": 0.378028, "sd_ln": 0.835464, "top1pct_share": 0.041185, "top10pct_share": 0.255497,
        // 8629 / 3820.5.
        "p90_by_p50": 2.2586, "gamma_shape": 1.9105,
      ], note: selected)
    + [
      PublishedFigure(
        .kuairand, "author_share", .postingShare, 0.8168, .relative,
        note: "the source counts who ever uploaded, among users selected for activity")
    ]

  private static let hours =
    [
      PublishedFigure(.kuairand, "hour_share", .hoursOfLooks, 0, .distance),
      PublishedFigure(.kuairand, "hour_peak_trough", .peakToTrough, 8.451, .relative),
      // 0.4076 / 0.3641.
      PublishedFigure(.kuairand, "hour_ctr", .opensByHour, 1.1195, .relative),
    ]
    + [
      ("Monday", 0.9523), ("Tuesday", 0.9439), ("Wednesday", 0.9518), ("Thursday", 0.9606),
      ("Friday", 1.014), ("Saturday", 1.1152), ("Sunday", 1.0574),
    ].enumerated().map { index, day in
      PublishedFigure(
        .kuairand, "dow_factor_mon_sun.\(index)", .weekday(index, day.0), day.1,
        .stated(.near(day.1, within: FigureTolerance.longestDistance)))
    }

  private static let rates: [PublishedFigure] = [
    PublishedFigure(
      .kuairand, "ctr_standard.pooled", .perLook(.view, "opens"), 0.377715, .relative,
      note: "a click of the source keeps a video that plays already"),
    PublishedFigure(
      .kuairand, "ctr_random.pooled", .perLook(.view, "opens"), 0.177213, .relative, .random,
      note: "random videos came singly in a ranked feed"),
    PublishedFigure(
      .kuairand, "ctr_standard.beta_binomial.mean", .clickRateMean, 0.46831, .relative),
    PublishedFigure(
      .kuairand, "ctr_standard.beta_binomial.cv", .clickRateVariation, 0.391, .relative),
    PublishedFigure(
      .kuairand, "ctr_random.beta_binomial.mean", .clickRateMean, 0.17306, .relative, .random),
    PublishedFigure(
      .kuairand, "ctr_random.beta_binomial.cv", .clickRateVariation, 0.752, .relative, .random),
    PublishedFigure(
      .kuairand, "ctr_standard.spearman_impr_ctr", .activityAndClicks, -0.5191, .correlation,
      note: selected),
    PublishedFigure(
      .kuairand, "funnel.like", .perLook(.like, "likes"), 0.018597, .relative,
      note: "a mean over users"),
    PublishedFigure(
      .kuairand, "funnel.like_random", .perLook(.like, "likes"), 0.004697, .relative, .random,
      note: "a mean over users"),
    PublishedFigure(
      .kuairand, "funnel.comment", .perLook(.comment, "comments"), 0.002557, .relative,
      note: "a mean over users"),
    PublishedFigure(
      .kuairand, "funnel.comment_random", .perLook(.comment, "comments"), 0.00035, .relative,
      .random, note: "a mean over users"),
  ]

  private static let ties =
    PublishedFigure.shapes(
      .kuairand, "followers", of: .followersOfMember,
      [
        "gini": 0.875445, "sd_ln": 1.968932, "top1pct_share": 0.540638, "top10pct_share": 0.799597,
        // 671 / 49.
        "zero_share": 0.041929, "p90_by_p50": 13.694, "alpha": 2.229,
      ])
    + PublishedFigure.shapes(
      .kuairand, "following", of: .followingOfMember,
      [
        "gini": 0.674366, "sd_ln": 1.617023, "top1pct_share": 0.116356, "top10pct_share": 0.52497,
        // 1032 / 157.
        "zero_share": 0.007146, "p90_by_p50": 6.573,
      ])
    + PublishedFigure.shapes(
      .kuairand, "mutual", of: .mutualOfMember,
      [
        "gini": 0.812844, "sd_ln": 1.926031, "top1pct_share": 0.232685, "top10pct_share": 0.693446,
        // 297 / 16.
        "zero_share": 0.12211, "p90_by_p50": 18.5625,
      ])
    + [
      PublishedFigure(.kuairand, "reciprocity_edges", .reciprocity, 0.287439, .relative),
      PublishedFigure(
        .kuairand, "spearman_following_followers", .degreeCorrelation, 0.5183, .correlation),
    ]

  /// 322,278,385 impressions of 32,038,693 posts.
  private static let looks = CommunityColumn.looksOfPost(scaledTo: 322_278_385.0 / 32_038_693)

  private static let posts: [PublishedFigure] =
    [
      ("gini", .gini, 0.82707), ("top1pct", .top1, 0.4411), ("top10pct", .top10, 0.7987),
      ("top20pct", .topShare(0.2), 0.8752), ("singletons", .oneShare, 0.540185),
      ("mle_alpha_xmin10", .tailExponent(from: 10), 1.845),
      ("mle_alpha_xmin100", .tailExponent(from: 100), 2.2),
    ].map { (key: String, shape: ColumnShape, value: Double) in
      PublishedFigure(
        .kuairand, "post_impressions.\(key)", looks[shape], value, shape.tolerance,
        note: "the looks of a world are scaled to the mean of the log, 10.06 a post")
    }
    + [
      PublishedFigure(.kuairand, "category.zipf_top20", .categoryZipf, 0.9478, .exponent),
      // 3.0093 / ln 43.
      PublishedFigure(.kuairand, "category.entropy_nats", .categoryEvenness, 0.8001, .relative),
    ]

  static let kuairandUncompared = [
    UncomparedFigures(
      .kuairand,
      [
        "impressions_standard.mean", "impressions_standard.mean_ln", "impressions_standard.n",
        "impressions_standard.q10_25_50_75_90_99", "clicks_standard.mean",
        "clicks_standard.mean_ln", "clicks_standard.n", "clicks_standard.q10_25_50_75_90_99",
      ], "Totals grow with the length of a log; their quotients and shapes are compared."),
    UncomparedFigures(
      .kuairand, ["sessions.rule"], "It is the rule that divides looks into sessions here too."),
    UncomparedFigures(
      .kuairand, ["impressions_standard.fits", "clicks_standard.fits"],
      "Of the fits the gamma shape is compared; scales grow with the log, and the log-normal's sigma is sd_ln."
    ),
    UncomparedFigures(
      .kuairand, ["impressions_standard.zero_share", "clicks_standard.zero_share"],
      "Users without impressions were not selected."),
    UncomparedFigures(
      .kuairand, ["impressions_random", "clicks_random", "ctr_random.spearman_impr_ctr"],
      "The experimenters chose how many random impressions a user got, 44 on average."),
    UncomparedFigures(
      .kuairand,
      [
        "ctr_random.beta_binomial.alpha", "ctr_random.beta_binomial.beta", "ctr_random.user_q",
        "ctr_standard.beta_binomial.alpha", "ctr_standard.beta_binomial.beta",
        "ctr_standard.user_q",
      ], "Mean and sd of the same distribution are compared, without the noise of few impressions."),
    UncomparedFigures(
      .kuairand,
      ["category.K", "category.effective", "category.gini", "category.shares_top12"],
      "They depend on the number of categories, which a scenario sets; slope and evenness are compared."
    ),
    UncomparedFigures(.kuairand, ["duration_s"], "Posts of the model are photos without duration."),
    UncomparedFigures(
      .kuairand, ["hour_log_fourier3_c0_c1_s1_c2_s2_c3_s3"],
      "It describes the hours again, whose distance is compared."),
    UncomparedFigures(
      .kuairand, ["hour_tv_random_vs_standard"],
      "Random and ranked videos were in one feed there, and are in two worlds here."),
    UncomparedFigures(
      .kuairand,
      [
        "followers.mean", "followers.mean_ln", "followers.n", "followers.q10_25_50_75_90_99",
        "following.mean", "following.mean_ln", "following.n", "following.q10_25_50_75_90_99",
        "mutual.mean", "mutual.mean_ln", "mutual.n", "mutual.q10_25_50_75_90_99",
      ], "Users have 400 ties in a service of millions, more than a world of thousands allows."),
    UncomparedFigures(
      .kuairand,
      [
        "followers.dlognorm_mle", "following.dlognorm_mle", "mutual.dlognorm_mle",
        "followers.csn_power_law",
      ], "Of the fits the tail exponent is compared; the others describe how well they fit."),
    UncomparedFigures(
      .kuairand, ["post_impressions.posts"], "A world has as many posts as its members write."),
    UncomparedFigures(
      .kuairand, ["post_impressions_random_gini"],
      "The randomised videos were the same all month, while posts of a world come at any time."),
    UncomparedFigures(
      .kuairand,
      ["funnel.profile", "funnel.hide", "funnel.share", "funnel.long_view", "funnel.complete"],
      "The model has no visits of profiles, hiding, sharing or videos."),
    UncomparedFigures(
      .kuairand, ["funnel.follow"],
      "People of the model follow whom they find through others too, not only from an impression."),
    UncomparedFigures(
      .kuairand, ["funnel.click"],
      "It is the mean over users of the click rate, whose beta-binomial mean is compared."),
  ]
}
