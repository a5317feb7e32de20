internal import DataFiles
internal import Experiments
internal import FeedMetrics
public import ReportKit
internal import Scenarios
internal import SocialFeed
internal import Stochastics

extension WeightResults: StudyResults {
  public static let files = StudyFiles(
    "weights", "a sensitivity analysis of weights", key: "\"of\": \"weights\"", rows: "weights",
    headers: "metric,parameter,value,mu,", "metric,parameter,value,first,")

  /// For each metric the numbers that matter, and a table of all tunable numbers.
  public var document: Document { document() }

  /// - Parameter hidden: The ids of metrics without a row. JSON always has all metrics.
  public func document(hiding hidden: Set<String> = []) -> Document {
    let summary = WeightSummary(hiding(hidden))
    return Document(blocks: summary.blocks, table: summary.table, json: jsonValue)
  }
}

extension WeightSummary {
  var blocks: [Block] {
    Block.head(
      mark: "weights", title: "FeedLab sensitivity of weights",
      scenario: design.experiment.scenario, setting: setting) + [
        .sections(
          results.findings.map { finding in
            Block.Section(
              nil, answers: answers(finding).map { Sentence($0) },
              [.table(Table(columns(finding), order(finding), layouts: 3))])
          }),
        .group([
          .legend(legend.map { $0.map { Sentence($0) } }),
          .sentences(([method] + notes).map { Sentence($0) }, .paragraphs),
        ]),
      ]
  }

  /// The numbers with a measurable effect, the largest first, then the others.
  private func order(_ finding: WeightFinding) -> [Int] {
    finding.measurable + design.parameters.indices.filter { !finding.measurable.contains($0) }
  }

  /// The columns of rows that are indices of parameters, in three layouts.
  private func columns(_ finding: WeightFinding) -> [Column<Int>] {
    let first: [Column<Int>] = [
      Column(.init(finding.metric.signedLabel, markdown: .metric(finding.metric))) {
        .text(name($0, in: finding))
      },
      Column("range", in: [0]) { .text(Self.range(design, $0)) },
    ]
    switch finding.evidence {
    case .screening(let influences):
      func value(
        _ parameter: Int, _ text: (ElementaryEffects, ValueScale) -> String?
      ) -> Value {
        .text(
          influences[parameter].effects.flatMap { effects in
            text(
              effects,
              ValueScale(
                finding.metric, size: effects.meanMagnitude, error: effects.meanMagnitudeError))
          })
      }
      return first + [
        Column("μ*", .right) {
          value($0) { effects, scale in
            scale.value(effects.meanMagnitude)
              + (effects.meanMagnitudeError.map { " ±\(scale.halfWidth($0))" } ?? "")
          }
        },
        Column("σ", .right, in: [0, 1]) { value($0) { $0.deviation.map($1.value) } },
        Column("dummy", .right) { value($0) { $0.noise.map($1.value) } },
      ]
    case .variance(let indices):
      let level = LevelText.heading(indices?.total.first?.interval?.level ?? 0.95)
      func share(_ index: SobolIndices.Index?) -> Value {
        .text(index.map { Self.share($0.estimate) })
      }
      func limits(_ index: SobolIndices.Index?) -> Value {
        .text(
          index?.interval.map { "[\(Self.share($0.lower)), \(Self.share($0.upper))]" })
      }
      return first + [
        Column("alone", .right) { share(indices?.first[$0]) },
        Column(.init(level), .right, in: [0, 1]) { limits(indices?.first[$0]) },
        Column("in all", .right) { share(indices?.total[$0]) },
        Column(.init(level), .right) { limits(indices?.total[$0]) },
      ]
    }
  }

  private func name(_ parameter: Int, in finding: WeightFinding) -> String {
    let name = Self.name(design.parameters[parameter])
    guard case .screening(let influences) = finding.evidence, influences[parameter].isMeasurable
    else { return name }
    return name + (influences[parameter].trend.map { " \($0.mark)" } ?? "")
  }

  // MARK: For programs

  /// A row for each metric and number, in the units of the metrics.
  var table: DataTable {
    typealias Row = (finding: WeightFinding, parameter: Int)
    let rows = results.findings.flatMap { finding in
      design.parameters.indices.map { Row(finding, $0) }
    }
    let names: [Column<Row>] = [
      .text("metric", \.finding.metric.id),
      .text("parameter") { design.parameters[$0.parameter].key },
      .number("value") { design.parameters[$0.parameter].value },
    ]
    func effects(_ row: Row) -> ElementaryEffects? {
      guard case .screening(let influences) = row.finding.evidence else { return nil }
      return influences[row.parameter].effects
    }
    func indices(_ row: Row) -> SobolIndices? {
      guard case .variance(let indices) = row.finding.evidence else { return nil }
      return indices
    }
    func first(_ row: Row) -> SobolIndices.Index? { indices(row)?.first[row.parameter] }
    func total(_ row: Row) -> SobolIndices.Index? { indices(row)?.total[row.parameter] }
    let numbers: [Column<Row>] =
      switch design.method {
      case .morris: Column.effects(effects)
      case .sobol:
        [
          .number("first") { first($0)?.estimate },
          .number("first_lower") { first($0)?.interval?.lower },
          .number("first_upper") { first($0)?.interval?.upper },
          .number("total") { total($0)?.estimate },
          .number("total_lower") { total($0)?.interval?.lower },
          .number("total_upper") { total($0)?.interval?.upper },
          .number("variance") { indices($0)?.variance },
        ]
      }
    return DataTable(
      names + numbers + [
        .truth("measurable") { $0.finding.measurable.contains($0.parameter) }
      ], rows)
  }
}

