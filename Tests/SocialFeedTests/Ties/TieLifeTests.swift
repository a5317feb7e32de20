import SocialFeed
import TestSupport
import Testing

@Suite struct TieLifeTests {
  /// Long random sequences of the calls that change ties, legal and not, among so few members that a pair
  /// goes through every relation.
  @Test func `random histories of a few members agree with the slow model's pairs`() {
    var habits = Habits()
    habits.weights = [.name: 2, .tie: 5, .request: 6, .block: 2]
    habits.stray = 0.1
    let ties = habits
    forEachSeed(130) { _, generator in
      var twins = Twins()
      for _ in 0..<Int.random(in: 2...6, using: &generator) { try twins.make(.join(group: 0)) }
      for step in 0..<400 {
        try twins.makeRandomCall(ties, using: &generator)
        guard step % 10 == 0 else { continue }
        try twins.compare()
        try twins.compareQuestions(using: &generator)
      }
    }
  }
}
