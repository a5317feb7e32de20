internal import DataFiles
package import Experiments
internal import FeedMetrics
package import ReportKit

/// The members, creators or posts of one world that moved a metric of a candidate most.
package struct MoversExplanation: Sendable {
  let results: ExperimentResults
  let movers: Movers
  let candidate: String
  let world: Int
  let call: ExplainCall

  package init(
    _ movers: Movers, of results: ExperimentResults, candidate: String, world: Int,
    call: ExplainCall
  ) {
    self.results = results
    self.movers = movers
    self.candidate = candidate
    self.world = world
    self.call = call
  }
}

extension MoversExplanation: Documented {
  package var document: Document {
    Document(
      blocks: blocks, table: DataTable(dataColumns, movers.movers),
      json: .study(
        results.design,
        [
          "metric": .string(movers.metric.id), "baseline": .string(baseline),
          "candidate": .string(candidate), "world": JSONValue(world),
          "of": .string(movers.subject.rawValue), "baseline_value": .number(movers.baselineValue),
          "candidate_value": .number(movers.candidateValue), "difference": .number(change),
          "movers": .array(movers.movers.map { .object($0, Self.moverColumns + derivedColumns) }),
        ]))
  }

  private var baseline: String { results.design.baseline ?? "" }
  private var change: Double { movers.candidateValue - movers.baselineValue }

  // MARK: For people

  /// The most rows of the table; JSON and CSV have all.
  private static let mostRows = 10

  private var shown: [Movers.Mover] { Array(movers.movers.prefix(Self.mostRows)) }

  private var blocks: [Block] {
    Block.head(
      mark: "movers", title: "FeedLab explain", scenario: results.design.scenario,
      setting: ExperimentNotes(results).setting)
      + [
        .heading(
          "\(strong: candidate) against \(strong: baseline): \(raw: movers.subject.rawValue)"),
        .paragraph(
          "\(movers.metric.label) \(code: movers.metric.id) in world \(world): \(raw: values)"),
        .table(table), .paragraph(.init(remainder)), commands, .paragraph(.init(method)),
      ]
  }

  private var values: String {
    let size = max(movers.baselineValue.magnitude, movers.candidateValue.magnitude)
    let scale = ValueScale(movers.metric, size: size, error: nil)
    return "\(scale.value(movers.baselineValue)) → \(scale.value(movers.candidateValue)),"
      + " \(parts.change(change))"
  }

  /// The scale of the parts: three digits of the largest.
  private var parts: ValueScale {
    ValueScale(movers.metric, size: movers.movers.first?.whole.magnitude ?? 0, error: nil)
  }

  private var table: Table {
    let (parts, rates) = (parts, rates)
    let columns: [Column<Movers.Mover>] = [
      Column(.init(movers.subject.singular), .right) { .text($0.numberText) },
      Column("looks", .right) { mover in
        .text(
          [mover.baseline, mover.candidate].map { NumberText.count(Int($0[.looks])) }
            .joined(separator: " → "))
      },
      Column("rate", .right) { mover in
        .text(
          [mover.baselineRate, mover.candidateRate].map {
            $0.map(rates.value) ?? NumberText.missing
          }.joined(separator: " → "))
      },
      Column("mix", .right, in: [0]) { .text(parts.change($0.fromMix)) },
      Column("rates", .right, in: [0]) { .text(parts.change($0.fromRate)) },
      Column("together", .right) { .text(parts.change($0.whole)) },
      Column("share", .right) { .figure(share(of: $0).map(NumberText.percent)) },
    ]
    return Table(columns, shown, layouts: 2)
  }

  private var rates: ValueScale {
    let rates = shown.flatMap { [$0.baselineRate, $0.candidateRate].compactMap { $0 } }
    // Most rates are far below the largest.
    return ValueScale(movers.metric, size: (rates.max() ?? 0) / 10, error: nil)
  }

  /// The part as a share of the change; missing without a change.
  private func share(of mover: Movers.Mover) -> Double? {
    change == 0 ? nil : mover.whole / change
  }

  private var remainder: String {
    let others = movers.movers.dropFirst(Self.mostRows)
    let rest = others.reduce(0) { $0 + $1.whole }
    let all = "Together \(parts.change(change))"
    return others.isEmpty
      ? all + "."
      : all + ", of which \(parts.change(rest)) at \(NumberText.count(others.count)) more"
        + " \(movers.subject.rawValue); --format csv has all."
  }

  /// The calls that show the feeds behind each row.
  private var commands: Block {
    .sentences(
      shown.compactMap { mover in
        command(of: mover).map { command in
          let name = "\(movers.subject.singular) \(mover.numberText)"
          return "\(name): \(code: command)" as Sentence
        }.map(\.inOneLine)
      }, .list)
  }

  private func command(of mover: Movers.Mover) -> String? {
    mover.page.map {
      call.feeds(
        on: $0, world: world,
        candidate: results.design.candidates.count > 1 ? candidate : nil)
    }
  }

  private var method: String {
    let twins = results.design.isAntithetic ? ", the first of its antithetic twins" : ""
    return
      "Each part is what comes from looking more or less (mix) and from another rate of what a look led to; the"
      + " parts of all add up to the change in world \(world)\(twins), which was simulated again."
      + " Members, creators and posts differ from world to world, so this table has no intervals."
      + " A command shows both feeds of a viewer where most of the looks on one page were."
  }

  // MARK: For programs

  private var dataColumns: [Column<Movers.Mover>] {
    [
      .text("metric") { _ in movers.metric.id }, .text("candidate") { _ in candidate },
      .whole("world") { _ in world }, .text("of") { _ in movers.subject.rawValue },
    ] + Self.moverColumns + derivedColumns
  }

  private static var moverColumns: [Column<Movers.Mover>] {
    [
      .whole("baseline_number", \.baselineNumber), .whole("candidate_number", \.candidateNumber),
      .number("baseline_looks") { $0.baseline[.looks] },
      .number("candidate_looks") { $0.candidate[.looks] },
      .number("baseline_rate", \.baselineRate), .number("candidate_rate", \.candidateRate),
      .number("from_mix", \.fromMix), .number("from_rate", \.fromRate),
      .number("difference", \.whole),
    ]
  }

  private var derivedColumns: [Column<Movers.Mover>] {
    [.number("share", share), .text("command", command)]
  }
}

extension LookSubject {
  fileprivate var singular: String {
    switch self {
    case .members: "member"
    case .creators: "creator"
    case .posts: "post"
    }
  }
}

extension Movers.Mover {
  /// The number, or both where they differ.
  fileprivate var numberText: String {
    if baselineNumber == candidateNumber, let baselineNumber { return "\(baselineNumber)" }
    return [baselineNumber, candidateNumber].map { $0.map(String.init) ?? NumberText.missing }
      .joined(separator: " → ")
  }
}
