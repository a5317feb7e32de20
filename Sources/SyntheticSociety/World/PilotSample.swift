internal import PortableMath

/// The first looks at items in a pilot, thinned evenly to a few thousand.
struct PilotSample: Sendable {
  /// The worth of an item to a viewer, the viewer's readiness, and the effect of others' likes.
  private struct Look: Sendable {
    let utility: Double
    let readiness: Double
    let herding: Double

    func chances(_ behaviours: Behaviours, _ reluctance: SIMD4<Double>) -> SIMD4<Double> {
      behaviours.actions.decide(
        Actions.Situation(
          utility: utility, readiness: readiness, herding: herding, reluctance: reluctance))
    }
  }

  private var looks = ThinnedSequence<Look>(most: 16_384)
  private var entries = ThinnedSequence<Voting.Situation>(most: 8192)
  /// Likes of all posts.
  var likes = 0
  /// Utility beyond the viewers' interests in an average post.
  private var unexpected = (sum: 0.0, count: 0)

  init() {}

  var isEmpty: Bool { looks.elements.isEmpty }

  mutating func add(utility: Double, readiness: Double, herding: Double) {
    looks.add(Look(utility: utility, readiness: readiness, herding: herding))
  }

  mutating func add(_ entry: Voting.Situation) { entries.add(entry) }

  /// Counts the utility of so many items beyond the viewer's interests in average posts.
  mutating func add(unexpected sum: Double, of items: Int) {
    unexpected.sum += sum
    unexpected.count += items
  }
}

extension PilotSample {
  /// The intercepts that make the mean rates over this sample equal to the parameters.
  func solved(for parameters: SocietyParameters, _ behaviours: Behaviours) -> SolvedIntercepts {
    let rates = parameters.actions
    let looks = looks.elements
    let count = Double(max(looks.count, 1))
    let opening = Self.solve(SIMD4(repeating: rates.open)) { reluctance in
      SIMD4(
        repeating: looks.reduce(0) { $0 + $1.chances(behaviours, reluctance).x } / count)
    }
    let reluctance = SIMD4(repeating: Portable.exp(-opening.x))
    // What is liked, commented on or saved is opened, or not opened, which happens to a part as often.
    let weights = looks.map { look in
      let opens = look.chances(behaviours, reluctance).x
      return opens + rates.unopened * (1 - opens)
    }
    let acting = Self.solve(SIMD4(rates.open, rates.like, rates.comment, rates.save)) {
      reluctance in
      zip(looks, weights).reduce(SIMD4()) { sum, look in
        let chances = look.0.chances(behaviours, reluctance)
        return sum + chances * SIMD4(1, look.1, look.1, look.1)
      } / SIMD4(repeating: count)
    }
    let voting = Self.solve(SIMD4(repeating: rates.vote)) { reluctance in
      let sum = entries.elements.reduce(0) { sum, entry in
        sum + behaviours.voting.decide(entry.with(reluctance: reluctance.x))
      }
      return SIMD4(repeating: sum / Double(max(entries.elements.count, 1)))
    }
    var solved = SolvedIntercepts()
    (solved.open, solved.like, solved.comment) = (acting[0], acting[1], acting[2])
    (solved.save, solved.vote) = (acting[3], voting[0])
    if unexpected.count > 0 { solved.usualUtility = unexpected.sum / Double(unexpected.count) }
    return solved
  }

  /// The mean over the sample of the probability of a like, and of a vote.
  func meanRates(
    with solved: SolvedIntercepts, _ parameters: SocietyParameters, _ behaviours: Behaviours
  ) -> (like: Double, vote: Double) {
    let reluctance = solved.reluctance
    let likes = looks.elements.reduce(0) { sum, look in
      let chances = look.chances(behaviours, reluctance)
      return sum + chances.y * (chances.x + parameters.actions.unopened * (1 - chances.x))
    }
    let voteReluctance = Portable.exp(-solved.vote)
    let votes = entries.elements.reduce(0) {
      $0 + behaviours.voting.decide($1.with(reluctance: voteReluctance))
    }
    return (
      likes / Double(max(looks.elements.count, 1)), votes / Double(max(entries.elements.count, 1))
    )
  }

  /// The intercepts that give the wanted mean probabilities, which grow with them; −∞ for 0. By
  /// bisection over ±60, to 10⁻¹⁰.
  ///
  /// - Parameter mean: Of the exponentials of the negative intercepts.
  static func solve(
    _ wanted: SIMD4<Double>, mean: (SIMD4<Double>) -> SIMD4<Double>
  ) -> SIMD4<Double> {
    var (low, high) = (SIMD4(repeating: -60.0), SIMD4(repeating: 60.0))
    for _ in 0..<40 {
      let middle = (low + high) / 2
      let reluctance = SIMD4(
        Portable.exp(-middle.x), Portable.exp(-middle.y), Portable.exp(-middle.z),
        Portable.exp(-middle.w))
      let isTooHigh = mean(reluctance) .> wanted
      high.replace(with: middle, where: isTooHigh)
      low.replace(with: middle, where: .!isTooHigh)
    }
    return ((low + high) / 2).replacing(with: -.infinity, where: wanted .<= 0)
  }
}

extension Voting.Situation {
  fileprivate func with(reluctance: Double) -> Voting.Situation {
    Voting.Situation(
      utility: utility, herding: herding, isFriend: isFriend, votesToday: votesToday,
      reluctance: reluctance)
  }
}

/// The elements of a sequence of unknown length at equal steps, at most so many: when it is full,
/// every other element goes and the step doubles.
struct ThinnedSequence<Element: Sendable>: Sendable {
  private(set) var elements: [Element] = []
  private let most: Int
  private var step = 1
  private var seen = 0

  init(most: Int) { self.most = most }

  mutating func add(_ element: Element) {
    defer { seen += 1 }
    guard seen % step == 0 else { return }
    if elements.count == most {
      elements = stride(from: 0, to: most, by: 2).map { elements[$0] }
      step *= 2
      guard seen % step == 0 else { return }
    }
    elements.append(element)
  }
}
