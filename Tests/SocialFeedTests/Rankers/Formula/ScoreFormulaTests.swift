import PortableMath
import SocialFeed
import TestSupport
import Testing

@Suite struct ScoreFormulaTests {
  // MARK: Slow and obvious

  /// An expression as a tree, to be written as text and to be worked out candidate by candidate.
  private indirect enum Expression {
    case number(Double)
    case feature(RankerFeature)
    case weight
    case unary(String, Expression)
    case binary(String, Expression, Expression)
    case function(String, [Expression])
    case uniform(Expression, Expression)

    static let unaries = ["log", "log2", "log10", "exp", "exp2", "sqrt", "abs", "floor", "tanh"]
    static let binaries = ["+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", "and", "or"]

    static func random(depth: Int, _ generator: inout SeededGenerator) -> Expression {
      let choice = depth == 0 ? Int.random(in: 0..<3, using: &generator) : Int(generator.unit() * 9)
      func next() -> Expression { random(depth: depth - 1, &generator) }
      switch choice {
      case 0: return .number(Double(Int.random(in: 0...40, using: &generator)) / 4)
      case 1: return .feature(RankerFeature.allCases.randomElement(using: &generator)!)
      case 2: return .weight
      case 3: return .unary(generator.unit() < 0.5 ? "-" : "not ", next())
      case 4: return .function(unaries.randomElement(using: &generator)!, [next()])
      case 5:
        return .function(
          ["min", "max"].randomElement(using: &generator)!, [next(), next(), next()])
      case 6:
        let name = ["if", "clamp", "pow"].randomElement(using: &generator)!
        return .function(name, (0..<(name == "pow" ? 2 : 3)).map { _ in next() })
      case 7: return .uniform(next(), next())
      default: return .binary(binaries.randomElement(using: &generator)!, next(), next())
      }
    }

    var text: String {
      switch self {
      case .number(let value): "\(value)"
      case .feature(let feature): feature.name
      case .weight: "w"
      case .unary(let sign, let x): "(\(sign)\(x.text))"
      case .binary(let symbol, let x, let y): "(\(x.text) \(symbol) \(y.text))"
      case .function(let name, let x): "\(name)(\(x.map(\.text).joined(separator: ", ")))"
      case .uniform(let x, let y): "uniform(\(x.text), \(y.text))"
      }
    }

    var usesWeight: Bool {
      switch self {
      case .number, .feature: false
      case .weight: true
      case .unary(_, let x): x.usesWeight
      case .binary(_, let x, let y), .uniform(let x, let y): x.usesWeight || y.usesWeight
      case .function(_, let x): x.contains(where: \.usesWeight)
      }
    }

    /// - Parameter occurrence: Of the next uniform number; they are counted in order of their names'
    ///   closing parentheses.
    func value(
      _ feature: (RankerFeature) -> Double, weight: Double, occurrence: inout UInt32,
      noise: (UInt32) -> Double
    ) -> Double {
      func value(_ x: Expression) -> Double {
        x.value(feature, weight: weight, occurrence: &occurrence, noise: noise)
      }
      switch self {
      case .number(let number): return number
      case .feature(let column): return feature(column)
      case .weight: return weight
      case .unary("-", let x): return -value(x)
      case .unary(_, let x): return Self.holds(value(x)) ? 0 : 1
      case .binary(let symbol, let x, let y): return Self.apply(symbol, value(x), value(y))
      case .function(let name, let x): return Self.apply(name, x.map(value))
      case .uniform(let x, let y):
        let (low, high) = (value(x), value(y))
        let uniform = noise(occurrence)
        occurrence += 1
        return low + (high - low) * uniform
      }
    }

    private static func holds(_ x: Double) -> Bool { x != 0 && !x.isNaN }

    private static func apply(_ symbol: String, _ x: Double, _ y: Double) -> Double {
      switch symbol {
      case "+": x + y
      case "-": x - y
      case "*": x * y
      case "/": x / y
      case "^": Portable.pow(x, y)
      case "<": x < y ? 1 : 0
      case "<=": x <= y ? 1 : 0
      case ">": x > y ? 1 : 0
      case ">=": x >= y ? 1 : 0
      case "==": x == y ? 1 : 0
      case "and": holds(x) && holds(y) ? 1 : 0
      case "or": holds(x) || holds(y) ? 1 : 0
      default: x != y ? 1 : 0
      }
    }

    private static func apply(_ name: String, _ x: [Double]) -> Double {
      func lesser(_ x: Double, _ y: Double) -> Double {
        x.isNaN || y.isNaN ? .nan : x < y ? x : y
      }
      func greater(_ x: Double, _ y: Double) -> Double {
        x.isNaN || y.isNaN ? .nan : x > y ? x : y
      }
      switch name {
      case "log": return Portable.log(x[0])
      case "log2": return Portable.log2(x[0])
      case "log10": return Portable.log10(x[0])
      case "exp": return Portable.exp(x[0])
      case "exp2": return Portable.exp2(x[0])
      case "sqrt": return x[0].squareRoot()
      case "abs": return x[0].magnitude
      case "floor": return x[0].rounded(.down)
      case "tanh": return Portable.tanh(x[0])
      case "pow": return Portable.pow(x[0], x[1])
      case "min": return x.dropFirst().reduce(x[0], lesser)
      case "max": return x.dropFirst().reduce(x[0], greater)
      case "clamp": return lesser(greater(x[0], x[1]), x[2])
      default: return holds(x[0]) ? x[1] : x[2]
      }
    }
  }

