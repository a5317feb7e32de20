internal import PortableMath

/// How much people post, with feedback from attention.
///
/// λ = ρ · c(hour) · (1 + f · tanh(attention)) with the member's own rate ρ, the feedback f, and the
/// attention: likes received lately ÷ what is usual for those who post. The process is thinned:
/// opportunities come at the greatest rate, ρ · c · (1 + f), and are taken with probability
/// (1 + f · tanh(…)) ÷ (1 + f), so that an opportunity is the same post in every arm that takes it.
///
/// Who posts uploads a batch of posts of one category at one instant, its size by a power law; ρ counts posts.
public struct Posting: Behaviour {
  public struct Parameters: ParameterSection {
    public var share = 0.0
    public var exponent = 0.0
    public var most = 0.0
    public var batchExponent = 0.0
    public var largestBatch = 0.0
    public var feedback = 0.0
    public var feedbackHalfLifeDays = 0.0
    public var historyDays = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.posting.share", \.posting.share, 1, in: 0...1, unit: "of members",
        "Share of members who post at all.",
        source:
          "KuaiRand: 82 % have uploaded a video; the rates below let as many post within some months",
        plausible: 0.2...1,
        because: "from a community in which a fifth posts to one in which everybody does"),
      SocietyParameter(
        "behaviour.posting.exponent", \.posting.exponent, 1.6, in: 1.01...10,
        "Exponent of the power law of posts a month.",
        source: "Clauset et al., SIAM Review 51, 2009; chosen for the supply of a home feed",
        plausible: 1.5...2.2,
        because: "1.86 in Stack Exchange, 2.2 in Flickr Dresden, where some posts are years old"),
      SocietyParameter(
        "behaviour.posting.most", \.posting.most, 200, in: 1...100000, unit: "a month",
        isInteger: true, "Largest posting rate."),
      SocietyParameter(
        "behaviour.posting.batch-exponent", \.posting.batchExponent, 1.9, in: 1.01...10,
        "Exponent of the power law of the posts that are uploaded at once.",
        source: "Flickr Dresden: 57 % of the upload days have a single photo", plausible: 1.5...3,
        because: "from 46 to 83 % single uploads"),
      SocietyParameter(
        "behaviour.posting.largest-batch", \.posting.largestBatch, 20, in: 1...100,
        unit: "posts", isInteger: true, "Most posts that are uploaded at once."),
      SocietyParameter(
        "behaviour.posting.feedback", \.posting.feedback, 0.5, in: 0...1,
        "Gain of the posting rate by attention: rate x (1 + feedback x tanh(likes / expected)).",
        plausible: 0...1, because: "an assumption: from none to a doubled rate"),
      SocietyParameter(
        "behaviour.posting.feedback-half-life", \.posting.feedbackHalfLifeDays, 7, in: 0.01...365,
        unit: "days", "Half-life of the memory for likes received."),
      SocietyParameter(
        "behaviour.posting.history", \.posting.historyDays, 14, in: 0...365, unit: "days",
        "Days of posts that are there at the start."),
    ]
  }

  /// Which posts their authors delete, and when.
  public struct Deleting: ParameterSection {
    public var share = 0.0
    public var meanHours = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.deleting.share", \.deleting.share, 0, in: 0...1, unit: "of posts",
        "Share of posts that their authors delete."),
      SocietyParameter(
        "behaviour.deleting.mean", \.deleting.meanHours, 24, in: 0.01...8760, unit: "hours",
        "Mean time after which they are deleted, exponential."),
    ]
  }

  static let component = BehaviourComponent(
    "posting", term: "power-law rates with attention feedback",
    source: "Clauset et al., SIAM Review 51, 2009; Stack Exchange: exponent 1.86",
    neededBy: "Flickr, Stack Exchange: posts of a member and uploads; Mladenov et al. 2021: supply",
    sections: ["behaviour.posting", "behaviour.deleting"],
    equation: {
      """
      rate = own x hour curve x (1 \(signed: $0.posting.feedback) tanh(likes received / usual)); \
      batches of k posts ~ k^-\($0.posting.batchExponent) up to \($0.posting.largestBatch).
      """
    },
    without: "Attention does not change how much people post, and posts come one by one.",
    off: [\.posting.feedback: 0, \.posting.largestBatch: 1])

  private let feedback: Double

  public init(_ parameters: SocietyParameters) { feedback = parameters.posting.feedback }

  /// The factor on the posting rate at an attention; at most 1 + f.
  public func decide(_ attention: Double) -> Double {
    1 + feedback * Portable.tanh(attention)
  }
}
