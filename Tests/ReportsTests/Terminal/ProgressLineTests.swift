import Experiments
import Reports
import TestSupport
import Testing

@Suite struct ProgressLineTests {
  @Test func `nothing done yet has no rate`() {
    let line = ProgressLine(arms: 2)
    expectEqual(line.text(progress(0, of: 8), width: 60), bar(0, 24) + " 0%  0/4 worlds  0/56 days")
  }

  @Test func `half way it shows the time left and the rate`() {
    var line = ProgressLine(arms: 2)
    let half = progress(4, of: 8, impressions: 250_000)
    line.update(half, time: 20)
    // Half in 20 s: 20 s more; 250,000 impressions in 20 s.
    expectEqual(
      line.text(half, width: 100),
      bar(12, 24) + " 50%  2/4 worlds  20 s left  28/56 days  12.5 k impressions/s")
  }

  @Test func `programs get the share, the worlds and the text without a bar`() {
    var line = ProgressLine(arms: 2)
    let half = progress(4, of: 8, impressions: 250_000)
    line.update(half, time: 20)
    expectEqual(
      line.json(half),
      #"{"finished_worlds":2,"progress":0.5,"text":"50%  2/4 worlds  20 s left  28/56 days  "#
        + #"12.5 k impressions/s","worlds":4}"#)
  }

  @Test func `what is known so far stands before the time left`() {
    var line = ProgressLine(arms: 1)
    var half = progress(4, of: 8)
    half.finding = "best +0.003 (trial 5, race)"
    line.update(half, time: 20)
    #expect(
      line.text(half, width: 90).contains(
        " 50%  4/8 worlds  best +0.003 (trial 5, race)  20 s left"))
  }

  @Test func `a newer rate weighs 0.3`() {
    var line = ProgressLine(arms: 1)
    line.update(progress(1, of: 10), time: 10)
    let three = progress(3, of: 10)
    line.update(three, time: 20)
    // 0.01/s, then 0.02/s: 0.01 + 0.3 · 0.01 = 0.013/s; 0.7 / 0.013 = 53.8 s.
    #expect(line.text(three, width: 60).contains("30%  3/10 worlds  54 s left"))
  }

  @Test(arguments: [(60, "17 min left"), (3600, "16.7 h left"), (3, "50 s left")])
  func `long times are shown roughly`(time: Double, words: String) {
    var line = ProgressLine(arms: 1)
    let progress = progress(3, of: 53)
    // 50 of 53 are left: 50/3 of the time so far.
    line.update(progress, time: time)
    #expect(line.text(progress, width: 100).contains(words))
  }

  @Test func `what is full is left out, and the line never wraps`() {
    var line = ProgressLine(arms: 2)
    let half = progress(4, of: 8, impressions: 250_000)
    line.update(half, time: 20)
    for width in 1...120 { #expect(line.text(half, width: width).count <= width) }
    expectEqual(line.text(half, width: 40), "50%  2/4 worlds  20 s left  28/56 days")
    expectEqual(line.text(half, width: 3), "50%")
  }

  private func bar(_ filled: Int, _ width: Int) -> String {
    String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }

  /// Runs of a week each.
  private func progress(
    _ finished: Int, of runs: Int, impressions: Int = 0
  ) -> ExperimentProgress {
    ExperimentProgress(
      finishedRuns: finished, runs: runs, simulatedSeconds: Double(finished) * 604_800,
      allSeconds: Double(runs) * 604_800, impressions: impressions)
  }
}