  @Test func `random formulas give what walking their tree gives, bit by bit`() throws {
    // More than a block of candidates, and no whole number of blocks.
    let ground = try FormulaGround(posts: 300)
    let candidates = ground.candidates()
    var generator = SeededGenerator(seed: 4)
    var finite = 0
    for round in 0..<300 {
      let expression = Expression.random(depth: 1 + round % 5, &generator)
      let weights = expression.usesWeight ? ["w": 1.75] : [:]
      let found = try ground.scores(expression.text, weights: weights)
      for index in 0..<300 {
        var occurrence: UInt32 = 0
        let noise = { (number: UInt32) in
          ground.noise.value(
            viewer: member(0), post: ground.posts[index], refresh: 5, occurrence: number)
        }
        let value = expression.value(
          { candidates[$0][index] }, weight: 1.75, occurrence: &occurrence, noise: noise)
        if value.isFinite { finite += 1 }
        // Of a zero's sign min and max may keep either.
        guard found[index] == value || found[index].isNaN && value.isNaN else {
          Issue.record("\(expression.text) gives \(found[index]), not \(value), at \(index)")
          return
        }
      }
    }
    #expect(finite > 3000)
  }

  // MARK: By hand

  @Test func `the formula of a contest's score gives the contest's score`() throws {
    let ground = try FormulaGround(posts: 30)
    let text = "w_votes * votes + max(0, 10 - 0.1 * age_hours) + uniform(0, 5)"
    let scores = try ground.scores(text, weights: ["w_votes": 3])
    let candidates = ground.candidates()
    for index in 0..<30 {
      let base = ContestScoreRanker().base(
        votes: Int(candidates[.votes][index]), ageHours: candidates[.ageHours][index])
      let noise = ground.noise.value(viewer: member(0), post: PostID(index), refresh: 5)
      expectEqual(scores[index], base + 5 * noise)
    }
  }

  @Test func `every uniform of a text draws a number of its own, again at the next refresh`() throws
  {
    let ground = try FormulaGround(posts: 200)
    let two = try ground.scores("uniform(0, 1) - uniform(0, 1)")
    #expect(!two.contains(0))
    expectEqual(two, (try ground.scores("uniform(0, 1) - uniform(0, 1)")))
    for (index, difference) in two.enumerated() {
      let (one, other) = (
        ground.noise.value(viewer: member(0), post: PostID(index), refresh: 5, occurrence: 0),
        ground.noise.value(viewer: member(0), post: PostID(index), refresh: 5, occurrence: 1)
      )
      expectEqual(difference, one - other)
    }
  }

  @Test func `what is too large is infinite, and what is no number has the score of else`() throws {
    let ground = try FormulaGround(posts: 2)
    let candidates = ground.candidates()
    func scores(_ text: String, otherwise: Double? = nil) throws -> [Double] {
      let formula = try ScoreFormula(text, otherwise: otherwise)
      var scores = [0.0, 0]
      var span = scores.mutableSpan
      formula.score(candidates, into: &span)
      return scores
    }
    try expectEqual(scores("1 / (likes - likes)"), [.infinity, .infinity])
    try expectEqual(scores("log(likes - likes)"), [-.infinity, -.infinity])
    try expectEqual(scores("(1 + likes) * 1e308 * 1e308", otherwise: 7), [.infinity, .infinity])
    for text in ["0 / (likes - likes)", "log(-1 - likes)", "0 / 0"] {
      #expect(try scores(text).allSatisfy(\.isNaN), "\(text)")
      try expectEqual(scores(text, otherwise: -3), [-3, -3])
    }
    #expect(try ScoreFormula("likes") != ScoreFormula("likes", otherwise: 0))
  }

