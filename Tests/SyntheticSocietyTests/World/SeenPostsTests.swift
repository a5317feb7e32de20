import SocialFeed
import Stochastics
import SyntheticSociety
import Testing

@Suite struct SeenPostsTests {
  @Test func `remembers the last 32 looks of each member, like a list that forgets`() {
    var seen = SeenPosts()
    var lists: [[PostID]] = [[], [], []]
    for _ in lists { seen.addMember() }
    let stream = KeyedStream(seed: 1, world: 0, name: StreamName("looks"))
    for number in 0..<5000 as Range<UInt32> {
      let uniforms = stream.uniforms(number)
      let member = Int(uniforms[0] * 3)
      let post = PostID(Int(uniforms[1] * 40))
      let expected = lists[member].suffix(32).count { $0 == post }
      let found = seen.look(of: MemberID(member), at: post)
      #expect(found == expected, "look \(number)")
      lists[member].append(post)
    }
  }
}
