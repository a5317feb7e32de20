import FeedMetrics
import SocialFeed
import Testing

/// What requests find.
@Suite struct SupplyTests {
  /// Four requests: a full page, a short one with a second page, an empty one, and one before the window.
  private func trace() -> Trace {
    var trace = Trace(days: 10, warmUp: 1, members: 2)
    for _ in 0..<3 { trace.publish(by: 1) }
    trace.show([0], to: 0, at: Trace.day / 2, isShort: true)
    trace.show([0, 1], to: 0, at: 2 * Trace.day)
    let request = trace.show([0], to: 0, at: 3 * Trace.day, isShort: true)
    trace.show([1], to: 0, at: 3 * Trace.day + 60, request: request, offset: 1, isShort: true)
    trace.show([], to: 0, at: 4 * Trace.day, isShort: true)
    // The end of a feed behind a full page.
    let full = trace.show([0, 1, 2], to: 0, at: 5 * Trace.day, surface: .contest)
    trace.show(
      [], to: 0, at: 5 * Trace.day, surface: .contest, request: full, offset: 3, isShort: true)
    return trace
  }

  @Test func `the first page of a request is short, or empty`() {
    #expect(trace().metric("short_page_share").isAbout(0.5, support: 4))
    #expect(trace().metric("empty_request_share").isAbout(0.25, support: 4))
  }

  @Test func `each surface has its own`() {
    let sink = MetricSink()
    trace().replay(to: sink)
    func short(_ surface: Surface) -> MetricValue? {
      sink.values(in: .surface(surface)).first { $0.id == "short_page_share" }?.value
    }
    #expect(short(.home)?.isAbout(2 / 3.0, support: 3) ?? false)
    #expect(short(.contest)?.isAbout(0, support: 1) ?? false)
  }

  @Test func `a member who finds nothing has come`() {
    // Four requests, days apart, and so four sessions; seven looks.
    #expect(trace().metric("session_requests_mean").isAbout(1, support: 4))
    #expect(trace().metric("session_examined_mean").isAbout(7 / 4.0, support: 4))
    // Four days of two members in nine days.
    #expect(trace().metric("daily_active_share").isAbout(4 / 18.0, support: 2))
  }
}
