internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// The intercepts of the actions' logits, solved so that the mean rates of first looks at the community's usual candidates
/// (`SocietyParameters.pool`) in random order equal the parameters.
///
/// They are solved in a **pilot**: a small community of the same parameters (2,000 members at most, 8 days) with feeds
/// in random order, as in the sources of the rates. It shows what utilities people meet there at first looks, with
/// satiation, friends' posts and herding; the intercept of an action is where its mean probability over those is the
/// rate wanted. A second pilot with these intercepts takes their effect on herding and satiation into account. The
/// pilot's draws depend only on the seed; all arms and worlds therefore share the intercepts.
///
/// Its people are a balanced sample, so that few of them stand for many (`TraitSource`), and all who post
/// post as much.
public struct SolvedIntercepts: Sendable, Hashable, Codable {
  /// Log odds at utility and readiness 0; −∞ for actions that never happen.
  public var open = -Double.infinity
  public var like = -Double.infinity
  public var comment = -Double.infinity
  public var save = -Double.infinity
  public var vote = -Double.infinity
  /// The mean utility of what is looked at, beyond what the viewer's interests in an average post
  /// bring: the norm of satisfaction.
  public var usualUtility = 0.0
  /// Likes a second that a member who posts receives: the norm of attention.
  public var usualLikes = 0.0
  /// Likes a viewer and votes a viewer of a sample of posts: what herding finds usual (`UsualCounts`).
  public var likeRates: [Double] = []
  public var voteRates: [Double] = []

  /// The intercepts of a community without actions.
  public init() {}

  /// exp(−b) of opening, liking, commenting and saving.
  var reluctance: SIMD4<Double> {
    SIMD4(
      Portable.exp(-open), Portable.exp(-like), Portable.exp(-comment), Portable.exp(-save))
  }
}

extension SolvedIntercepts {
  private static let pilotMembers = 2000.0
  private static let pilotDays = 8.0
  private static let rounds = 2

  /// Solves the intercepts for a world's community, its seed and its behaviours.
  ///
  /// - Complexity: Two small worlds, about 20,000 pages.
  public init(for run: WorldRun) {
    var pilot = WorldRun(
      parameters: run.parameters, arm: .random(pool: run.parameters.pool), seed: run.seed,
      world: .max)
    pilot.adjustBehaviours = run.adjustBehaviours
    let world = run.parameters.world
    pilot.parameters.world.members = min(world.members, Self.pilotMembers)
    pilot.parameters.world.days = min(world.days, Self.pilotDays)
    let strangers = Strangers(in: pilot)
    solve(from: strangers.sample, strangers, pilot)
    for _ in 0..<Self.rounds {
      guard var world = World(pilot, self, pilot: PilotSample(), sinks: [], while: { true }) else {
        preconditionFailure("nobody ended the pilot")
      }
      _ = world.run { _ in true }
      guard let sample = world.pilot, !sample.isEmpty else { return }
      solve(from: sample, strangers, pilot)
      let posters = world.people.count { $0.postRate > 0 }
      usualLikes = Double(sample.likes) / (Double(max(posters, 1)) * world.horizon)
    }
  }

  private mutating func solve(from sample: PilotSample, _ strangers: Strangers, _ run: WorldRun) {
    let behaviours = run.behaviours
    self = sample.solved(for: run.parameters, behaviours)
    let rates = strangers.viewersOfPosts.map {
      $0.meanRates(with: self, run.parameters, behaviours)
    }
    likeRates = Self.scaled(rates.map(\.like), to: run.parameters.actions.like)
    voteRates = Self.scaled(rates.map(\.vote), to: run.parameters.actions.vote)
  }

  /// Rates in the same proportions, with the mean that is known: strangers' posts differ from the pilot's,
  /// and entries from other posts.
  private static func scaled(_ rates: [Double], to mean: Double) -> [Double] {
    let sum = rates.reduce(0, +)
    return sum > 0 ? rates.map { $0 * mean * Double(rates.count) / sum } : rates
  }
}

/// Viewers and strangers' posts, as a random ranker would make them meet in a community without history: viewers by
/// session rate, in layers, and posts by people drawn by posting rate.
private struct Strangers {
  private static let pairs = 4096
  private static let posts = 32
  private static let viewersOfPost = 64

  /// Pairs of a viewer and a post.
  private(set) var sample = PilotSample()
  /// A sample of posts, each with many viewers.
  private(set) var viewersOfPosts: [PilotSample] = []

  init(in run: WorldRun) {
    let (parameters, behaviours) = (run.parameters, run.behaviours)
    let streams = SocietyStreams(seed: run.seed, world: run.world)
    let size = Int(parameters.world.members)
    let source = TraitSource(parameters, streams, behaviours, balanced: size)
    let members = (0..<size).map { source.member(.initial($0)) }
    var latent = LatentColumns(parameters, behaviours, tasteStream: streams.taste)
    for member in members { source.appendViewerTaste(of: member.key, to: &latent.taste) }
    let viewers = DiscreteDistribution(weights: Self.weights(members.map(\.sessionRate)))
    let authors = DiscreteDistribution(weights: Self.weights(members.map(\.postRate)))
    func post(_ number: Int, _ uniform: Double) -> PostTraits {
      source.post(by: members[authors.quantile(uniform)], opportunity: .max - UInt32(number))
    }
    func meet(_ post: PostTraits, _ uniform: Double, in sample: inout PilotSample) {
      let viewer = viewers.quantile(uniform)
      let utility = latent.baseUtility(
        of: post, for: MemberID(viewer), key: members[viewer].key.rawValue, isFriend: false,
        freshness: 0)
      sample.add(utility: utility, readiness: Double(members[viewer].readiness), herding: 0)
      sample.add(
        Voting.Situation(
          utility: utility, herding: 0, isFriend: false, votesToday: 0, reluctance: 1))
    }
    for number in 0..<Self.pairs {
      let uniforms = streams.calibration.uniforms(UInt32(number), 0)
      meet(
        post(number, uniforms[1]), (Double(number) + uniforms[0]) / Double(Self.pairs),
        in: &sample)
    }
    for number in 0..<Self.posts {
      let uniform = streams.calibration.uniforms(UInt32(number), 1)[0]
      let post = post(Self.pairs + number, (Double(number) + uniform) / Double(Self.posts))
      var sample = PilotSample()
      for viewer in 0..<Self.viewersOfPost {
        let uniform = streams.calibration.uniforms(UInt32(number), 2, UInt32(viewer))[0]
        meet(post, (Double(viewer) + uniform) / Double(Self.viewersOfPost), in: &sample)
      }
      viewersOfPosts.append(sample)
    }
  }

  /// Weights of members by rate; equal ones where all rates are 0.
  private static func weights(_ rates: [Float]) -> [Double] {
    rates.contains { $0 > 0 } ? rates.map(Double.init) : rates.map { _ in 1 }
  }
}
