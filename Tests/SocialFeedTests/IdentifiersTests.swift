import SocialFeed
import TestSupport
import Testing

@Suite struct IdentifiersTests {
  @Test func `an identifier is an index in a column`() {
    #expect(PostID(7).index == 7 && PostID(7).rawValue == 7)
    expectEqual(PostID(7), PostID(rawValue: 7))
    #expect(PostID(6) < PostID(7))
    expectEqual(PostID(Int(UInt32.max)).index, Int(UInt32.max))
  }

  @Test func `it is written as its number`() {
    expectEqual("\(MemberID(1)) \(PostID(2)) \(ContestID(3)) \(CategoryID(4))", "1 2 3 4")
  }

  @Test func `a number from outside is an identifier or nothing`() {
    expectEqual(PostID(exactly: 0), PostID(0))
    expectEqual(PostID(exactly: Int(UInt32.max)), PostID(rawValue: .max))
    for number in [-1, 1 << 32, .min, .max] { expectEqual(MemberID(exactly: number), nil) }
  }

  @Test func `an index outside is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = PostID(-1) }
    await #expect(processExitsWith: .failure) { _ = MemberID(1 << 32) }
  }
}
