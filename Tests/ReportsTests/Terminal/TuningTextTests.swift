import Experiments
import ReportKit
import Scenarios
import Stochastics
internal import Studies
import TestSupport
import Testing

/// Tunings of made-up worlds, whose best values are known: view 6 and like 2.
@Suite struct `Tunings as text` {
  @Test
  func `A race reports its conclusion, the values, the metrics, the limits and the finalists`()
    throws
  {
    let results = try SampleTuning.results(SampleTuning.race)
    expectEqual(
      ReportFormat.text.render(results.document, width: 100, hasStyle: false),
      """
      tuned: 60 members, 2 days (0.5 warm-up), 2 numbers of blend tuned by race to maximize Engagement
      rate subject to Creator inequality ≤ 0.8

      Better values for blend: Engagement rate +17.0% [+16.1, +17.9] in 4 fresh worlds.
      Against the baseline newest, the tuned values have Engagement rate +7.0% [+6.7, +7.3]: better.

      number                   incumbent  tuned  range
      blend.home.weights.view          1  6.127  0 to 9
      blend.home.weights.like          4  1.842  0 to 9

      metric              incumbent  tuned  change        interval  verdict
      Creator inequality      0.534  0.462  −0.072               –  not sure yet
      Engagement rate         0.171  0.200  +17.0%  [+16.1, +17.9]  better

      metric              newest  tuned  change      interval  verdict
      Creator inequality   0.567  0.462  −0.105             –  not sure yet
      Engagement rate      0.187  0.200   +7.0%  [+6.7, +7.3]  better

      limit                       room          interval  verdict
      Creator inequality ≤ 0.8  +0.338  [+0.336, +0.340]  ok

      trial      fresh worlds   mean  outcome
      incumbent             4  0.171  behind
      9                     4  0.200  best
      11                    4  0.200  behind
      12                    4  0.200  behind
      13                    4  0.200  behind
      15                    4  0.200  behind
      10                    4  0.200  behind
      14                    4  0.200  behind
      7                     4  0.199  behind

      Gain in the search's worlds +0.0289, in fresh worlds +0.0291 [+0.0276, +0.0306], optimism −0.0002.
      196 worlds searched of 200 and 48 fresh ones; 16 trials, 16 of them feasible by estimate; paired
      with the incumbent, intervals of 95 %; seed 7.

      """)
  }

