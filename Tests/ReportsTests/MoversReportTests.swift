import Experiments
import FeedMetrics
import ReportKit
import SocialFeed
import Studies
import TestSupport
import Testing

/// The members, creators and posts behind a change in every format.
@Suite struct MoversReportTests {
  private func each(_ subject: LookSubject, _ looks: [SubjectLooks]) -> LooksOfEach {
    let sums = LookSum.allCases.map { sum in looks.reduce(0) { $0 + $1[sum] } }
    let table = LookCounts.Table(dimension: .surface, levels: ["home"], sums: [sums])
    return LooksOfEach(
      subject: subject, counts: LookCounts(tables: [table], memberDays: 1), looks: looks)
  }

  private func page(_ time: Double, _ viewer: Int) -> SubjectLooks.Page {
    SubjectLooks.Page(time: time, viewer: MemberID(viewer), surface: .home)
  }

  /// Likes for a look of 0.16 and 0.18, c = 0.17. Member 0 has 0.2 and 0.3 at 60 and 40 of 100 looks: a mix of
  /// −0.2 (0.25 − 0.17) = −0.016 and rates of 0.1 · 0.5 = 0.05. Member 1 has 0.1 at 40 and 60: 0.2 (0.1 − 0.17) = −0.014.
  private func explanation(
    _ candidates: [String] = ["affinity"], more members: Int = 0
  ) throws -> MoversExplanation {
    let others = (0..<members).map { _ in SubjectLooks([.looks: 1]) }
    let movers = try #require(
      Movers(
        of: SampleResults.metrics[7],
        baseline: each(
          .members,
          [SubjectLooks([.looks: 60, .likes: 12]), SubjectLooks([.looks: 40, .likes: 4])] + others),
        candidate: each(
          .members,
          [
            SubjectLooks([.looks: 40, .likes: 12], page: page(475_200, 0)),
            SubjectLooks([.looks: 60, .likes: 6], page: page(61, 1)),
          ] + others)))
    return MoversExplanation(
      movers, of: SampleResults.results(candidates: candidates), candidate: "affinity", world: 3,
      call: ExplainCall("my results", number: nil))
  }

  @Test func `the text has the largest, what all add up to, and the calls that show feeds`() throws
  {
    let shown = ReportFormat.text.render(
      try explanation().document, width: 80, hasStyle: false)
    #expect(
      shown.hasPrefix(
        """
        quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in 4 parallel worlds

        affinity against newest: members

        Likes an examined post like_rate in world 3: 0.160 → 0.180, +0.0200

        member    looks             rate      mix    rates  together    share
             0  60 → 40  0.2000 → 0.3000  −0.0160  +0.0500   +0.0340  +170.0%
             1  40 → 60  0.1000 → 0.1000  −0.0140   0.0000   −0.0140   −70.0%

        Together +0.0200.

        member 0: feedlab explain 'my results' --member 0 --at 5d12h --surface home --world 3
        member 1: feedlab explain 'my results' --member 1 --at 1m1s --surface home --world 3

        """), "\(shown)")
  }

  @Test func `of more than ten the rest is a sum`() throws {
    let shown = ReportFormat.text.render(
      try explanation(more: 12).document, width: 120, hasStyle: false)
    #expect(shown.contains(" at 4 more members; --format csv has all.\n"), "\(shown)")
  }

  @Test func `CSV has all with their calls, which name the candidate if there are several`() throws
  {
    let lines = ReportFormat.csv.render(
      try explanation(["affinity", "newest-again"]).document
    ).split(separator: "\n")
    expectEqual(
      lines[0],
      "metric,candidate,world,of,baseline_number,candidate_number,baseline_looks,candidate_looks,baseline_rate,candidate_rate,from_mix,from_rate,difference,share,command"
    )
    expectEqual(lines.count, 3)
    #expect(lines[1].hasPrefix("like_rate,affinity,3,members,0,0,60,40,0.2,0.3,"))
    #expect(
      lines[1].hasSuffix(
        ",feedlab explain 'my results' --member 0 --at 5d12h --surface home --world 3 --candidate affinity"
      ))
  }
}
