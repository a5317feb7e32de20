import FeedMetrics
import SocialFeed
import TestSupport
import Testing

/// Metrics with surfaces as a parameter.
@Suite struct SurfaceMetricTests {
  /// Two members in one day: member 0 looks at two posts of home and likes one, and at one of the contest, which it likes.
  private static let town: Trace = {
    var trace = Trace(days: 1, members: 2)
    for _ in 0..<3 { trace.publish(by: 1) }
    let home = trace.show([0, 1], to: 0, at: 60)
    trace.act(.like, by: 0, on: 0, at: 70, request: home)
    let contest = trace.show([2], to: 0, at: 600, surface: .contest)
    trace.act(.like, by: 0, on: 2, at: 610, request: contest)
    return trace
  }()

  @Test(
    arguments: [
      ("engagement_per_member_day(surface=home)", 0.5, 2),
      ("engagement_per_member_day(surface=contest)", 0.5, 2),
      ("engagement_per_member_day(surface=home+contest)", 1, 2),
      ("engagement_per_member_day(surface=home+latest)", 0.5, 2),
      ("engagement_per_member_day(surface=latest)", 0, 2),
      ("engagement_per_member_day(surface=latest+global)", 0, 2),
      ("engagement_rate(surface=home)", 0.5, 2),
      ("engagement_rate(surface=home+contest)", 2 / 3.0, 3),
      ("engagement_rate(surface=latest)", nil, 0),
      ("engagement_rate(surface=latest+global)", nil, 0),
      // The two requests are one session of nine minutes, or one each.
      ("minutes_per_member_day(surface=home)", 0, 2),
      ("minutes_per_member_day(surface=home+contest)", 4.5, 2),
      ("sessions_per_member_day(surface=home+contest)", 0.5, 2),
      ("first_look_engagement_rate(surface=home)", 0.5, 2),
    ] as [(String, Double?, Int)])
  func `a metric counts the pages of its surfaces`(id: String, value: Double?, support: Int) throws
  {
    let found = Self.town.metrics(options: MetricOptions(set: .named, named: [id]))
    expectEqual(found.map(\.id), [id])
    #expect(try #require(found.first).value.isAbout(value, support: support), "\(found)")
  }

  /// The run is one day, in which home has a session of no length and both surfaces have one of nine minutes.
  @Test func `a day's value has the sessions of its surfaces`() {
    let expected = [
      "minutes_per_member_day(surface=home)": 0,
      "minutes_per_member_day(surface=home+contest)": 4.5,
    ]
    let ids = expected.keys.sorted()
    let sink = MetricSink(options: MetricOptions(set: .named, named: ids))
    Self.town.replay(to: sink)
    let found = sink.values(in: .day(0)).map { ($0.id, $0.value.value) }
    expectEqual(Dictionary(uniqueKeysWithValues: found), expected)
  }

  @Test func `the value is the one that the metric has in the scope of the surface`() {
    let surfaces = [Surface.home, .contest]
    let whole = (MetricCatalogue.all + MetricCatalogue.occasional).map(\.id)
    for seed in 0..<30 as Range<UInt64> {
      let sink = MetricSink(
        options: MetricOptions(
          named: surfaces.flatMap { surface in
            whole.map { MetricCatalogue.id(of: $0, on: SurfaceSet([surface])!) }
              .filter { MetricCatalogue.definition($0) != nil }
          } + MetricCatalogue.occasional.map(\.id)))
      Trace(seed: seed).replay(to: sink)
      let found = Dictionary(uniqueKeysWithValues: sink.values().map { ($0.id, $0.value) })
      for case .surface(let surface) in sink.scopes {
        for (id, value) in sink.values(in: .surface(surface)) {
          expectEqual(
            found[MetricCatalogue.id(of: id, on: SurfaceSet([surface])!)], value,
            "seed \(seed), \(surface): \(id)")
        }
      }
    }
  }