  @Test func `In Markdown the conclusion is bold, and a metric has its label and its id`() throws {
    let lines = try SampleTuning.results(SampleTuning.race).markdown.split(separator: "\n")
    expectEqual(
      lines.prefix(2), ["<!-- feedlab:tune scenario=tuned -->", "### FeedLab tune: tuned"])
    expectEqual(
      lines[3],
      "**Better values** for blend: Engagement rate +17.0% [+16.1, +17.9] in 4 fresh worlds."
    )
    #expect(lines.contains("| Number | Incumbent | Tuned | Range |"))
    #expect(
      lines.contains(
        #"| Engagement rate `engagement_rate` ↑ | 0.171 | 0.200 | +17.0% | \[+16.1, +17.9\] | better |"#
      ))
  }

  @Test func `A Pareto front is reported with its knee point`() throws {
    let results = try SampleTuning.results(SampleTuning.front)
    let text = ReportFormat.text.render(results.document, width: 100, hasStyle: false)
    #expect(
      text.contains(
        """
        A Pareto front of 6 trials for blend, measured again in 4 fresh worlds; the knee point is marked.
        Against the baseline newest, the tuned values have Engagement rate +6.2% [+6.0, +6.4]: better.

        number                   incumbent   tuned  range
        blend.home.weights.view          1   5.635  0 to 9
        blend.home.weights.like          4  0.8902  0 to 9

        trial  Engagement rate  Creator inequality  on the front
        11             +0.0257              −0.122          100%
        19             +0.0281             −0.0942          100%
        22             +0.0250              −0.132          100%
        24             +0.0283             −0.0917          100%
        36             +0.0255              −0.126          100%
        39             +0.0275              −0.104          100%  knee point
        """))
    #expect(results.markdown.contains("| Trial | Engagement rate `engagement_rate` ↑ |"))
  }

  @Test func `Limits that no trial keeps are reported first`() throws {
    let results = try SampleTuning.results(
      #"maximize: engagement_rate, subject-to: ["creator_exposure_gini <= 0.1"], budget: 60"#)
    let text = ReportFormat.text.render(results.document, width: 200, hasStyle: false)
    #expect(
      text.contains(
        "No values surely keep the limits: neither the incumbent of blend nor any trial; the tables"
          + " show the trial that comes nearest."))
    #expect(text.contains("broken") && text.contains("breaks a limit"))
  }

  /// At the limit likes are 3.9, where (3.9 − 2)² / 1000 = 0.0036 of engagement is lost.
  @Test func `What a limit costs is one sentence in text and in Markdown`() throws {
    let results = try SampleTuning.results(SampleTuning.binding)
    let price = try #require(results.prices.first)
    let found = price.relaxation
    let relaxation = try #require(found)
    #expect(relaxation.gain.mean > 0 && relaxation.gain.mean < 0.01)
    let trials =
      switch (price.breaking, price.gaining) {
      case (1, 1): "The only trial that gained"
      case (price.gaining, _): "Every trial that gained"
      default: "\(price.breaking) of \(price.gaining) trials that gained"
      }
    let shown = results.shown == 0 ? "incumbent" : "tuned"
    let gain = results.design.changeText(
      relaxation.gain, of: results.design.tuning.objectives[0])
    let bound = "\(relaxation.constraint.bound)"
    #expect(
      ReportFormat.text.render(results.document, width: 400, hasStyle: false).contains(
        "\(trials) more than the \(shown) values in the search broke Creator inequality ≥ 0.53;"
          + " relaxing it to \(bound) would buy about \(gain) Engagement rate.\n"))
    #expect(
      results.markdown.contains(
        "broke Creator inequality ≥ 0.53; relaxing it to `\(bound)` would buy about"))
  }

  @Test func `Every set of values has a row`() throws {
    let results = try SampleTuning.results(SampleTuning.race)
    let rows = results.csv.split(separator: "\n")
    expectEqual(
      rows[0],
      "trial,worlds,fresh_worlds,gain_engagement_rate,feasible,breaks,value_creator_exposure_gini,"
        + "bound_creator_exposure_gini,room_creator_exposure_gini,blend.home.weights.view,"
        + "blend.home.weights.like")
    // Proposals that the budget did not pay for have none.
    expectEqual(rows.count, 1 + results.trials.count { $0.worlds > 0 })
    // The incumbent has no gain over itself.
    #expect(rows[1].hasPrefix("0,") && rows[1].contains(",0,true,,") && rows[1].hasSuffix(",1,4"))
    expectEqual(ReportFormat.tsv.render(results.document), results.csv.replacing(",", with: "\t"))
  }

  @Test func `A scenario states once where its values come from`() throws {
    let results = try SampleTuning.results(SampleTuning.race)
    let note = TuningNote(results)
    let once = note.added(to: "# The town.\na: 1\n", of: "a.yml")
    expectEqual(
      once,
      """
      # Tuned by feedlab 0.1.0: blend, race, budget 200 worlds, seed 7.
      # Better values for blend: Engagement rate +17.0% [+16.1, +17.9] in 4 fresh worlds.
      # The town.
      a: 1

      """)
    expectEqual(note.added(to: once, of: "a.yml"), once)
    expectEqual(note.added(to: "{}", of: "a.json"), "{}")
    // Behind a byte order mark, with the line ends of the file, and in place of an earlier comment.
    let marked = note.added(to: "\u{FEFF}# The town.\r\na: 1\r\n", of: "a.yml")
    expectEqual(Array(marked.utf8), Array(("\u{FEFF}" + once.replacing("\n", with: "\r\n")).utf8))
    expectEqual(Array(note.added(to: marked, of: "a.yml").utf8), Array(marked.utf8))
  }
}
