/// Something in a formula that its author hardly means, found without a simulation.
public enum FormulaRemark: Hashable, Sendable {
  /// The score is one number for all posts of a page.
  case constant
  /// An unseen post has no score: the part that is no number.
  case newPost(part: String)
  /// A condition that always or never holds, in the formula's text.
  case condition(String, column: Int, holds: Bool)
  /// A weight whose value changes no order.
  case idleWeight(String)
  /// Of two posts that are alike in everything else the older one stands first: in all posts, or in one such as `likes = 0`.
  case olderFirst(at: String?)
}

extension FormulaRemark: CustomStringConvertible {
  public var description: String {
    switch self {
    case .constant:
      "the score is the same for all posts of a page, so the newest post stands first"
    case .newPost(let part):
      "an unseen post has no score: \(part); guard that part, or write the score of such posts as 'else'"
    case .condition(let text, let column, let holds):
      "the condition \(text), column \(column), \(holds ? "always" : "never") holds"
    case .idleWeight(let name): "the weight \(name) changes no order"
    case .olderFirst(let example?):
      "at \(example) the score rises with the age, so the older of two such posts stands first"
    case .olderFirst(nil):
      "the score rises with the age, so the older of two posts that are otherwise alike stands first"
    }
  }
}

extension ScoreFormula {
  /// What is odd in the formula, from its values for some thousand made-up posts.
  ///
  /// Features have values from their ranges and from around the numbers of the formula. A condition over up to three
  /// features is tried for all their combinations; one over more features for 4,000, so that a rare one may be missed.
  ///
  /// - Complexity: 720 evaluations, 1,440 for each weight, and up to 4,000 for each condition: tens of milliseconds for a
  ///   long formula.
  public var remarks: [FormulaRemark] { FormulaReview(self).remarks }
}

/// Tries a formula for made-up posts.
private struct FormulaReview {
  private typealias Post = [Double]

  private let formula: ScoreFormula
  private let tree: FormulaTree
  private let root: Int
  /// The features that the formula reads, in the order of all features.
  private let features: [RankerFeature]
  /// The values that each feature is tried with, by its number.
  private var values: [[Double]]

  /// Pages of so many posts each, with one viewer.
  private static let pages = 12, posts = 60
  private static let mostCases = 4000

  init(_ formula: ScoreFormula) {
    self.formula = formula
    var parser = FormulaParser(formula.text, weights: formula.weights)
    root = parser.parse()
    tree = parser.tree
    let read = formula.features
    features = RankerFeature.allCases.filter(read.contains)
    let numbers = parser.tree.nodes.compactMap { node -> Double? in
      if case .number(let value) = node, value.isFinite { value } else { nil }
    }
    values = RankerFeature.allCases.map { $0.samples(around: numbers) }
  }

  var remarks: [FormulaRemark] {
    guard !features.isEmpty else {
      return tree.nodes.contains { if case .noise = $0 { true } else { false } } ? [] : [.constant]
    }
    var remarks: [FormulaRemark] = []
    let pages = (0..<Self.pages).map(page)
    let scores = pages.map { $0.map { score($0, formula) } }
    if scores.allSatisfy({ page in page.allSatisfy { $0 == page[0] || $0.isNaN } }) {
      remarks.append(.constant)
    }
    if let part = newPostWithoutScore { remarks.append(.newPost(part: part)) }
    remarks += conditions
    if remarks.first != .constant {
      remarks += formula.weights.keys.sorted().filter { isIdle($0, pages, scores) }.map {
        .idleWeight($0)
      }
    }
    return remarks + [olderFirst].compactMap(\.self)
  }

  // MARK: Posts

  /// A uniform whole number below a bound, from two numbers.
  private static func draw(_ seed: Int, _ index: Int, below bound: Int) -> Int {
    Int(KeyedNoise.mix(UInt64(seed) << 32 | UInt64(index)) % UInt64(bound))
  }

  private func page(_ number: Int) -> [Post] {
    (0..<Self.posts).map { index in
      RankerFeature.allCases.map { feature in
        let choices = values[Int(feature.rawValue)]
        let row = feature.isOfViewer ? number * Self.posts : number * Self.posts + index
        return choices[Self.draw(Int(feature.rawValue), row, below: choices.count)]
      }
    }
  }

  /// A post that was published now, and is unseen.
  private var newPost: Post {
    RankerFeature.allCases.map { feature in
      switch feature {
      case .hoursSinceSeen: RankerFeature.hoursSinceNever
      case .ageHours: 0.5
      case .hourOfDay: 12
      case .sessionsLastWeek: 1
      default: 0
      }
    }
  }

  private func nodeValues(_ post: Post) -> [Double] {
    tree.values(feature: { post[Int($0.rawValue)] }, noise: { _ in 0.5 })
  }

  private func score(_ post: Post, _ formula: ScoreFormula) -> Double {
    let score = nodeValues(post)[root]
    return score.isNaN ? formula.otherwise ?? .nan : score
  }

  // MARK: Remarks

  private var newPostWithoutScore: String? {
    let post = newPost
    guard formula.otherwise == nil, score(post, formula).isNaN else { return nil }
    return formula.reason(feature: { post[Int($0.rawValue)] }, noise: { _ in 0.5 })
  }

