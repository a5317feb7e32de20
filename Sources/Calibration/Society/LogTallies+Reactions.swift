/// Fits the delays from a post to actions on it, and the inequality of impressions among posts.
extension LogTallies {
  func fitDelays(into list: inout FigureList) {
    for table in events {
      for kind in table.kinds where !kind.isImpression {
        fitDelay(kind, of: table, into: &list)
      }
    }
  }

  private func fitDelay(_ kind: KindTally, of table: EventTally, into list: inout FigureList) {
    let name = "hours from a post to a \(kind.kind)"
    if table.clock.hasDaysOnly {
      list.refuse(name, "delays need times, these are dates", from: table.source)
      return
    }
    let delays = kind.delays.column
    guard !delays.isEmpty else {
      if creations?.hasDaysOnly == true {
        list.refuse(name, "delays need times, but the posts have only dates", from: table.source)
      } else if kind.notAfter > 0 {
        list.refuse(name, "no action comes after its post", from: table.source)
      }
      return
    }
    let hours = delays.scaled(by: 1 / 3600)
    let kinds = [kind.delaysOfUser, kind.delaysOfAuthor].map { $0.columns(scaledBy: 1 / 3600) }
      .filter { !$0.isEmpty }
    let notes = kinds.isEmpty ? [FittedFigure.independentRows] : []
    list.attempt(name, from: table.source) { (list) throws(FitRefusal) in
      let (logNormal, weibull) = (
        try LogNormalFit(hours, by: kinds), try WeibullFit(hours, by: kinds)
      )
      for (parameter, estimate, quality) in [
        ("log-normal mu", logNormal.mu, logNormal.quality),
        ("log-normal sigma", logNormal.sigma, logNormal.quality),
        ("Weibull shape", weibull.shape, weibull.quality),
        ("Weibull scale", weibull.scale, weibull.quality),
      ] {
        list.add(
          "\(name), \(parameter)", estimate, n: hours.count,
          quality: ([quality.summary] + notes).joined(separator: ", "), from: table.source)
      }
    }
    if let median = hours.quantile(0.5) {
      let errors =
        [hours.medianError(shareError: 0.5 / Double(hours.count).squareRoot())]
        + kinds.map { $0.standardError(ofMedianOf: hours) }
      list.add(
        "\(name), median", .crossed(errors.map { Estimate(median, standardError: $0) }),
        n: hours.count, quality: notes.joined(), from: table.source)
    }
  }

  func fitPopularity(into list: inout FigureList) {
    for table in histograms where table.axis == .impressionsPerPost {
      // Whose posts they are, which the standard error needs, is not known.
      Self.add(table.column, "impressions a post", nil, from: table.source, into: &list)
    }
    for table in impressions where !table.impressionsOfPost.isEmpty {
      Self.add(
        table.impressionsOfPost.column, "impressions a post",
        creations?.meanByAuthor(of: table.impressionsOfPost), from: table.source, into: &list)
    }
    for table in creations?.received ?? [] {
      Self.add(
        table.values.column, "\(table.kind) a post",
        .ratio(of: table.valuesOfAuthor, to: table.postsOfAuthor), from: table.source, into: &list)
    }
  }

  /// - Parameter clustered: The mean over posts of known authors, with its standard error by author.
  private static func add(
    _ column: CountedValues, _ name: String, _ clustered: Estimate?, from source: String,
    into list: inout FigureList
  ) {
    guard let mean = column.mean else { return }
    list.add(
      "\(name), mean", Estimate(mean, standardError: clustered?.standardError), n: column.count,
      from: source)
    if let gini = column.gini {
      list.add("\(name), Gini index", gini, n: column.count, from: source)
    }
    if let share = column.topShare(0.01) {
      list.add("\(name), share of the top 1 %", share, n: column.count, from: source)
    }
  }
}

extension CreationTally {
  /// The mean over posts that have any and whose author is known, by the post's number.
  fileprivate func meanByAuthor(of counts: [Int]) -> Estimate? {
    var (sums, posts) = ([Int](), [Int]())
    for (count, author) in zip(counts, authorOfPost) where count > 0 {
      guard let author else { continue }
      sums.count(author, times: count)
      posts.count(author)
    }
    return .ratio(of: sums, to: posts)
  }
}
