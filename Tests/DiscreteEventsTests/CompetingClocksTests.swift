import DiscreteEvents
import Testing

@Suite struct CompetingClocksTests {
  @Test func `a version is current until its clock is wound again`() {
    var clocks = CompetingClocks(count: 1)
    let first = clocks.restart(0)
    #expect(clocks.isCurrent(first, of: 0))
    let second = clocks.restart(0)
    #expect(!clocks.isCurrent(first, of: 0) && clocks.isCurrent(second, of: 0))
    let other = clocks.append()
    #expect(other == 1 && clocks.count == 2 && clocks.version(of: 1) == 0)
  }
}