extension Column {
  /// Morris's effects of a parameter.
  static func effects(_ effects: @escaping (Row) -> ElementaryEffects?) -> [Column] {
    [
      .number("mu") { effects($0)?.mean }, .number("mu_error") { effects($0)?.meanError },
      .number("mu_star") { effects($0)?.meanMagnitude },
      .number("mu_star_error") { effects($0)?.meanMagnitudeError },
      .number("sigma") { effects($0)?.deviation }, .number("noise") { effects($0)?.noise },
      .number("p") { effects($0)?.pValue },
    ]
  }
}

extension WeightResults {
  fileprivate var jsonValue: JSONValue {
    let experiment = design.experiment
    var members: [String: JSONValue] = [
      "of": .string("weights"), "arm": .string(design.arm),
      "worlds": JSONValue(experiment.worlds), "runs": JSONValue(design.runs),
      "parameters": .array(design.parameters.map(\.jsonValue)),
      "idle": .array(idleParameters.map(key)),
      "flat_rays": .array(flatRays.map { .array(design.rays[$0].map(key)) }),
      "points": .array((0..<design.points).map(point)),
      "findings": .array(findings.map(finding)),
    ]
    switch design.method {
    case .morris(let screening):
      members["method"] = .string("morris")
      members["trajectories"] = JSONValue(screening.trajectories)
      members["levels"] = JSONValue(screening.levels)
    case .sobol(let sampling):
      members["method"] = .string("sobol")
      members["samples"] = JSONValue(sampling.rows)
    }
    return .study(experiment, members)
  }

  private func key(_ parameter: Int) -> JSONValue { .string(design.parameters[parameter].key) }

  private func point(_ index: Int) -> JSONValue {
    .object([
      "first_world": JSONValue(design.world(0, at: index)),
      "values": .array(design.values(at: index).map(JSONValue.number)),
    ])
  }

  private func finding(_ finding: WeightFinding) -> JSONValue {
    var members: [String: JSONValue] = [
      "metric": .string(finding.metric.id), "means": .array(finding.means.map { JSONValue($0) }),
      "measurable": .array(finding.measurable.map(key)),
    ]
    switch finding.evidence {
    case .screening(let influences):
      members["influences"] = .array(
        influences.map { influence in
          var members = influence.effectsJSON
          members["parameter"] = key(influence.parameter)
          return .object(members)
        })
    case .variance(let indices):
      members["indices"] =
        indices.map { indices in
          .object([
            "variance": .number(indices.variance), "rows": JSONValue(indices.rows),
            "first": .array(indices.first.map(\.jsonValue)),
            "total": .array(indices.total.map(\.jsonValue)),
          ])
        } ?? .null
    }
    return .object(members)
  }
}

extension ParameterInfluence {
  /// The effects and the test, without the parameter's name.
  var effectsJSON: [String: JSONValue] {
    [
      "mu": JSONValue(effects?.mean), "mu_error": JSONValue(effects?.meanError),
      "mu_star": JSONValue(effects?.meanMagnitude),
      "mu_star_error": JSONValue(effects?.meanMagnitudeError),
      "sigma": JSONValue(effects?.deviation), "noise": JSONValue(effects?.noise),
      "p": JSONValue(effects?.pValue), "measurable": .bool(isMeasurable),
      "trend": trend.map { .string($0.rawValue) } ?? .null,
    ]
  }
}

extension SobolIndices.Index {
  fileprivate var jsonValue: JSONValue {
    .object(["estimate": .number(estimate), "interval": interval?.jsonValue ?? .null])
  }
}

extension TunableParameter {
  fileprivate var jsonValue: JSONValue {
    var members: [String: JSONValue] = [
      "key": .string(key), "surface": .string(surface.description),
      "path": .string(path.description),
      "value": .number(value),
    ]
    switch range {
    case .choices(let values): members["choices"] = .array(values.map(JSONValue.number))
    case .interval(let low, let high, let scale, let isWhole):
      members["low"] = .number(low)
      members["high"] = .number(high)
      members["scale"] = .string(scale.rawValue)
      members["whole"] = .bool(isWhole)
    }
    return .object(members)
  }
}
