import Stochastics
import SyntheticSociety
import TestSupport
import Testing

@Suite struct SocietyStreamsTests {
  private func draws(_ streams: SocietyStreams) -> [Double] {
    Mirror(reflecting: streams).children.compactMap { ($0.value as? KeyedStream)?.uniform(7) }
  }

  @Test func `each purpose has a stream of its own`() {
    let draws = draws(SocietyStreams(seed: 1, world: 0))
    expectEqual(draws.count, SocietyStreams.names.count)
    expectEqual(Set(draws).count, draws.count)
  }

  @Test(arguments: [(6, 0), (5 + 1 << 32, 0), (5, 1)] as [(UInt64, UInt32)])
  func `another seed, in either half, and another world have other streams`(
    seed: UInt64, world: UInt32
  ) {
    let others = Set(draws(SocietyStreams(seed: seed, world: world)))
    #expect(others.isDisjoint(with: draws(SocietyStreams(seed: 5, world: 0))))
  }
}
