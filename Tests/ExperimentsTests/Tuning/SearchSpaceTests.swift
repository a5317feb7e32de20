import Scenarios
internal import Studies
import TestSupport
import Testing

@Suite struct `The space of a search` {
  private func space(_ weights: String, _ tune: String = "", ranker: String = "linear") throws
    -> SearchSpace
  {
    let text = """
      feedlab: 1
      arms: {a: {home: {ranker: \(ranker), weights: {\(weights)}}}}
      tune: {maximize: relevance@10\(tune)}
      """
    let scenario = try Scenario.parse(Array(text.utf8), file: "a.yml")
    return Tuner(scenario, try #require(scenario.tuning)).design.space
  }

  private let four =
    "age_hours: 0, comments: 0, is_friend: 0, affinity_share: 0, likes: {value: 1, tune: [0, 4]},"
    + " is_followee: {value: 3, tune: [0, 4]}"

  @Test func `A point gives each free number a value`() throws {
    let space = try space(four, ", normalize: none")
    expectEqual(space.dimensions, 2)
    expectEqual(space.values(at: [0.5, 1]), [2, 4])
    expectEqual(space.point(of: [2, 4]), [0.5, 1])
    expectEqual(space.incumbentValues, [1, 3])
  }

  @Test func `A common factor of all weights of a sum is pinned`() throws {
    let space = try space(four)
    // 2 + 2 is 4 as 1 + 3 is; 4 + 4 becomes 2 + 2.
    expectEqual(space.values(at: [0.5, 0.5]), [2, 2])
    expectEqual(space.values(at: [1, 1]), [2, 2])
    expectEqual(space.values(at: [0.25, 0.25]), [2, 2])
    // 4 : 0 stays, and 1 : 0 grows to it; nothing at all has no factor.
    expectEqual(space.values(at: [0.25, 0]), [4, 0])
    expectEqual(space.values(at: [0, 0]), [0, 0])
    // The present values have their own factor.
    expectEqual(space.values(at: space.point(of: [1, 3])), [1, 3])
  }

  @Test func `Ranges hold whatever the factor`() throws {
    let narrow = four.replacing(
      "is_followee: {value: 3, tune: [0, 4]}", with: "is_followee: {value: 3, tune: [2, 4]}")
    let space = try space(narrow)
    // 4 + 4 may be halved as far as is_followee >= 2 allows: by 1/2.
    expectEqual(space.values(at: [1, 1]), [2, 2])
    // 4 + 2 cannot be made less.
    expectEqual(space.values(at: [1, 0]), [4, 2])
    for i in 0...10 {
      for j in 0...10 {
        let values = space.values(at: [Double(i) / 10, Double(j) / 10])
        #expect(zip(space.parameters, values).allSatisfy { $0.range.contains($1) })
      }
    }
  }

  @Test func `A weight that is not tuned pins the others`() throws {
    let space = try space(four.replacing("age_hours: 0", with: "age_hours: -0.1"))
    expectEqual(space.values(at: [1, 1]), [4, 4])
  }

  @Test func `A ranker that is no sum has no free factor`() throws {
    let space = try space(
      "affinity: {value: 1, tune: [0, 4]}, recency: {value: 3, tune: [0, 4]}, popularity: 0",
      ranker: "blended-affinity")
    expectEqual(space.values(at: [1, 1]), [4, 4])
  }

  @Test func `A fixed number has no coordinate`() throws {
    let space = try space(four, ", fix: likes")
    expectEqual(space.dimensions, 1)
    expectEqual(space.free, [1])
    expectEqual(space.values(at: [1]), [1, 4])
  }
}
