internal import DataFiles
import TestSupport
import Testing

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("membrs", "members"),  // a letter left out
    ("wram-up", "warm-up"),  // neighbours swapped
    ("warm_up", "warm-up"),
    ("WarmUp", "warm-up"),
    ("dayss", "days"),
  ])
  func `a slip of the pen finds the name that was meant`(found: String, meant: String) {
    expectEqual(nearestName(to: found, among: ["members", "days", "warm-up"]), meant)
  }

  @Test(arguments: ["", "z", "horizon", "mmbrrss", String(repeating: "members", count: 100)])
  func `what is far from every name finds none`(found: String) {
    expectEqual(nearestName(to: found, among: ["members", "days", "warm-up", "a"]), nil)
  }

  @Test func `of names that are equally near the first is meant`() {
    expectEqual(nearestName(to: "lake", among: ["bake", "like", "lane"]), "bake")
  }

  @Test func `the distance is that of a slow recursion`() {
    var generator = SeededGenerator(seed: 1)
    for trial in 0..<300 {
      let left = randomWord(&generator)
      let right = randomWord(&generator)
      let expected = slowDistance(left[...], right[...])
      expectEqual(editDistance(left, right), expected, "trial \(trial): \(left) \(right)")
    }
  }

  private func randomWord(_ generator: inout SeededGenerator) -> [Character] {
    (0..<Int.random(in: 0...5, using: &generator)).map { _ in
      "abc".randomElement(using: &generator)!
    }
  }

  /// The definition, from the last letters on.
  private func slowDistance(
    _ left: ArraySlice<Character>, _ right: ArraySlice<Character>
  ) -> Int {
    guard let a = left.last, let b = right.last else { return max(left.count, right.count) }
    let (before, behind) = (left.dropLast(), right.dropLast())
    var best = min(
      slowDistance(before, behind) + (a == b ? 0 : 1), slowDistance(before, right) + 1,
      slowDistance(left, behind) + 1)
    if a == behind.last, b == before.last {
      best = min(best, slowDistance(before.dropLast(), behind.dropLast()) + 1)
    }
    return best
  }

  @Test func `instead of a name there is the nearest, or those that contain it`() {
    let names = ["creator_gini", "votes_gini", "open_rate"]
    expectEqual(remedy(for: "votes_gin", among: names), "did you mean 'votes_gini'?")
    expectEqual(remedy(for: "GINI", among: names), "there are creator_gini and votes_gini")
    expectEqual(remedy(for: "open", among: names), "did you mean 'open_rate'?")
    expectEqual(remedy(for: "share", among: names), nil)
    // No name is near; one of their words is.
    expectEqual(remedy(for: "cretor", among: names), "did you mean 'creator_gini'?")
    expectEqual(
      remedy(for: "creatr", among: names + ["creator_palma"]),
      "there are creator_gini and creator_palma")
    // Two letters are in too many names.
    expectEqual(remedy(for: "te", among: names), nil)
  }
}