  @Test func `several surfaces are measured as if their pages were all`() {
    let set = SurfaceSet([.home, .contest])!
    // Which look is the first is decided by those at all feeds.
    let whole = MetricCatalogue.all.map(\.id).filter { $0 != "first_look_engagement_rate" }
    let ids = whole.map { MetricCatalogue.id(of: $0, on: set) }
      .filter { MetricCatalogue.definition($0) != nil }
    var compared = 0
    for seed in 0..<30 as Range<UInt64> {
      var trace = Trace(seed: seed)
      // Each fourth page is on another surface.
      for index in trace.pages.indices where trace.pages[index].request % 4 == 3 {
        trace.pages[index].surface = .latest
      }
      var part = trace
      part.pages.removeAll { $0.surface == .latest }
      let (sink, alone) = (MetricSink(options: MetricOptions(named: ids)), MetricSink())
      trace.replay(to: sink)
      part.replay(to: alone)
      let found = Dictionary(uniqueKeysWithValues: sink.values().map { ($0.id, $0.value) })
      for (id, value) in alone.values() {
        guard let onSurfaces = found[MetricCatalogue.id(of: id, on: set)] else { continue }
        #expect(
          onSurfaces.isAbout(value.value, support: value.support, within: 1e-9),
          "seed \(seed): \(id) is \(onSurfaces), expected \(value)")
        compared += 1
      }
    }
    #expect(compared > 2000)
  }

  @Test func `a metric of surfaces has no value on a surface, and other metrics are as without it`()
  {
    let id = "engagement_per_member_day(surface=home+contest)"
    let sink = MetricSink(options: MetricOptions(named: [id]))
    Trace(seed: 3).replay(to: sink)
    for scope in sink.scopes {
      let isDay = if case .day = scope { true } else { false }
      expectEqual(sink.values(in: scope).contains { $0.id == id }, isDay, "\(scope)")
    }
    let others = sink.values().filter { $0.id != id }
    expectEqual(others.map(\.value), Trace(seed: 3).metrics().map(\.value))
  }

  @Test(
    arguments: cases(
      """
      like_rate(surface=home) => like_rate(surface=home)
      like_rate(surface=home+home) => like_rate(surface=home)
      like_rate(surface=global+contest+home) => like_rate(surface=home+contest+global)
      creator_exposure_gini(exposure=log2,surface=home) =>
        creator_exposure_gini(exposure=log2,surface=home)
      creator_exposure_gini(surface=home,exposure=log2) =>
        creator_exposure_gini(exposure=log2,surface=home)
      creator_atkinson(epsilon=0.50,surface=home) => creator_atkinson(surface=home)
      creator_atkinson(epsilon=2.0,surface=home) => creator_atkinson(epsilon=2,surface=home)
      relevance_at_k(surface=contest+home) => relevance@10(surface=home+contest)
      """))
  func `an id shows surfaces in one way`(id: String, shown: String) {
    expectEqual(MetricCatalogue.definition(id)?.id, shown)
    expectEqual(MetricCatalogue.newID(of: id), id.hasPrefix("relevance_at_k") ? shown : nil)
    #expect(MetricCatalogue.definition(MetricCatalogue.wholeID(of: shown)) != nil)
  }

  @Test(
    arguments: [
      ("like_rate(surface=hom)", .unknownSurface("hom")),
      ("like_rate(surface=home+hom)", .unknownSurface("hom")),
      ("like_rate(surface=)", .unknownSurface("")),
      ("like_rate(surface=home+)", .unknownSurface("")),
      ("like_rate(surface= home)", .unknownSurface(" home")),
      ("follow_growth(surface=home)", .noSurfaces(metric: "follow_growth")),
      ("posts_per_member_day(surface=home)", .noSurfaces(metric: "posts_per_member_day")),
      (
        "like_rate(surface=home,surface=home)", .noSurfaces(metric: "like_rate(surface=home)")
      ),
      ("love(surface=home)", nil), ("creator_atkinson(epsilon=0,surface=home)", nil),
      ("like_rate", nil), ("like_rate(surface=home)", nil),
    ] as [(String, MetricCatalogue.SurfaceFault?)])
  func `what is wrong with surfaces is known`(id: String, fault: MetricCatalogue.SurfaceFault?) {
    expectEqual(MetricCatalogue.surfaceFault(of: id), fault)
  }

  @Test func `the definition shows the surfaces`() throws {
    let whole = try #require(MetricCatalogue.definition("engagement_per_member_day"))
    let home = try #require(MetricCatalogue.definition("engagement_per_member_day(surface=home)"))
    expectEqual(home.label, "Engagement a day on home")
    expectEqual(home.name, whole.name + ", on home")
    expectEqual(home.formula, whole.formula + " Only pages of home count.")
    expectEqual(home.tier, .core)
    expectEqual(home.margin, whole.margin)
    let id = "like_rate(surface=home+contest+global)"
    expectEqual(MetricCatalogue.definition(id)?.label, "Like rate on home, contest and global")
    expectEqual(MetricCatalogue.ratio(of: id), nil)
  }

  @Test func `only metrics of the catalogue and their surfaces match the pattern`() throws {
    let pattern = try Regex(
      MetricCatalogue.parametricPattern { $0.direction != .describes })
    for (id, isMatched) in [
      ("engagement_per_member_day(surface=home)", true), ("ndcg@10(surface=home+contest)", true),
      ("creator_exposure_gini(exposure=log2,surface=home)", true),
      ("creator_atkinson(epsilon=2,surface=home)", true), ("utility_p25(surface=home)", true),
      ("like_rate(surface=hom)", false), ("follow_growth(surface=home)", false),
      ("looks_per_member_day(surface=home)", false), ("like_rate(surface=home+)", false),
      ("like_rate", false), ("my_like_rate(surface=home)", false),
    ] {
      expectEqual(id.contains(pattern), isMatched, "\(id)")
    }
  }
}