  private var conditions: [FormulaRemark] {
    var remarks: [FormulaRemark] = []
    for node in tree.nodes {
      guard case .operation(.choose, let operands) = node,
        let columns = tree.columns(of: operands[0])
      else { continue }
      let condition = operands[0]
      let read = tree.features(of: condition)
      let found = Set(
        cases(of: read).map { FormulaOperation.holds(nodeValues($0)[condition]) })
      guard found.count == 1, let holds = found.first, !read.isEmpty else { continue }
      remarks.append(
        .condition(formula.part(columns), column: columns.lowerBound, holds: holds))
    }
    return remarks
  }

  /// All combinations of the values of a few features, or some of them.
  private func cases(of read: [RankerFeature]) -> [Post] {
    let counts = read.map { values[Int($0.rawValue)].count }
    let all = counts.reduce(1) { min($0 * $1, Self.mostCases + 1) }
    return (0..<min(all, Self.mostCases)).map { number in
      var (post, rest) = (newPost, number)
      for (feature, count) in zip(read, counts) {
        let choice =
          all > Self.mostCases
          ? Self.draw(Int(feature.rawValue), number, below: count) : rest % count
        rest /= count
        post[Int(feature.rawValue)] = values[Int(feature.rawValue)][choice]
      }
      return post
    }
  }

  private func isIdle(_ weight: String, _ pages: [[Post]], _ scores: [[Double]]) -> Bool {
    let value = formula.weights[weight] ?? 0
    for other in value == 0 ? [1, -1] : [2 * value, value / 2] {
      let changed = FormulaReview(formula.setting(weight, to: other))
      for (page, scores) in zip(pages, scores) {
        let others = page.map { changed.score($0, changed.formula) }
        if Self.order(of: scores) != Self.order(of: others) { return false }
      }
    }
    return true
  }

  private static func order(of scores: [Double]) -> [Int] {
    let keys = scores.map { $0.isNaN ? -Double.infinity : $0 }
    return keys.indices.sorted { keys[$0] == keys[$1] ? $0 > $1 : keys[$0] > keys[$1] }
  }

  private var olderFirst: FormulaRemark? {
    guard features.contains(.ageHours) else { return nil }
    let age = Int(RankerFeature.ageHours.rawValue)
    let posts = [newPost] + (0..<Self.pages).flatMap(page)
    var (rising, falling): (Post?, Bool) = (nil, false)
    for var post in posts {
      let scores = values[age].sorted().map { hours in
        post[age] = hours
        return score(post, formula)
      }
      guard !scores.contains(where: \.isNaN) else { continue }
      let steps = zip(scores, scores.dropFirst())
      if steps.contains(where: { $0 > $1 }) {
        falling = true
      } else if rising == nil, steps.contains(where: { $0 < $1 }) {
        rising = post
      }
    }
    guard let rising else { return nil }
    let others = features.filter { $0 != .ageHours }
    guard falling, !others.isEmpty else { return .olderFirst(at: nil) }
    return .olderFirst(
      at: others.prefix(3).map { "\($0.name) = \(FormulaTree.text(rising[Int($0.rawValue)]))" }
        .joined(separator: ", "))
  }
}

extension RankerFeature {
  /// Whether it is the same for all posts of a page.
  fileprivate var isOfViewer: Bool {
    switch self {
    case .hourOfDay, .sessionDepth, .sessionsLastWeek: true
    default: false
    }
  }

  /// Values in its range: usual ones, and those around the numbers of a formula.
  fileprivate func samples(around numbers: [Double]) -> [Double] {
    let (usual, range): ([Double], ClosedRange<Double>) =
      switch self {
      case .isFriend, .isFollowee: ([0, 1], 0...1)
      case .affinityShare, .categoryShare: ([0, 0.1, 0.3, 0.6, 1], 0...1)
      case .category: ([-1, 0, 1, 2, 3, 4, 5, 6, 7], -1...255)
      case .hourOfDay: ([0, 6, 12, 18, 23.5], 0...24)
      case .ageHours: ([0, 0.5, 2, 8, 24, 72, 240], 0...1e6)
      case .hoursSinceSeen: ([0, 1, 8, 24, 100, Self.hoursSinceNever], 0...1e6)
      case .opensPerLook, .likesPerLook: ([0, 0.01, 0.05, 0.2, 0.6], 0...1e6)
      case .affinity: ([0, 0.5, 2, 10, 100], 0...1e6)
      default: ([0, 1, 2, 5, 20, 100, 1000, 1e5], 0...1e9)
      }
    if usual.count == 2 { return usual }
    let isWhole =
      ![.ageHours, .hoursSinceSeen, .hourOfDay, .affinity].contains(self) && range.upperBound > 1
      && self != .opensPerLook && self != .likesPerLook
    let near = numbers.flatMap { number in
      isWhole
        ? [number.rounded(.down), number.rounded(.down) + 1, number.rounded(.up) - 1]
        : [number, number * 0.999, number * 1.001]
    }
    return Array(Set((usual + near).filter(range.contains))).sorted().filter {
      self != .hourOfDay || $0 < 24
    }
  }
}
