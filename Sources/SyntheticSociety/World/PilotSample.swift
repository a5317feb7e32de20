internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// The items examined in a pilot, thinned evenly to a few thousand.
struct PilotSample: Sendable {
  /// The inclination of a viewer to an item, and what others' likes added.
  private struct Look: Sendable {
    let inclination: Double
    let herding: Double
  }

  private var looks = ThinnedSequence<Look>(most: 8192)
  private var entries = ThinnedSequence<Voting.Situation>(most: 8192)
  /// Utility beyond the viewers' interests in an average post.
  private var unexpected = (sum: 0.0, count: 0)

  init() {}

  var isEmpty: Bool { looks.elements.isEmpty }

  mutating func add(inclination: Double, herding: Double) {
    looks.add(Look(inclination: inclination, herding: herding))
  }

  mutating func add(_ entry: Voting.Situation) { entries.add(entry) }

  /// Counts the utility of so many items beyond the viewer's interests in average posts.
  mutating func add(unexpected sum: Double, of items: Int) {
    unexpected.sum += sum
    unexpected.count += items
  }
}

extension PilotSample {
  /// 4,096 pairs of a viewer and a stranger's post, as a random ranker would make them meet in a
  /// society in which nothing has happened: viewers by session rate, in layers, and posts by people
  /// drawn by posting rate.
  init(strangersIn run: WorldRun) {
    let size = 4096
    let (parameters, behaviours) = (run.parameters, run.behaviours)
    let streams = SocietyStreams(seed: run.seed, world: run.world)
    let source = TraitSource(parameters, streams, behaviours)
    let members = (0..<Int(parameters.world.members)).map { source.member(.initial($0)) }
    var latent = LatentColumns(
      parameters, behaviours.utility, tasteStream: streams.taste)
    for member in members { source.appendViewerTaste(of: member.key, to: &latent.taste) }
    let viewers = DiscreteDistribution(weights: Self.weights(members.map(\.sessionRate)))
    let authors = DiscreteDistribution(weights: Self.weights(members.map(\.postRate)))
    for number in 0..<size {
      let uniforms = streams.calibration.uniforms(UInt32(number), 0)
      let viewer = viewers.quantile((Double(number) + uniforms[0]) / Double(size))
      let author = members[authors.quantile(uniforms[1])]
      let utility = latent.baseUtility(
        of: source.post(by: author, opportunity: .max - UInt32(number)), for: MemberID(viewer),
        key: members[viewer].key.rawValue, isFriend: false)
      add(inclination: utility + Double(members[viewer].readiness), herding: 0)
      add(
        Voting.Situation(
          utility: utility, herding: 0, isFriend: false, votesToday: 0, reluctance: 1))
    }
  }

  /// Weights of members by rate; equal ones where nobody has any.
  private static func weights(_ rates: [Float]) -> [Double] {
    rates.contains { $0 > 0 } ? rates.map(Double.init) : rates.map { _ in 1 }
  }

  /// The intercepts at which the mean rates over this sample are those of the parameters.
  func solved(for parameters: SocietyParameters, _ behaviours: Behaviours) -> SolvedIntercepts {
    let rates = parameters.actions
    let wanted = SIMD4(rates.open, rates.like, rates.comment, rates.save)
    let count = SIMD4(repeating: Double(max(looks.elements.count, 1)))
    let acting = Self.solve(wanted) { reluctance in
      looks.elements.reduce(SIMD4()) { sum, look in
        sum
          + behaviours.actions.decide(
            Actions.Situation(
              inclination: look.inclination, herding: look.herding, reluctance: reluctance))
      } / count
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

  /// The intercepts at which mean probabilities that grow with them are those wanted; −∞ for 0. By
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
