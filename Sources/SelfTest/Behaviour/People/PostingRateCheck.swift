internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B11: how much members post, at once and because of attention.
///
/// Without likes attention is 0 and a member of the rate ρ makes a Poisson number of uploads
/// with the mean ρ · time ÷ *m*, *m* the mean of the power law of batches: all uploads ÷ Σ ρ · time ÷ *m* are 1
/// ± 1 ÷ √mean, and (*n* − λ)² ÷ λ is 1 on average, with the variance 2 + 1 ÷ λ each. The mean size of the
/// uploads is *m*, and the share of single ones is the power law's.
///
/// Where people like, the posts of each hour are compared with ρ (1 + *f* tanh *a*), *a* the attention at the
/// hour's beginning: likes received, half of them forgotten after the half-life, ÷ what three likes a day amount
/// to, the usual number of this run; at the start a member has as much as its rate ÷ the mean. The factor is 1
/// without attention, and about 1 + *f* · tanh(4) = 1.5 above 3.
///
/// Wrong rules that it catches: batches that multiply the posts, uploads at even distances, batches of
/// another law, no feedback, feedback without bound, attention that is relative to others' or not
/// forgotten.
struct PostingRateCheck: SelfCheck {
  let id = "B11"
  let suites = [SelfTestSuite.behaviour]
  let source = "thinned Poisson process, power law of batches"
  let seconds = 6.0

  func findings(_ setting: SelfTestSetting) -> [Finding] { unseen(setting) + seen(setting) }

  // MARK: Without attention

  private func unseen(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 12_000, atLeast: 1000)
    var parameters = SocietyParameters.quiet(members: members.count, days: 56)
    parameters.posting.feedback = SocietyParameters().posting.feedback
    parameters.posting.share = 1
    parameters.posting.historyDays = 0
    parameters.switchOffInitialTies()
    parameters.sessions.mean = 0.001
    let run = WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(25))
    let uploads = UploadSink()
    run.observed(by: [uploads])
    let sizes = DiscreteDistribution.powerLaw(
      exponent: parameters.posting.batchExponent, in: 1...Int(parameters.posting.largestBatch))
    let means = run.initialPeople.map {
      Double($0.postRate) * parameters.world.days * 86_400 / sizes.mean
    }
    let size = "\(members.count.grouped) members, 8 weeks"
    let count = "\(uploads.sizes.count.grouped) uploads"
    return [
      Finding(
        "uploads ÷ Σ rate · time ÷ mean batch", size: size, count: uploads.sizes.count,
        ofMean: means.reduce(0, +)),
      Self.dispersion(uploads.byAuthor(members.count), means, size: size),
      Finding(
        "posts that are uploaded at once: mean", size: count, expect: sizes.mean,
        meanOf: Summary(uploads.sizes.map(Double.init))),
      Finding(
        "uploads of a single post", size: count, expectShare: sizes.probability(of: 1),
        successes: uploads.sizes.count { $0 == 1 }, of: uploads.sizes.count),
    ]
  }

  /// Of members with half an expected upload or more.
  private static func dispersion(_ counts: [Int], _ means: [Double], size: String) -> Finding {
    let pairs = zip(counts, means).filter { $0.1 >= 0.5 }
    let n = Double(pairs.count)
    let sum = pairs.reduce(0) {
      $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) / $1.1
    }
    let variance = pairs.reduce(0) { $0 + 2 + 1 / $1.1 }
    return Finding(
      "uploads of a member: variance ÷ mean", size: size, expect: 1, observed: sum / n,
      standardError: variance.squareRoot() / n)
  }

  // MARK: With attention

  private func seen(_ setting: SelfTestSetting) -> [Finding] {
    let days = setting.sample(of: 56, atLeast: 14)
    var parameters = SocietyParameters.quiet(members: 4000, days: Double(days.count))
    parameters.posting.feedback = SocietyParameters().posting.feedback
    parameters.posting.share = 0.5
    parameters.posting.largestBatch = 1
    parameters.switchOffInitialTies()
    parameters.fixScrolling(at: 8)
    // The rate is the same at all hours.
    parameters.sessions.hours = Array(repeating: 1.0 / 24, count: 24)
    parameters.sessions.weekdays = Array(repeating: 1, count: 7)
    var intercepts = SolvedIntercepts.chances(open: 0.3, like: 0.3)
    intercepts.usualLikes = 3 / 86_400
    let run = WorldRun(inRandomOrder: parameters, intercepts, seed: setting.seed(26))
    let attention = AttentionSink(run)
    run.observed(by: [attention])
    return [
      attention.unseen.finding("posts ÷ Σ rate · time, attention below 0.1"),
      attention.famous.finding("posts ÷ Σ rate · time, attention above 3"),
    ]
  }
}

/// Collects uploads: posts of one author at one instant.
private final class UploadSink: ObservationSink {
  private(set) var sizes: [Int] = []
  private var authors: [Int] = []
  private var time = -Double.infinity

  func observe(_ post: PostObservation) {
    if authors.last == post.author.index && post.createdAt == time {
      sizes[sizes.count - 1] += 1
    } else {
      sizes.append(1)
      authors.append(post.author.index)
    }
    time = post.createdAt
  }

  func byAuthor(_ members: Int) -> [Int] {
    var counts = Array(repeating: 0, count: members)
    for author in authors { counts[author] += 1 }
    return counts
  }
}
