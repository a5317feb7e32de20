import SyntheticSociety
import TestSupport
import Testing

@Suite struct ExpectedMemoryTests {
  /// Of 1,000 members 10 more join each day, so that there are 1,040 after 4 days; each needs
  /// 1,940 + 30 · 50 + 15 · 6 + 550 · 1.5 · 4 = 6,830 bytes: 7.1032 MB a world.
  private var society: SocietyParameters { .society(members: 1000, days: 4) }

  @Test func `worlds need what their members and looks need, beside the program's`() {
    #expect(abs(society.expectedMemory(worlds: 1) - 62_103_200) < 1)
    #expect(abs(society.expectedMemory(worlds: 3) - 76_309_600) < 1)
    // 24 kB more for each of 1,040 members.
    #expect(abs(society.expectedMemory(worlds: 3, frozen: 24_000) - 151_189_600) < 1)
  }

  /// 1.3 times as many members after 30 days: 1,300 · (3,530 + 550 · 1.5 · 24) = 30.329 MB.
  @Test func `after 24 days people look mostly at what they know`() {
    let society = SocietyParameters.society(members: 1000, days: 30)
    #expect(abs(society.expectedMemory(worlds: 1) - 85_329_000) < 1)
  }

  @Test(arguments: [1, 2, 7])
  func `the members that fit do, and one more does not`(worlds: Int) {
    var society = society
    society.world.members = 1e6
    let memory = 1e9
    let most = society.members(fitting: memory, worlds: worlds)
    society.world.members = Double(most)
    #expect(society.expectedMemory(worlds: worlds) <= memory)
    society.world.members += 1
    #expect(society.expectedMemory(worlds: worlds) > memory)
  }

  @Test func `one member is the least, and all that are wanted the most`() {
    expectEqual(society.members(fitting: 1, worlds: 2), 1)
    expectEqual(society.members(fitting: .infinity, worlds: 2), 1000)
  }
}
