internal import PortableMath
internal import SocialFeed
internal import Stochastics

/// Components 8 and 19: what people do with an item that they look at.
///
/// Independent logits: P(action) = σ(b + v + U) with the member's readiness v; for a vote
/// P = σ(b + U + friend − fatigue · votes cast today). With *e* = exp(−U) the former is
/// 1 ÷ (1 + exp(−b) · exp(−v) · e), so that one exponential an item serves all of its actions.
package struct Actions: Sendable {
  /// exp(−intercept) of each action; infinite for one that nobody takes.
  let open: Double
  let like: Double
  let comment: Double
  let save: Double
  let vote: Double
  let undo: Double
  let voting: SocietyParameters.Voting
  private let stream: KeyedStream

  /// Solves the intercepts so that under a random ranker the mean rates per examined item are those
  /// asked for, over a sample of pairs of a viewer and somebody's post.
  ///
  /// - Parameters:
  ///   - disutility: exp(−U) of each pair of the sample.
  ///   - reluctance: exp(−v) of its viewer.
  init(
    _ parameters: SocietyParameters, _ stream: KeyedStream, disutility: [Double],
    reluctance: [Double]
  ) {
    self.stream = stream
    let rates = parameters.actions
    let acting = zip(disutility, reluctance).map { $0 * $1 }
    open = Self.solve(rates.open, over: acting)
    like = Self.solve(rates.like, over: acting)
    comment = Self.solve(rates.comment, over: acting)
    save = Self.solve(rates.save, over: acting)
    vote = Self.solve(rates.vote, over: disutility)
    undo = rates.undo
    voting = parameters.voting
  }

  /// Uniforms for opening, liking, commenting and saving: of a viewer, a post and the number of
  /// times that the viewer has looked at it before.
  @inline(__always)
  func draws(_ viewer: UInt32, _ post: PostTraits, repeats: Int) -> SIMD4<Double> {
    stream.uniforms(
      viewer, post.authorKey, post.occasion << 8 | UInt32(truncatingIfNeeded: min(repeats, 255)))
  }

  /// Whether a uniform says yes at odds of 1 : `against`.
  @inline(__always)
  package static func decides(_ uniform: Double, against: Double) -> Bool {
    uniform * (1 + against) < 1
  }

  /// The factor c for which the mean of 1 ÷ (1 + c · x) over the sample is the rate.
  package static func solve(_ rate: Double, over sample: [Double]) -> Double {
    guard rate > 0, !sample.isEmpty else { return .infinity }
    var (low, high) = (-60.0, 60.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let factor = Portable.exp(middle)
      let mean = sample.reduce(0) { $0 + 1 / (1 + factor * $1) } / Double(sample.count)
      if mean > rate { low = middle } else { high = middle }
    }
    return Portable.exp((low + high) / 2)
  }
}
