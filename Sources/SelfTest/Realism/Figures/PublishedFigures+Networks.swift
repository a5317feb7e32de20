extension PublishedFigures {
  static let advogato =
    PublishedFigure.shapes(
      .advogato, "in_degree", of: .followersOfMember,
      [
        "mean": 9.1435, "gini": 0.710152, "sd_ln": 1.245221, "top1pct_share": 0.173756,
        // 23 / 3.
        "top10pct_share": 0.562873, "zero_share": 0.142192, "p90_by_p50": 7.6667,
      ])
    + [
      PublishedFigure(
        .advogato, "in_csn.alpha", CommunityColumn.followersOfMember[.tailExponent(from: nil)],
        2.769, .exponent)
    ]
    + PublishedFigure.shapes(
      .advogato, "out_degree", of: .followingOfMember,
      [
        "gini": 0.730174, "sd_ln": 1.266862, "top1pct_share": 0.159436,
        // 24 / 3.
        "top10pct_share": 0.572653, "zero_share": 0.222308, "p90_by_p50": 8,
      ])
    + [
      PublishedFigure(.advogato, "reciprocity", .reciprocity, 0.333086, .relative),
      PublishedFigure(.advogato, "avg_clustering_undirected", .clustering, 0.247732, .relative),
      PublishedFigure(.advogato, "transitivity_undirected", .transitivity, 0.092224, .relative),
      PublishedFigure(.advogato, "giant_share", .giantShare, 0.9781, .relative),
      PublishedFigure(.advogato, "assortativity", .assortativity, -0.0951, .correlation),
      PublishedFigure(.advogato, "spearman_in_out", .degreeCorrelation, 0.5737, .correlation),
    ]

  static let advogatoUncompared = [
    UncomparedFigures(
      .advogato, ["edges", "nodes", "in_degree.n", "out_degree.n"],
      "They are the size of the network, and a scenario sets the size of a world."),
    UncomparedFigures(
      .advogato, ["out_degree.mean"], "It equals the mean in-degree, which is compared."),
    UncomparedFigures(
      .advogato,
      [
        "in_degree.mean_ln", "out_degree.mean_ln", "in_degree.q10_25_50_75_90_99",
        "out_degree.q10_25_50_75_90_99",
      ], "Mean, quotient of quantiles and deviation of the same degrees are compared."),
    UncomparedFigures(
      .advogato, ["in_csn"],
      "Of the fitted tail its exponent is compared; the others describe where and how well it fits."
    ),
  ]

  static let flickr =
    PublishedFigure.shapes(
      .flickr, "views", of: .opensOfPost,
      [
        "gini": 0.732409, "sd_ln": 1.540281, "top1pct_share": 0.224824, "top10pct_share": 0.604295,
        // 596 / 79.
        "zero_share": 0.000811, "p90_by_p50": 7.5443,
      ], note: "photos there are up to eleven years old, posts of a world days")
    + PublishedFigure.shapes(
      .flickr, "faves", of: .likesOfPost,
      [
        "gini": 0.946711, "sd_ln": 1.145938, "top1pct_share": 0.544285,
        "top10pct_share": 0.920637, "zero_share": 0.793119,
      ], note: "photos there are up to eleven years old, posts of a world days")
    + [
      PublishedFigure(.flickr, "faves_per_view", .likesPerOpen, 0.005601, .relative),
      PublishedFigure(.flickr, "spearman_views_faves", .opensAndLikes, 0.5429, .correlation),
      PublishedFigure(
        .flickr, "log_views_user_variance_share", .authorVarianceShare, 0.8366, .relative),
    ]
    + PublishedFigure.shapes(
      .flickr, "photos_per_user", of: .postsOfMember,
      [
        "gini": 0.771356, "sd_ln": 1.340629, "top1pct_share": 0.299548,
        // 27 / 3.
        "top10pct_share": 0.683077, "p90_by_p50": 9, "alpha": 2.196,
      ], note: "photos of eleven years there, posts of days here")
    + [
      PublishedFigure(
        .flickr, "batch_size.single",
        CommunityColumn.batches[.oneShare], 0.5713, .share),
      PublishedFigure(
        .flickr, "batch_size.mean", CommunityColumn.batches[.mean], 3.675, .relative),
      // 7 / 1 and 50.04 / 1.
      PublishedFigure(
        .flickr, "batch_size.p90_by_p50", CommunityColumn.batches[.p90ToMedian], 7, .relative),
      PublishedFigure(
        .flickr, "batch_size.p99_by_p50", CommunityColumn.batches[.quantileRatio(0.99, 0.5)],
        50.04, .relative),
      PublishedFigure(
        .flickr, "upload_gaps.weibull_shape", CommunityColumn.uploadGaps[.weibullShape], 0.6,
        .stated(.between(0.5, 0.7)), note: "the band is of several data sets"),
      PublishedFigure(
        .flickr, "dirichlet_multinomial_conc", .categoryConcentration, 3.03, .relative),
      PublishedFigure(.flickr, "entropy_users_ge10", .authorEntropy, 1.1324, .relative),
      PublishedFigure(.flickr, "top1_share_users_ge10_q", .authorTopShare, 0.5403, .relative),
      // 2.0153 / ln 13.
      PublishedFigure(.flickr, "global_entropy", .categoryEvenness, 0.7857, .relative),
    ]

  static let flickrUncompared = [
    UncomparedFigures(
      .flickr,
      [
        "photos", "users", "views.n", "views.mean", "views.mean_ln", "views.q10_25_50_75_90_99",
        "faves.n", "faves.mean", "faves.mean_ln", "faves.q10_25_50_75_90_99", "photos_per_user.n",
        "photos_per_user.mean", "photos_per_user.mean_ln", "photos_per_user.q10_25_50_75_90_99",
      ],
      "Totals grow with the age of photos and the size of the service; their shapes are compared."),
    UncomparedFigures(
      .flickr, ["photos_per_user.zero_share"], "People without a photo were not counted."),
    UncomparedFigures(
      .flickr, ["photos_per_user.csn_power_law"],
      "Of the fitted tail its exponent is compared; the others describe where and how well it fits."
    ),
    UncomparedFigures(
      .flickr, ["category_shares"],
      "Categories of the model have no names; their evenness is compared."),
    UncomparedFigures(
      .flickr, ["batch_size.q"], "Its quotients of quantiles and its share of singles are compared."
    ),
  ]

  static let facebookPhotos =
    PublishedFigure.shapes(
      .facebookPhotos, "photo.reactions", of: .likesOfPost,
      [
        "gini": 0.773101, "sd_ln": 1.575432, "top1pct_share": 0.159808,
        // 359.2 / 33.
        "top10pct_share": 0.676134, "zero_share": 0.007049, "p90_by_p50": 10.8848,
      ], note: "the pages of nine sellers have more followers than members have")
    + [
      PublishedFigure(
        .facebookPhotos, "photo.comments_per_reaction", .commentsPerLike, 0.0764, .relative),
      PublishedFigure(
        .facebookPhotos, "photo.comments_zero", CommunityColumn.commentsOfPost[.zeroShare], 0.327,
        .share, note: "the pages of nine sellers have more followers than members have"),
      PublishedFigure(
        .facebookPhotos, "photo.spearman_react_comm", .likesAndComments, 0.6284, .correlation),
    ]

  static let facebookUncompared = [
    UncomparedFigures(
      .facebookPhotos, ["video"], "Live videos are sales shows, which the model does not have."),
    UncomparedFigures(.facebookPhotos, ["photo.shares_per_reaction"], "The model has no sharing."),
    UncomparedFigures(
      .facebookPhotos,
      [
        "photo.n", "photo.reactions.n", "photo.reactions.mean", "photo.reactions.mean_ln",
        "photo.reactions.q10_25_50_75_90_99",
      ], "Totals grow with the audience of a page; their shapes are compared."),
  ]

  static let klout = [
    PublishedFigure(.klout, "fb.lt1h", .commentsInHour, 0.4144, .relative),
    PublishedFigure(
      .klout, "fb.median_min", CommunityColumn.commentDelaysInDay[.median], 90.78, .relative),
    PublishedFigure(
      .klout, "fb.sd_ln_min", CommunityColumn.commentDelaysInDay[.logDeviation], 1.712, .relative),
    PublishedFigure(
      .klout, "fb.weibull.p", CommunityColumn.commentDelaysInDay[.weibullShape], 0.6657,
      .exponent),
  ]

  static let kloutUncompared = [
    UncomparedFigures(.klout, ["tw"], "They are delays of shares, and the model has no sharing."),
    UncomparedFigures(
      .klout, ["fb.n", "fb.mean_ln_min", "fb.ks_lognorm", "fb.weibull"],
      "Median and Weibull shape are compared; the others repeat them or describe the fits."),
  ]
}
