/// Sums over requests of the worth of their slates' first positions.
struct SlateTally: Sendable {
  private let keepsExtended: Bool

  /// For each number of posts on a head, the heads of that many posts, and the ordered pairs of posts
  /// on them that have the same category.
  private(set) var heads = [Int](repeating: 0, count: PositionDiscount.cutoff + 1)
  private(set) var pairsOfOneCategory = [Int](repeating: 0, count: PositionDiscount.cutoff + 1)
  /// Position-weighted mean relevance, summed over heads.
  private(set) var relevance = CompensatedSum()

  /// Gain over ideal gain, at least the gain, summed over the heads in `gradedHeads`; those with an ideal gain above 0.
  private(set) var gainRatio = CompensatedSum()
  private(set) var gradedHeads = 0
  /// Ideal gain less gain, summed over the heads in `pooledHeads`; those whose pool is known.
  private(set) var regret = CompensatedSum()
  private(set) var pooledHeads = 0

  /// The rest is for extended metrics: over the heads with a pool, gains over ideal gains of news and of
  /// novelty, with the heads where that ideal is above 0, and for each group of authors its exposure
  /// and what it would be ideally.
  private(set) var freshnessRatio = CompensatedSum()
  private(set) var freshHeads = 0
  private(set) var noveltyRatio = CompensatedSum()
  private(set) var novelHeads = 0
  private(set) var groupExposure: [CompensatedSum]
  private(set) var groupTarget: [CompensatedSum]
  /// Over all heads: effective categories, different categories and authors, and relevant posts, each
  /// of the last two for every number of posts on a head.
  private(set) var effectiveCategories = CompensatedSum()
  private(set) var categories = 0
  private(set) var authors = [Int](repeating: 0, count: PositionDiscount.cutoff + 1)
  private(set) var relevant = [Int](repeating: 0, count: PositionDiscount.cutoff + 1)
  /// How often each pattern of authors' groups stood on the first positions: a digit in base groups + 1
  /// for each position, from the first up, 0 for none and one's own. Empty where a word is too short
  /// for ten digits.
  private(set) var groupPatterns: [UInt64: Int] = [:]

  /// 84¹⁰ < 2⁶⁴ < 85¹⁰.
  private static let largestBase: UInt64 = 84

  /// Posts of each category on the current head.
  private var ofCategory: [UInt8]

  init(run: RunObservation, keepsExtended: Bool) {
    self.keepsExtended = keepsExtended
    ofCategory = Array(repeating: 0, count: run.categoryCount)
    let groups = run.groupNames.count
    groupExposure = Array(repeating: CompensatedSum(), count: groups)
    groupTarget = groupExposure
  }

  /// Whether patterns of groups are kept: with so many groups as fit a word.
  var keepsGroupPatterns: Bool {
    keepsExtended && UInt64(groupTarget.count + 1) <= Self.largestBase
  }

  /// The shares of the groups in the exposure of a head with a pattern.
  static func groupShares(ofPattern pattern: UInt64, groups: Int) -> [Double] {
    var exposure = [Double](repeating: 0, count: groups)
    var (rest, position) = (pattern, 1)
    while rest > 0 {
      let (digits, digit) = rest.quotientAndRemainder(dividingBy: UInt64(groups + 1))
      if digit > 0 { exposure[Int(digit) - 1] += PositionDiscount.weight(at: position) }
      (rest, position) = (digits, position + 1)
    }
    let total = exposure.reduce(0, +)
    return exposure.map { $0 / total }
  }

  /// Σ over heads of a number of each over its posts, from the sums for each number of posts.
  func sumOfShares(_ sums: [Int]) -> Double {
    CompensatedSum((1..<sums.count).lazy.map { Double(sums[$0]) / Double($0) }).value
  }

  /// Heads with at least one post.
  var count: Int { heads.reduce(0, +) }

  mutating func add(_ head: SlateHead, posts: PostColumns, members: MemberColumns) {
    heads[head.count] += 1
    relevance.add(head.gain / head.weight)
    count(categoriesOf: head)
    if let ideal = head.ideal {
      // A log may show what is worth more than the candidates that it names.
      let gain = max(ideal.gain, head.gain)
      pooledHeads += 1
      regret.add(gain - head.gain)
      if gain > 0 {
        gainRatio.add(head.gain / gain)
        gradedHeads += 1
      }
    }
    if keepsExtended { extend(with: head, posts, members) }
  }

