import Experiments
internal import ReportKit
internal import Reports
import TestSupport
import Testing

@Suite struct ProfileTextTests {
  private static let profile = RunProfile(
    stages: [
      .init("growing communities", seconds: 0.5), .init("simulating events", seconds: 1.5),
    ],
    events: [
      .init("session", count: 1000, seconds: 0.3), .init("visit", count: 250_000, seconds: 1.125),
      .init("deletion", count: 0, seconds: 0),
    ],
    parts: [
      .init("pages of home by hot", count: 50_000, seconds: 0.75), .init("metrics", seconds: 0.25),
      .init("digest", seconds: 0.25), .init("finding the next event", count: 4, seconds: 0.25),
    ], seconds: 2, worlds: 3)

  @Test func `a profile is a table, the dearest first`() {
    // Shares of stages are of 2 s, the others of the parts' 1.5 s; 1.125 s / 250,000 is 4,500 ns.
    let expected = """
      Time profile: 2.00 s of processor time, 3 runs

      stage                     count     s  share     ns each
      simulating events                1.50  75.0%
      growing communities              0.50  25.0%

      event                     count     s  share     ns each
      visit                   250,000  1.12  75.0%       4,500
      session                   1,000  0.30  20.0%     300,000
      deletion                      0  0.00   0.0%

      part of events            count     s  share     ns each
      pages of home by hot     50,000  0.75  50.0%      15,000
      digest                           0.25  16.7%
      finding the next event        4  0.25  16.7%  62,500,000
      metrics                          0.25  16.7%

      Counts are exact. Times of events are estimates: 1 in 127 sessions and visits is timed, every
      rotation and joining, and 1 in 7 other events; the times are scaled to the total time of the runs. A
      sampled event of 500 µs or more was probably interrupted and is excluded.

      """
    expectEqual(Self.profile.text(as: .text, width: 100, hasStyle: false), expected)
    expectEqual(Self.profile.text(as: .csv, width: 100, hasStyle: false), expected)
  }

  @Test func `an experiment without runs has no events`() {
    let profile = RunProfile(stages: [], events: [], parts: [], seconds: 0, worlds: 1)
    let text = profile.text(as: .text, width: 200, hasStyle: true)
    #expect(text.hasPrefix("Time profile: 0.00 s of processor time, 1 run"))
    expectEqual(text.split(separator: "\n").count, 3)
  }

  @Test func `as JSON it is one line`() {
    let profile = RunProfile(
      stages: [.init("simulating events", seconds: 1.5)],
      events: [.init("visit", count: 3, seconds: 1.5)], parts: [.init("metrics", seconds: 1.5)],
      seconds: 1.5, worlds: 1)
    expectEqual(
      profile.text(as: .json, width: 100, hasStyle: false),
      """
      {"profile":{"events":[{"count":3,"name":"visit","nanoseconds_each":500000000,"seconds":1.5}],\
      "parts":[{"count":null,"name":"metrics","nanoseconds_each":null,"seconds":1.5}],\
      "seconds":1.5,"stages":[{"count":null,"name":"simulating events","nanoseconds_each":null,\
      "seconds":1.5}],"timed_one_in":{"other_events":7,"rotations_and_joinings":1,\
      "sessions_and_visits":127},"worlds":1}}

      """)
  }
}
