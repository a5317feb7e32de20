import Testing

@Suite struct DeviceFreshnessTests {
  @Test func `duplicates are a share of what pages brought, in the window`() {
    var trace = Trace(days: 10, warmUp: 1, members: 2)
    for _ in 0..<5 { trace.publish(by: 1) }
    trace.show([0, 1], to: 0, at: 0, duplicates: 7)
    trace.show([0, 1, 2], to: 0, at: 2 * Trace.day)
    trace.show([3, 4], to: 0, at: 3 * Trace.day, duplicates: 3)
    // 3 of 3 + 2 + 3
    #expect(trace.metric("duplicate_post_share").isAbout(3.0 / 8, support: 8))
  }

  @Test func `a page of duplicates alone counts`() {
    var trace = Trace(days: 10, members: 2)
    trace.show([], to: 0, at: 5, duplicates: 2)
    #expect(trace.metric("duplicate_post_share").isAbout(1, support: 2))
  }

  @Test func `stale buttons are a share of those looked at`() {
    var trace = Trace(days: 10, warmUp: 1)
    trace.look(40, stale: 40, at: 0)
    trace.look(40, stale: 0, at: 2 * Trace.day)
    trace.look(10, stale: 5, at: 3 * Trace.day)
    trace.look(10, stale: 5, at: 10 * Trace.day)
    #expect(trace.metric("stale_button_share").isAbout(0.1, support: 50))
  }

  @Test func `episodes of stale buttons count as far as they lie in the window`() {
    var trace = Trace(days: 2, warmUp: 1)
    trace.addStaleButton(from: 0, until: Trace.day)
    trace.addStaleButton(from: 0, until: Trace.day + 100)
    trace.addStaleButton(from: 1.5 * Trace.day, until: 1.5 * Trace.day + 50)
    trace.addStaleButton(from: 1.6 * Trace.day, until: 1.6 * Trace.day)
    // 100 s and 50 s; the first ended as the window began, the last was over at once
    #expect(trace.metric("stale_button_duration_s").isAbout(75, support: 2))
  }

  @Test func `what is never looked at or stale is undefined`() {
    let trace = Trace()
    #expect(trace.metric("duplicate_post_share").isAbout(nil, support: 0))
    #expect(trace.metric("stale_button_share").isAbout(nil, support: 0))
    #expect(trace.metric("stale_button_duration_s").isAbout(nil, support: 0))
  }
}
