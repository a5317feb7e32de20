import SocialFeed
import Stochastics
import SyntheticSociety
import Testing

@Suite struct LooksTests {
  @Test func `counts the looks of each member at each post for good, like a list of all looks`() {
    var looks = Looks()
    var lists: [[PostID: Int]] = [[:], [:], [:]]
    for _ in lists { looks.addMember() }
    let stream = KeyedStream(seed: 1, world: 0, name: StreamName("looks"))
    for number in 0..<20_000 as Range<UInt32> {
      let uniforms = stream.uniforms(number)
      let member = Int(uniforms[0] * 3)
      // Half of the looks go to forty posts, the others to thousands.
      let post = PostID(Int(uniforms[1] * (uniforms[2] < 0.5 ? 40 : 5000)))
      let expected = lists[member][post, default: 0]
      #expect(looks.look(of: MemberID(member), at: post) == expected, "look \(number)")
      lists[member][post] = expected + 1
    }
  }

  @Test func `counts up to 4,095`() {
    var looks = Looks()
    looks.addMember()
    for number in 0..<5000 {
      #expect(looks.look(of: MemberID(0), at: PostID(7)) == min(number, 4095))
    }
  }
}
