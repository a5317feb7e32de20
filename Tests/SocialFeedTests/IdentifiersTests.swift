import SocialFeed
import Testing

@Suite struct IdentifiersTests {
  @Test func `an identifier is an index in a column`() {
    #expect(PostID(7).index == 7 && PostID(7).rawValue == 7)
    #expect(PostID(7) == PostID(rawValue: 7))
    #expect(PostID(6) < PostID(7))
    #expect(PostID(Int(UInt32.max)).index == Int(UInt32.max))
  }

  @Test func `it is written as its number`() {
    #expect("\(MemberID(1)) \(PostID(2)) \(ContestID(3)) \(CategoryID(4))" == "1 2 3 4")
  }

  @Test func `a number from outside is an identifier or nothing`() {
    #expect(PostID(exactly: 0) == PostID(0))
    #expect(PostID(exactly: Int(UInt32.max)) == PostID(rawValue: .max))
    for number in [-1, 1 << 32, .min, .max] { #expect(MemberID(exactly: number) == nil) }
  }

  @Test func `an index outside is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = PostID(-1) }
    await #expect(processExitsWith: .failure) { _ = MemberID(1 << 32) }
  }
}
