import SocialFeed
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

@Suite struct SessionDaysTests {
  private let day = 86_400.0

  @Test func `sessions of today and the six days before count, as in a list of all`() {
    let stream = KeyedStream(seed: 1, world: 0, name: StreamName("sessions"))
    var sessions = SessionDays()
    for _ in 0..<3 { sessions.addMember() }
    var days: [[Int]] = [[], [], []]
    var time = 0.0
    for number in 0..<5000 as Range<UInt32> {
      let uniforms = stream.uniforms(number)
      // Mostly minutes, now and then up to a month.
      time += uniforms[0] < 0.02 ? uniforms[1] * 30 * day : uniforms[1] * 6000
      let member = Int(uniforms[2] * 3)
      sessions.begin(MemberID(member), now: time)
      let today = Int(time / day)
      days[member].append(today)
      for other in 0..<3 {
        let expected = days[other].count { $0 > today - 7 }
        expectEqual(sessions.count(of: MemberID(other), now: time), expected, "session \(number)")
      }
    }
  }

  @Test func `a clock before the last session has what that session has`() {
    var sessions = SessionDays()
    sessions.addMember()
    expectEqual(sessions.count(of: MemberID(0), now: 50 * day), 0)
    sessions.begin(MemberID(0), now: 3.5 * day)
    sessions.begin(MemberID(0), now: 4.1 * day)
    expectEqual(sessions.count(of: MemberID(0), now: 3.9 * day), 2)
    expectEqual(sessions.count(of: MemberID(0), now: 9.99 * day), 2)
    expectEqual(sessions.count(of: MemberID(0), now: 10 * day), 1)
    expectEqual(sessions.count(of: MemberID(0), now: 11 * day), 0)
    expectEqual(sessions.count(of: MemberID(0), now: 3000 * day), 0)
  }

  @Test func `of a day 255 sessions are counted`() {
    var sessions = SessionDays()
    sessions.addMember()
    for _ in 0..<300 { sessions.begin(MemberID(0), now: 0) }
    sessions.begin(MemberID(0), now: day)
    expectEqual(sessions.count(of: MemberID(0), now: day), 256)
  }
}