  @Test func `no candidates have no scores`() throws {
    let ground = try FormulaGround(posts: 0)
    try expectEqual(ground.scores("likes + uniform(0, 1)"), [])
  }

  @Test func `a formula reads the features that count, and no others`() throws {
    try expectEqual(ScoreFormula("likes + 0 * views").features, [.likes, .views])
    try expectEqual(ScoreFormula("if(1 > 2, likes, saves)").features, [.saves])
    try expectEqual(ScoreFormula("3").features, [])
    for feature in RankerFeature.allCases {
      try expectEqual(ScoreFormula(feature.name).features, FeatureSet([feature]))
    }
  }

  @Test func `constants are drawn into one number without changing it`() throws {
    let ground = try FormulaGround(posts: 1)
    try expectEqual(ground.value("0.1 + 0.2"), 0.1 + 0.2)
    try expectEqual(ground.value("log10(1000) * w", weights: ["w": 2]), 6)
  }

  /// Posts 0 to 5 by member 1: nobody likes posts 0, 1, 3 and 5, one member likes post 2 and two like post 4.
  private func likedPosts() throws -> Community {
    var community = Community(members: 4)
    for number in 0..<6 {
      try community.publish(author: member(1), category: category(0), now: Double(number))
    }
    try community.like(PostID(2), by: member(2), now: 6)
    try community.like(PostID(4), by: member(2), now: 6)
    try community.like(PostID(4), by: member(3), now: 6)
    return community
  }

  private let request = FeedRequest(member(0), .home, now: 7, pageSize: 2)

  @Test(arguments: [
    // log2 of the likes: 0 for post 2, 1 for post 4, −∞ for the others.
    ("log2(likes)", nil, [4, 2, 5, 3, 1, 0]),
    // 1 for post 2, 0.5 for post 4, +∞ for the others.
    ("1 / likes", nil, [5, 3, 1, 0, 2, 4]),
    // 1 for posts 2 and 4; 0 / 0 for the others.
    ("likes / likes", 2, [5, 3, 1, 0, 4, 2]), ("likes / likes", 0, [4, 2, 5, 3, 1, 0]),
  ])
  func `infinity is first or last, and no number stands where else has it`(
    text: String, otherwise: Double?, expected: [Int]
  ) throws {
    let ranker = FormulaRanker(try ScoreFormula(text, otherwise: otherwise))
    try expectEqual(likedPosts().walk(request, by: ranker), expected.map { PostID($0) })
  }

  @Test func `a post without a score fails the page, with the part of the formula`() throws {
    let cases = [
      ("likes/looks", [:], "likes/looks, column 1 of the formula, is 0 / 0"),
      (
        "1 + sqrt( w - likes )", ["w": -1.5],
        "sqrt( w - likes ), column 5 of the formula, is sqrt(-1.5)"
      ),
      (
        "max(1, if(likes > 5, 2, log10(0 - 1 - likes)), 3)", [:],
        "log10(0 - 1 - likes), column 25 of the formula, is log10(-1)"
      ),
      (
        "exp(1000 + likes) - exp(1000)", [:],
        "exp(1000 + likes) - exp(1000), column 1 of the formula, is ∞ - ∞"
      ),
      ("(likes - 2) ^ 0.5 * 2", [:], "(likes - 2) ^ 0.5, column 1 of the formula, is (-2) ^ 0.5"),
      ("0 / 0", [:], "0 / 0, column 1 of the formula, is no number"),
    ]
    let community = try likedPosts()
    let found = try cases.map { text, weights, _ in
      let inner = FormulaRanker(try ScoreFormula(text, weights: weights))
      let rankers: [any Ranker] = [inner, DiversityRanker(of: inner)]
      return Set(rankers.map { community.page(request, by: $0).failure?.message ?? "none" })
    }
    expectEqual(
      found,
      cases.map {
        [
          "the ranker 'formula' gave post 5 a score that is no number, candidate 1 of 6: \($0.2);"
            + " guard that part, as in x / max(y, 1), or write the score of such posts as 'else'"
        ]
      })
  }

  @Test func `a page after one that failed is sound`() throws {
    let community = try likedPosts()
    var page = FeedPage()
    try community.fill(&page, for: request, by: FormulaRanker(ScoreFormula("likes / looks")))
    #expect(page.failure != nil)
    try community.fill(&page, for: request, by: FormulaRanker(ScoreFormula("likes")))
    expectEqual(page.failure, nil)
  }
}
