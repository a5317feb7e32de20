internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import ReportKit
internal import Stochastics

extension SocietiesResults: StudyResults {
  public static let files = StudyFiles(
    "societies", "a look at other communities", key: "\"of\": \"societies\"", rows: "societies",
    headers: "society,candidate,metric,worlds,")

  /// For each candidate the answer, a table of the communities and a table of the metrics.
  public var document: Document { document() }

  /// - Parameter hidden: The ids of metrics without a row in the tables of metrics. JSON and CSV always have all
  ///   metrics.
  public func document(hiding hidden: Set<String> = []) -> Document {
    let document = SocietiesDocument(results: self, hidden: hidden)
    return Document(blocks: document.blocks, table: document.table, json: jsonValue)
  }
}

private struct SocietiesDocument {
  let results: SocietiesResults
  let hidden: Set<String>
  private var design: SocietiesDesign { results.design }

  /// A community with the comparison of a candidate's headline metric.
  private typealias Row = (society: SocietyVerdict, comparison: Comparison, standing: Standing?)
  /// A level of what varies, with the standings of the communities that have it.
  private typealias LevelRow = (level: String, standings: [Standing])
  /// A metric with its verdicts in the other communities.
  private typealias MetricRow = (
    metric: MetricDefinition, verdicts: VerdictCounts, standings: [Standing]
  )

  var blocks: [Block] {
    Block.head(
      mark: "societies", title: "FeedLab sensitivity over communities",
      scenario: design.experiment.scenario, setting: setting) + [
        .sentences(SocietiesText(.known(results.record)).lines.map { $0.hanging(2) }, .list),
        .sections(design.experiment.candidates.map(section)),
        .group([
          .legend(Self.legend), .sentences([Sentence(method)], .paragraphs),
        ]),
      ]
  }

  /// The community and the others, in one line.
  private var setting: String {
    "\(ExperimentNotes.community(design.experiment)), \(design.experiment.arms.count) arms in it and in"
      + " \(design.others.count) other communities, \(worlds) parallel worlds of each"
  }

  /// Such as `5`, or `3 or 5`.
  private var worlds: String {
    Set(design.societies.map(\.worlds)).sorted().map(String.init).joined(separator: " or ")
  }

  private func section(_ candidate: String) -> Block.Section {
    let metrics = Table(
      Self.metricColumns,
      groups: .families(
        of: metricRows(candidate).filter { !hidden.contains($0.metric.id) }, \.metric),
      isJoint: true)
    return Block.Section(
      "\(candidate) against \(design.baseline): \(design.headline.labelInSentence)",
      [
        .only(
          .terminal,
          [
            .paragraph(
              "\(strong: candidate) against \(design.baseline): \(design.headline.labelInSentence)")
          ]),
        .table(Table(columns, rows(candidate), layouts: 3)),
        .table(Table(Self.levelColumns, levelRows(candidate))), .table(metrics),
      ])
  }

  private func rows(_ candidate: String) -> [Row] {
    let verdicts = results.verdicts(on: design.headline, of: candidate)
    return zip(verdicts, results.comparisons).map { verdict, comparisons in
      Row(
        verdict, comparisons.comparison(of: design.headline, candidate),
        verdict.standing(of: verdicts[0].verdict, verdicts[0].decision))
    }
  }

  /// The levels in the order of what varies.
  private func levelRows(_ candidate: String) -> [LevelRow] {
    let rows = rows(candidate).dropFirst()
    let levels = SocietyVerdict.levels(of: rows.map(\.society))
    return levels.map { level in
      (level, rows.filter { $0.society.levels.contains(level) }.compactMap(\.standing))
    }
  }

  /// The verdict of a metric by itself, whatever the decision.
  private func metricRows(_ candidate: String) -> [MetricRow] {
    design.experiment.metrics.map { metric in
      let verdicts = results.verdicts(on: metric, of: candidate)
      return MetricRow(
        metric, VerdictCounts(verdicts.dropFirst().map(\.verdict)),
        verdicts.dropFirst().compactMap { $0.standing(of: verdicts[0].verdict) })
    }
  }

  private var columns: [Column<Row>] {
    [
      Column(.word("community")) { .text($0.society.society) },
      Column(.word("worlds"), .right, in: [0]) { .count($0.comparison.worlds) },
      Column(.word("change"), .right) { $0.comparison.changeValue },
      Column(.word("interval"), .centred) { $0.comparison.intervalValue },
      Column(.word("verdict")) { row in
        let finding = RowFinding(row.comparison.verdict)
        return .text(finding.word).toned(finding.tone)
      },
      Column(.word("decision"), in: [0]) {
        .text($0.society.decision?.words)
      },
      Column("") { .text($0.standing?.rawValue).toned($0.standing == .turns ? .bad : .plain) },
    ]
  }