  /// Counts each category on the head, leaving zeros.
  private mutating func count(categoriesOf head: SlateHead) {
    for index in 0..<head.count {
      let category = Int(head[index].category)
      pairsOfOneCategory[head.count] += 2 * Int(ofCategory[category])
      ofCategory[category] += 1
    }
    var entropy = 0.0
    for index in 0..<head.count {
      let category = Int(head[index].category)
      guard ofCategory[category] > 0 else { continue }
      if keepsExtended {
        categories += 1
        entropy += EntropyTerms.term(Int(ofCategory[category]), of: head.count)
      }
      ofCategory[category] = 0
    }
    if keepsExtended { effectiveCategories.add(effectiveNumber(entropy: entropy)) }
  }

  private mutating func extend(
    with head: SlateHead, _ posts: PostColumns, _ members: MemberColumns
  ) {
    let base = UInt64(groupTarget.count + 1)
    var pattern: UInt64 = 0
    var digit: UInt64 = 1
    var position = 1
    for index in 0..<head.count {
      let impression = head[index]
      let author = posts.origin[Int(impression.post)].author
      relevant[head.count] += impression.relevance >= NoveltyGain.relevantFrom ? 1 : 0
      var isNew = true
      for earlier in 0..<index
      where posts.origin[Int(head[earlier].post)].author == author { isNew = false }
      authors[head.count] += isNew ? 1 : 0
      while position < impression.position {
        digit &*= base
        position += 1
      }
      pattern &+= digit &* UInt64(members.group[Int(author)] + 1)
    }
    if base <= Self.largestBase { groupPatterns[pattern, default: 0] += 1 }
    if let ideal = head.ideal { compare(head, with: ideal, posts, members) }
  }

  private mutating func compare(
    _ head: SlateHead, with ideal: IdealSlate, _ posts: PostColumns, _ members: MemberColumns
  ) {
    let impressions = (0..<head.count).map { head[$0] }
    let freshness = impressions.reduce(0) {
      $0 + $1.weight * FreshnessGain.gain(ofAge: Double($1.age))
    }
    if max(ideal.freshness, freshness) > 0 {
      freshnessRatio.add(freshness / max(ideal.freshness, freshness))
      freshHeads += 1
    }
    let novelty = NoveltyGain.gain(
      of: impressions.lazy.map { (Int($0.position), Int($0.category), $0.relevance) })
    if max(ideal.novelty, novelty) > 0 {
      noveltyRatio.add(novelty / max(ideal.novelty, novelty))
      novelHeads += 1
    }
    for impression in impressions {
      let author = posts.origin[Int(impression.post)].author
      groupExposure[Int(members.group[Int(author)])].add(impression.weight)
    }
    for group in groupTarget.indices { groupTarget[group].add(ideal.groupExposure[group]) }
  }

  mutating func add(_ other: SlateTally) {
    for count in heads.indices {
      heads[count] += other.heads[count]
      pairsOfOneCategory[count] += other.pairsOfOneCategory[count]
      authors[count] += other.authors[count]
      relevant[count] += other.relevant[count]
    }
    relevance.add(other.relevance)
    gainRatio.add(other.gainRatio)
    gradedHeads += other.gradedHeads
    regret.add(other.regret)
    pooledHeads += other.pooledHeads
    freshnessRatio.add(other.freshnessRatio)
    freshHeads += other.freshHeads
    noveltyRatio.add(other.noveltyRatio)
    novelHeads += other.novelHeads
    for group in groupTarget.indices {
      groupExposure[group].add(other.groupExposure[group])
      groupTarget[group].add(other.groupTarget[group])
    }
    effectiveCategories.add(other.effectiveCategories)
    categories += other.categories
    groupPatterns.merge(other.groupPatterns, uniquingKeysWith: +)
  }
}

/// The terms −(c / n) ln(c / n) of the entropy of up to ten posts' categories.
private enum EntropyTerms {
  private static let terms: [Double] = (0...PositionDiscount.cutoff).flatMap { total in
    (0...PositionDiscount.cutoff).map { count in
      count > 0 && count <= total
        ? entropy(ofShares: [Double(count) / Double(total)]) : 0
    }
  }

  static func term(_ count: Int, of total: Int) -> Double {
    terms[total * (PositionDiscount.cutoff + 1) + count]
  }
}
