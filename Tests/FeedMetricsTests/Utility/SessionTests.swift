import Testing

@Suite struct SessionTests {
  private func run(days: Double = 15) -> Trace {
    var trace = Trace(days: days, members: 3)
    trace.publish(by: 2)
    trace.publish(by: 2)
    return trace
  }

  @Test func `a session ends after more than half an hour`() {
    var trace = run()
    // gaps of 1800 s and 1801 s: sessions of two requests and of one; member 1 has one more
    for time in [0.0, 1800, 3601] { trace.show([0, 1], to: 0, at: time) }
    trace.show([0, 1], to: 1, at: 10, examined: [true, false])
    // 7 posts looked at in 3 sessions
    #expect(trace.metric("session_examined_mean").isAbout(7 / 3.0, support: 3))
  }

  @Test func `a later page of a request is no request`() {
    var trace = run()
    let request = trace.show([0], to: 0, at: 0)
    trace.show([1], to: 0, at: 1000, request: request, offset: 1)
    trace.show([0], to: 0, at: 2000)
    // 2000 s from request to request
    #expect(trace.metric("session_examined_mean").isAbout(1.5, support: 2))
  }
}
