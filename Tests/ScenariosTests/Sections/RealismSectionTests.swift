internal import Scenarios
import TestSupport
import Testing

@Suite struct RealismSectionTests {
  private let arms = "arms: {newest: {home: recency}, chance: {home: random}}\n"

  @Test
  func `a scenario may name the logs of a real community and the arms that are compared with them`()
    throws
  {
    let plain = try scenario("feedlab: 1\n" + arms)
    expectEqual(plain.realism, nil)
    let short = try scenario("feedlab: 1\n" + arms + "realism: {mapping: data/m.json}")
    expectEqual(short.realism?.path, "data/m.json")
    expectEqual(short.realism?.produced, "newest")
    expectEqual(short.realism?.uniform, nil)
    let whole = try scenario(
      "feedlab: 1\n" + arms + "realism: {mapping: m.json, produced: chance, uniform: chance}")
    #expect(whole.realism?.produced == "chance" && whole.realism?.uniform == "chance")
    #expect(whole.digest != short.digest && short.digest != plain.digest)
  }

  @Test func `a fault of the section is reported at its location`() {
    let head = "feedlab: 1\n" + arms
    expectEqual(
      faults(head + "realism: {produced: newest}"),
      [
        "town.yml:3:10: realism.mapping: is missing; it is the path of a mapping of real logs"
      ])
    expectEqual(
      faults(head + "realism: {mapping: m.json, uniform: chanse}"),
      [
        "town.yml:3:37: realism.uniform: there is no arm 'chanse'; did you mean 'chance'?"
      ])
  }
}