  private static var metricColumns: [Column<MetricRow>] {
    func count(_ row: MetricRow, _ verdicts: Verdict...) -> Value {
      .count(verdicts.reduce(0) { $0 + row.verdicts[$1] })
    }
    return [
      Column(.group) { .labelled($0.metric) },
      Column("better", .right) { count($0, .better, .higher) },
      Column("worse", .right) { count($0, .worse, .lower) },
      Column("small", .right) { count($0, .equivalent, .identical) },
      Column("unsure", .right) { count($0, .undecided, .undefined) },
    ] + standingColumns(\.standings)
  }

  private static var levelColumns: [Column<LevelRow>] {
    [Column(.word("with")) { .text($0.level) }] + standingColumns(\.standings)
  }

  /// How often something holds, turns and is undecided; empty where it can do none of these.
  private static func standingColumns<Row>(
    _ standings: @escaping (Row) -> [Standing]
  ) -> [Column<Row>] {
    Standing.allCases.map { standing in
      Column(.word(standing.rawValue), .right) { row in
        let all = standings(row)
        return .count(all.isEmpty ? nil : all.count { $0 == standing })
      }
    }
  }

  private static let legend: [[Sentence]] = [
    ["Communities: better (or higher), worse (or lower), too small to matter, not sure yet"],
    ["holds: the decision, or without one the verdict, is as in the scenario's own community"],
    ["turns: it is surely another"],
    ["undecided: the worlds of the community do not decide"],
  ]

  /// The method, its errors and the seed.
  private var method: String {
    "Each community has draws of its own, made from the seed \(design.experiment.seed). The others vary together what"
      + " the second table lists, each thing at each end in half of them. Verdicts come from an A/B comparison in"
      + " each community, alpha \(ExperimentNotes.alpha(design.experiment)), not corrected for the number of"
      + " communities: where arms do not differ, 2.5% of them look better and 2.5% worse."
  }

  // MARK: For programs

  /// A row for each community, candidate and metric, in the units of the metrics.
  var table: DataTable {
    typealias Row = (
      society: ListedSociety, comparison: Comparison, decision: Decision.Outcome?,
      own: SocietyVerdict
    )
    let rows = zip(design.societies, results.comparisons).flatMap { society, results in
      results.comparisons.map { comparison in
        Row(
          society, comparison,
          results.decisions.first { $0.candidate == comparison.candidate }?.outcome,
          self.results.verdicts(on: comparison.metric, of: comparison.candidate)[0])
      }
    }
    return DataTable(
      [
        Column<Row>.text("society", \.society.name), .text("candidate", \.comparison.candidate),
        .text("metric", \.comparison.metric.id), .whole("worlds", \.comparison.worlds),
        .number("baseline_mean", \.comparison.baselineMean),
        .number("difference") { $0.comparison.difference?.mean },
        .number("lower") { $0.comparison.difference?.interval?.lower },
        .number("upper") { $0.comparison.difference?.interval?.upper },
        .number("relative") { $0.comparison.relative?.estimate },
        .text("verdict", \.comparison.verdict.rawValue),
        .text("decision") { $0.decision?.rawValue },
        .text("standing") { row in
          let verdict = SocietyVerdict(
            society: row.society.name, levels: row.society.levels, row.comparison,
            decision: row.decision)
          return verdict.standing(of: row.own.verdict)?.rawValue
        },
        .text("levels") { $0.society.levels.joined(separator: "; ") },
      ], rows)
  }
}

extension SocietiesResults {
  fileprivate var jsonValue: JSONValue {
    let experiment = design.experiment
    return .study(
      experiment,
      [
        "of": .string("societies"), "simulation": .string(FeedLab.simulation),
        "baseline": .string(design.baseline),
        "candidates": .array(experiment.candidates.map(JSONValue.string)),
        "headline": .string(design.headline.id), "level": .number(experiment.level),
        "runs": JSONValue(design.runs),
        "verdicts": SocietiesText(.known(record)).json,
        "societies": .array(zip(design.societiesJSON, comparisons).map(society)),
      ])
  }

  private func society(_ society: JSONValue, _ results: ExperimentResults) -> JSONValue {
    guard case .object(var members) = society else { return .null }
    members["worlds"] = JSONValue(results.design.worlds)
    members["decisions"] = .array(results.decisions.map(\.jsonValue))
    members["comparisons"] = .array(results.comparisons.map { $0.jsonValue(results.design.plan) })
    return .object(members)
  }
}
