/// The two orders of a request that was sent twice.
struct TwoOrders {
  /// The first difference of the orders; `nil` where none exists.
  let difference: Difference?

  /// A candidate with its scores.
  struct Scored {
    let post: PostID
    let first, second: Double
  }

  /// - Parameters:
  ///   - scores: A rounded score for each post.
  ///   - again: The scores of the second answer, whose posts are in reverse order.
  init(_ posts: [PostID], _ scores: Span<Double>, again: Span<Double>) {
    let last = posts.count - 1
    // The usual case costs no sorting.
    guard posts.indices.contains(where: { scores[$0] != again[last - $0] }) else {
      difference = nil
      return
    }
    var scored: [Scored] = []
    for index in posts.indices {
      scored.append(
        Scored(post: posts[index], first: scores[index], second: again[last - index]))
    }
    let first = scored.sorted { ($0.first, $0.post) > ($1.first, $1.post) }
    let second = scored.sorted { ($0.second, $0.post) > ($1.second, $1.post) }
    difference = posts.indices.first { first[$0].post != second[$0].post }
      .map { index in
        Difference(
          index: index, first: Array(first[index...].prefix(Self.shown)),
          second: Array(second[index...].prefix(Self.shown)))
      }
  }

  /// How many posts of each order a message shows.
  static let shown = 3

  /// Where two orders part.
  struct Difference {
    /// The first index at which they differ.
    let index: Int
    /// A few posts of either order from there on.
    let first, second: [Scored]
  }
}

extension TwoOrders {
  /// What happened and what to do about it: the predicate of a sentence about a ranker.
  ///
  /// - Parameters:
  ///   - answer: What was given twice, such as `order`.
  ///   - asked: Who asked and when, and how the request was sent again.
  ///   - index: The first index at which the orders differ.
  ///   - first: What the first order has from there on.
  ///   - second: What the second one has.
  ///   - advice: What to do about it.
  static func message(
    _ answer: String = "order", of asked: String, from index: Int, first: String, second: String,
    advice: String
  ) -> String {
    "gave two \(answer)s for one request, \(asked): from position \(index + 1) on, the first \(answer) has \(first),"
      + " and the second one has \(second); \(advice)"
  }

  /// Who asked and when, and how the request was sent again.
  static func asked(
    by viewer: MemberID, in refresh: UInt32, at now: Double, again phrase: String
  ) -> String {
    "by member \(viewer) at \(instant(now)) in refresh \(refresh), that was asked again \(phrase)"
  }

  static func asked(_ candidates: borrowing Candidates, in company: RequestCompany) -> String {
    asked(
      by: candidates.viewer, in: candidates.refresh, at: candidates.now,
      again: company.phrase(of: candidates.count))
  }

  /// Simulated time as `--at` takes it, such as `5d12h3s`, in whole seconds.
  private static func instant(_ seconds: Double) -> String {
    guard seconds >= 1, seconds < 0x1p53 else { return "0s" }
    var (rest, text) = (Int(seconds), "")
    for (unit, name) in [(86_400, "d"), (3600, "h"), (60, "m"), (1, "s")] where rest >= unit {
      text += "\(rest / unit)\(name)"
      rest %= unit
    }
    return text
  }
}

extension TwoOrders.Difference {
  /// What happened and what to do about it: the predicate of a sentence about the ranker.
  func message(about candidates: borrowing Candidates, in company: RequestCompany) -> String {
    TwoOrders.message(
      of: TwoOrders.asked(candidates, in: company), from: index, first: list(first),
      second: list(second),
      advice:
        "a post's score may depend on the request and on its candidates as a set, not on their order, on chance or on"
        + " other requests; \(remedy(in: company))")
  }

  /// Each post with the score of the first and of the second answer.
  private func list(_ posts: [TwoOrders.Scored]) -> String {
    let texts = posts.map { "post \($0.post) (\(text($0.first)), then \(text($0.second)))" }
    return texts.dropLast().joined(separator: ", ") + (texts.count > 1 ? " and " : "")
      + (texts.last ?? "")
  }

  /// The likely reasons.
  private func remedy(in company: RequestCompany) -> String {
    isOfLastBits
      ? "the scores differ in their last bits alone, as those of sums with 32 bits do: use numbers of 64 bits (float64)"
      : "look for random numbers that are not made of the lane's seed, the viewer, the refresh and the post, for a score"
        + " that depends on the position in the columns or on the candidates before,"
        + ([.alone, .another].contains(company)
          ? " for a number that is made of a whole batch, such as a mean," : "")
        + " and for \(company.memory)"
  }

  /// Whether each score is almost the same in both answers: within 2⁻¹⁸, 64 times the last bit of 24.
  private var isOfLastBits: Bool {
    (first + second).allSatisfy {
      abs($0.first - $0.second) <= 0x1p-18 * max(abs($0.first), abs($0.second))
    }
  }

  /// The shortest text of a score of 24 significant bits.
  private func text(_ score: Double) -> String {
    let short = Float(score)
    let text = Double(short) == score ? "\(short)" : "\(score)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
