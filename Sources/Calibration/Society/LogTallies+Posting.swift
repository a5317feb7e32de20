internal import SyntheticSociety

/// Fits categories, authors and posting rates.
extension LogTallies {
  private static let concentrationKey = "behaviour.interests.creator-concentration"
  private static let categoriesKey = "world.categories.count"
  private static let exponentKey = "behaviour.posting.exponent"

  /// Fewer of the posts that were shown are a sample of them, in which authors have fewer posts.
  private static let leastPosts = 0.5
  /// The smallest number of authors, and of authors in the tail, for the fit of a power law.
  private static let fewestAuthors = (ofAll: 30, inTail: 10)

  func fitCategories(into list: inout FigureList) {
    guard let creations, let shares = CategoryShares(counts: creations.postsOfCategory) else {
      return
    }
    let (source, n, count) = (creations.source, shares.count, shares.shares.count)
    guard count > 1 else {
      let reason = "all posts are of one category"
      for key in [Self.categoriesKey, "world.categories.zipf", Self.concentrationKey] {
        list.refuse("categories", reason, from: source, key: key)
      }
      return
    }
    let most = SocietyParameter.all.first { $0.key == Self.categoriesKey }?.range.upperBound ?? 1
    if Double(count) > most {
      list.add("categories of the logs", Double(count), n: n, from: source)
    }
    list.add(
      Double(count) > most ? "categories, the rarest of the logs left out" : "categories",
      min(Double(count), most), n: n, from: source, key: Self.categoriesKey)
    if let slope = shares.zipfSlope {
      list.add(
        "categories, Zipf slope of the \(min(count, CategoryShares.zipfRanks)) largest", slope,
        n: n, from: source, key: "world.categories.zipf")
    }
    list.add("categories, entropy in nats", shares.entropy, n: n, from: source)
    list.add("categories, effective number", shares.effectiveNumber, n: n, from: source)
    guard !creations.categorised.isEmpty else { return }
    let name = "categories of an author, Dirichlet-multinomial concentration"
    list.attempt(name, from: source, key: Self.concentrationKey) { (list) throws(FitRefusal) in
      let fit = try DirichletMultinomialFit(rows: creations.categoryRows)
      list.add(
        name, fit.concentration, n: fit.quality.count, quality: fit.quality.summary, from: source,
        key: Self.concentrationKey)
    }
  }

  /// How many posts the logs' impressions show; `nil` where unknown.
  private var shownPosts: Double? {
    histograms.first { $0.axis == .impressionsPerPost }.map { Double($0.column.positive.count) }
  }

  func fitPosting(into list: inout FigureList) {
    for table in people where table.authors.trials > 0 {
      list.add(
        "share of members who post", table.authors.estimate, n: table.authors.trials,
        from: table.source, key: "behaviour.posting.share")
    }
    if let creations {
      fitPosts(creations.postsOfAuthor.column, from: creations.source, into: &list)
      fitArrivals(creations, into: &list)
    }
    for table in histograms where table.axis == .postsPerAuthor {
      fitPosts(table.column.positive, from: table.source, into: &list)
    }
  }

  private func fitPosts(
    _ column: CountedValues, from source: String, into list: inout FigureList
  ) {
    guard !column.isEmpty else { return }
    if let gini = column.gini {
      list.add("posts an author, Gini index", gini, n: column.count, from: source)
    }
    list.attempt("posts an author", from: source, key: Self.exponentKey) {
      (list) throws(FitRefusal) in
      if let all = shownPosts, Double(creations?.postCount ?? 0) < Self.leastPosts * all {
        throw .sample(of: "posts")
      }
      guard column.count >= Self.fewestAuthors.ofAll else {
        throw .tooFew(found: column.count, needed: Self.fewestAuthors.ofAll, of: "authors")
      }
      let tail = try PowerLawFit(column)
      // The society's law begins at one post.
      let whole = tail.xmin == 1 ? tail : try PowerLawFit(column, xmin: 1)
      list.add(
        "posts an author, exponent of the power law from 1", whole.alpha, n: whole.tailCount,
        quality: whole.summary, from: source, key: Self.exponentKey)
      if tail.xmin > 1, tail.tailCount >= Self.fewestAuthors.inTail {
        list.add(
          "posts an author, exponent of the tail from \(tail.xmin)", tail.alpha, n: tail.tailCount,
          quality: tail.summary, from: source)
      }
    }
  }

  /// Times between posts of the whole community.
  private func fitArrivals(_ creations: CreationTally, into list: inout FigureList) {
    let sorted = creations.times.filter(\.isFinite).sorted()
    guard sorted.count > 2 else { return }
    let name = "hours between posts"
    guard !creations.hasDaysOnly else {
      list.refuse(name, "times between posts need times, these are dates", from: creations.source)
      return
    }
    var gaps = ValueTally()
    // Posts of one author, or of one hour, come in bursts, so that the gaps of a day are alike.
    var gapsOfDay = ClusteredTally()
    let firstDay = (sorted[0] / 86_400).rounded(.down)
    for (earlier, later) in zip(sorted, sorted.dropFirst()) where later > earlier {
      gaps.add((later - earlier) / 3600)
      gapsOfDay.add((later - earlier) / 3600, of: Int(later / 86_400 - firstDay))
    }
    list.attempt(name, from: creations.source) { (list) throws(FitRefusal) in
      let fit = try WeibullFit(gaps.column, by: [gapsOfDay.columns(scaledBy: 1)])
      for (parameter, estimate) in [("shape", fit.shape), ("scale", fit.scale)] {
        list.add(
          "\(name), Weibull \(parameter)", estimate, n: fit.quality.count,
          quality: fit.quality.summary, from: creations.source)
      }
    }
  }
}

extension CreationTally {
  var source: String { sources.joined(separator: " + ") }

  /// How many batches of each category an author uploaded, for each author with any.
  ///
  /// The category of a batch is chosen once for all its posts.
  fileprivate var categoryRows: [[Int]] {
    let ordered = categorised.sorted {
      ($0.author, $0.category, $0.time) < ($1.author, $1.category, $1.time)
    }
    var rows: [[Int]] = []
    var last: CategorisedPost?
    for post in ordered {
      if post.author != last?.author {
        rows.append([Int](repeating: 0, count: postsOfCategory.count))
      }
      if last.map(post.isOfBatch) != true { rows[rows.count - 1][post.category] += 1 }
      last = post
    }
    return rows
  }
}

extension PowerLawFit {
  /// Such as `KS 0.0283, AIC 1200, against log-normal -0.98 (p 0.396)`.
  var summary: String {
    let others = [
      ("log-normal", versusLogNormal), ("exponential", versusExponential),
      ("truncated power law", versusTruncatedPowerLaw),
    ]
    return others.reduce(quality.summary) { summary, other in
      guard let ratio = other.1 else { return summary }
      return summary + ", against \(other.0) \(ratio.ratio.rounded(digits: 2))"
        + " (p \(ratio.pValue.rounded(digits: 3)))"
    }
  }
}
