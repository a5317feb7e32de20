extension PublishedFigures {
  private static let questions = "questions and answers there, photos here"

  static let stackExchange =
    PublishedFigure.shapes(
      .stackExchange, "posts_per_author", of: .postsOfMember,
      [
        "gini": 0.694062, "sd_ln": 1.024563, "top1pct_share": 0.211377,
        // 9 / 1.
        "top10pct_share": 0.649102, "p90_by_p50": 9, "alpha": 1.859,
      ], note: "posts of half a year there")
    + PublishedFigure.shapes(
      .stackExchange, "actions_per_user", of: .actionsOfMember,
      [
        "gini": 0.786967, "sd_ln": 1.279461, "top1pct_share": 0.275679,
        // 21.9 / 3.
        "top10pct_share": 0.73534, "p90_by_p50": 7.3,
      ], note: "posts and comments of half a year there")
    + PublishedFigure.shapes(
      .stackExchange, "likes_per_post", of: .likesOfPost,
      [
        "gini": 0.405308, "sd_ln": 0.742853, "top1pct_share": 0.070359, "top10pct_share": 0.2942,
        // 11 / 5, and 33.609 / 5.9504.
        "zero_share": 0.026316, "p90_by_p50": 2.2, "variance_by_mean": 5.6482,
      ], note: questions)
    + PublishedFigure.shapes(
      .stackExchange, "comments_per_post", of: .commentsOfPost,
      [
        "gini": 0.683064, "sd_ln": 0.760815, "top1pct_share": 0.092001,
        // 6 / 1.
        "top10pct_share": 0.455025, "zero_share": 0.451555, "p90_by_p50": 6,
      ], note: questions)
    + PublishedFigure.shapes(
      .stackExchange, "views", of: .opensOfPost,
      [
        "gini": 0.602817, "sd_ln": 0.865308, "top1pct_share": 0.247265,
        // 434.4 / 124.
        "top10pct_share": 0.542106, "zero_share": 0, "p90_by_p50": 3.5032,
      ], note: "views of the source include visitors without an account")
    + [
      // 2.0413 / 5.9504.
      PublishedFigure(
        .stackExchange, "comments_per_like", .commentsPerLike, 0.34305, .relative,
        note: questions),
      PublishedFigure(.stackExchange, "saves_per_like", .savesPerLike, 0.0703, .relative),
      PublishedFigure(.stackExchange, "saves_per_view", .savesPerOpen, 0.004251, .relative),
      PublishedFigure(.stackExchange, "category_zipf_top20", .categoryZipf, 1.132, .exponent),
      PublishedFigure(
        .stackExchange, "comment_lag_h.median", CommunityColumn.commentDelays[.median], 7.802,
        .relative, note: questions),
      PublishedFigure(
        .stackExchange, "comment_lag_h.sd_ln", CommunityColumn.commentDelays[.logDeviation],
        2.3486, .relative, note: questions),
      PublishedFigure(
        .stackExchange, "like_lag_days.d0", .likesWithin("on the first day", days: 0..<1),
        0.3996, .relative, note: "the source knows the calendar day only"),
      PublishedFigure(
        .stackExchange, "like_lag_days.d1", .likesWithin("on the second day", days: 1..<2), 0.1971,
        .relative, note: "the source knows the calendar day only"),
      PublishedFigure(
        .stackExchange, "interarrival_h.cv", CommunityColumn.arrivalGaps[.variation], 1.5164,
        .relative),
      PublishedFigure(
        .stackExchange, "interarrival_h.weibull", CommunityColumn.arrivalGaps[.weibullShape],
        0.7236, .exponent),
      PublishedFigure(
        .stackExchange, "user_action_gap_min.burstiness", .actionBurstiness, 0.6104,
        .correlation),
      PublishedFigure(
        .stackExchange, "user_action_gap_min.lt30", .actionsInHalfHour, 0.3203, .relative),
      PublishedFigure(
        .stackExchange, "user_action_gap_min.median", CommunityColumn.actionGaps[.median],
        174.147, .relative),
    ]

  static let stackExchangeUncompared = [
    UncomparedFigures(
      .stackExchange,
      [
        "posts", "posts_per_author.n", "posts_per_author.mean", "posts_per_author.mean_ln",
        "posts_per_author.q10_25_50_75_90_99", "actions_per_user.n", "actions_per_user.mean",
        "actions_per_user.mean_ln", "actions_per_user.q10_25_50_75_90_99", "likes_per_post.n",
        "likes_per_post.mean", "likes_per_post.mean_ln", "likes_per_post.var",
        "likes_per_post.q10_25_50_75_90_99", "comments_per_post.n", "comments_per_post.mean",
        "comments_per_post.mean_ln", "comments_per_post.q10_25_50_75_90_99", "views.n",
        "views.mean", "views.mean_ln", "views.q10_25_50_75_90_99", "comment_lag_h.n",
        "interarrival_h.mean",
      ],
      "Totals grow with the size of the site and the length of the log; their shapes are compared."),
    UncomparedFigures(
      .stackExchange, ["posts_per_author.zero_share", "actions_per_user.zero_share"],
      "People without a post or comment were not counted."),
    UncomparedFigures(
      .stackExchange, ["posts_per_author.csn_power_law"],
      "Of the fitted tail its exponent is compared; the others describe where and how well it fits."
    ),
    UncomparedFigures(
      .stackExchange, ["comment_lag_h.mean_ln", "comment_lag_h.ks_lognorm"],
      "Median and deviation of the same delays are compared."),
    UncomparedFigures(
      .stackExchange, ["dislike_share", "score"], "The model has no votes against a post."),
    UncomparedFigures(
      .stackExchange, ["like_lag_days.d2_7", "like_lag_days.d8_30", "like_lag_days.gt30"],
      "A world of two weeks sees few posts for so long."),
    UncomparedFigures(
      .stackExchange, ["reply_graph"],
      "Its ties are answers and comments to questions, and photos have no answers."),
  ]

  /// Upvotes at a rank ÷ upvotes at the first, where both are of the average story.
  static let hackerNews = [
    // 0.698, 0.538, 0.274, 0.043 and 0.013 a minute, of 1.169 at the first rank.
    (2, 0.5971), (3, 0.4602), (10, 0.2344), (40, 0.0368), (80, 0.0111),
  ].map { rank, value in
    PublishedFigure(
      .hackerNews, "upvotes_by_rank.\(rank)", .looks(atRank: rank), value, .relative,
      note: "upvotes there, of which better stories get more at any rank")
  }

  static let upworthy = [
    PublishedFigure(
      .upworthy, "beta_binomial_arms.cv", .postRateVariation, 0.685, .relative, .random,
      note: "an arm of the source is a headline with a picture of one article")
  ]

  static let upworthyUncompared = [
    UncomparedFigures(
      .upworthy,
      ["beta_binomial_arms.alpha", "beta_binomial_arms.beta", "beta_binomial_arms.mean"],
      "They are the level of clicks on a site's boxes; their variation is compared."),
    UncomparedFigures(
      .upworthy,
      [
        "arms", "arms_per_test_mean", "tests", "clicks", "impressions", "ctr", "impr_per_arm_q",
        "srm_share_p_lt_0.01",
      ], "They describe the archive and its assignment of readers."),
    UncomparedFigures(
      .upworthy,
      [
        "within_test_logit_sd", "between_test_logit_sd", "heterogeneous_share_p_lt_0.05",
        "honest_split_best_vs_uniform_lift", "naive_best_vs_uniform_lift",
        "ope_three_way_split_seed7_softmax3",
      ],
      "They are of tests between headlines of the same article, and posts have one headline."
    ),
  ]

  static let dpChallenge = [
    PublishedFigure(
      .dpChallenge, "frac_8up.bb.cv", .voteRateVariation, 0.712, .relative,
      note: "a rating of 8 or more out of 10 there, a vote here"),
    PublishedFigure(
      .dpChallenge, "frac_8up.gini", .voteRateGini, 0.41016, .relative,
      note: "a rating of 8 or more out of 10 there, a vote here"),
  ]

  static let dpChallengeUncompared = [
    UncomparedFigures(
      .dpChallenge,
      [
        "frac_8up.bb", "frac_8up.q", "frac_9_10", "global_hist", "icc", "mean", "n", "photos",
        "within_sd",
      ], "They are of ratings from 1 to 10, and members of the model vote or do not.")
  ]

  static let openBanditUncompared = [
    UncomparedFigures(
      .openBandit, ["bts", "random", "ope_bts_log_to_uniform", "ope_random_log_to_bts"],
      "They are clicks on three banners of a shop side by side, and known answers for estimators.")
  ]
}
