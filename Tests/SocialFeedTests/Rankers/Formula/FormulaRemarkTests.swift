import SocialFeed
import TestSupport
import Testing

@Suite struct FormulaRemarkTests {
  @Test func `what an author hardly means is found without a simulation`() throws {
    let never = "an unseen post has no score: "
    let guarding = "; guard that part, or write the score of such posts as 'else'"
    let same = "the score is the same for all posts of a page, so the newest post stands first"
    let older =
      "the score rises with the age, so the older of two posts that are otherwise alike stands first"
    let cases: [(String, [String: Double], [String])] = [
      ("3", [:], [same]), ("likes * 0 + 1", [:], [same]),
      // The same for all posts of one viewer at one time.
      ("hour_of_day + sessions_last_week", [:], [same]),
      ("uniform(0, 1)", [:], []), ("likes", [:], []),
      // 0 / 0 for a post without looks; −∞ and +∞ are numbers.
      (
        "likes / looks", [:],
        [never + "likes / looks, column 1 of the formula, is 0 / 0" + guarding]
      ),
      ("log(likes)", [:], []), ("1 / likes", [:], []),
      ("if(likes < 0, 5, likes)", [:], ["the condition likes < 0, column 4, never holds"]),
      (
        "if(affinity_share <= 1 and likes >= 0, likes, 3)", [:],
        ["the condition affinity_share <= 1 and likes >= 0, column 4, always holds"]
      ),
      // Around the numbers of the formula there are posts of both kinds.
      ("if(likes > 123456, 5, 2)", [:], []), ("if(category == 97, 2, 1)", [:], []),
      ("if(hour_of_day < 5 and is_friend and category == 2, 2, 1)", [:], []),
      // A factor of all scores and a summand of all scores change no order; a weight of a part does.
      (
        "w * (likes + b * saves) + c", ["w": 2, "b": 1, "c": 3],
        ["the weight c changes no order", "the weight w changes no order"]
      ),
      ("likes + w * saves", ["w": 0], []),
      ("0.5 ^ (age_hours / w)", ["w": 24], ["the weight w changes no order"]),
      ("age_hours", [:], [older]),
      ("likes / (age_hours + 2) ^ 1.8", [:], []),
      // Without likes the numerator is −1, and a larger denominator brings the score nearer to 0.
      (
        "(likes - 1) / (age_hours + 2) ^ 1.8", [:],
        ["at likes = 0 the score rises with the age, so the older of two such posts stands first"]
      ),
      // Votes weigh more than the time that passes until they come.
      ("votes + max(0, 10 - 0.1 * age_hours) + uniform(0, 5)", [:], []),
    ]
    let found = try cases.map { text, weights, _ in
      "\(text): \(try ScoreFormula(text, weights: weights).remarks.map(\.description))"
    }
    expectEqual(found, cases.map { "\($0.0): \($0.2)" })
    expectEqual(try ScoreFormula("likes / looks", otherwise: 0).remarks, [])
  }
}
