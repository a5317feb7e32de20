internal import DataFiles
package import Experiments
internal import FeedMetrics
package import ReportKit

/// The sentences about the verdicts of a comparison in other communities.
package struct SocietiesText {
  private let otherSocieties: OtherSocieties
  /// The verdict on a candidate and the decision, which verdicts in other communities confirm or turn.
  private let reference: (SocietyRecord.Candidate) -> (Verdict, Decision.Outcome?)?

  /// Other communities compared with the results of this comparison.
  package init(_ otherSocieties: OtherSocieties, of results: ExperimentResults) {
    self.otherSocieties = otherSocieties
    reference = { candidate in
      guard case .known(let record) = otherSocieties else { return nil }
      let comparison = results.comparisons(of: candidate.name).first {
        $0.metric.id == record.metric
      }
      return comparison.map { comparison in
        (
          comparison.verdict,
          results.decisions.first { $0.candidate == candidate.name }?.outcome
        )
      }
    }
  }

  /// Other communities compared with the scenario's own, from the same record.
  package init(_ otherSocieties: OtherSocieties) {
    self.otherSocieties = otherSocieties
    reference = { ($0.own.verdict, $0.own.decision) }
  }

  /// A line for each candidate; none without a record.
  package var lines: [Sentence] {
    guard case .known(let record) = otherSocieties else { return [] }
    return record.candidates.map { line($0, on: record.metric) }
  }

  /// Whether the decision or the verdict on a candidate is the same elsewhere, such as `Holds in all 16 other
  /// communities.`; `nil` where it is not known.
  package func standing(of candidate: String) -> String? {
    guard case .known(let record) = otherSocieties,
      let candidate = record.candidates.first(where: { $0.name == candidate })
    else { return nil }
    let societies = candidate.societies
    let summary = reference(candidate).flatMap { verdict, decision in
      Self.summary(societies, societies.map { $0.standing(of: decision) })
        ?? Self.summary(societies, societies.map { $0.standing(of: verdict) })
    }
    let text = (summary ?? Self.tally(societies)).text
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// Why other communities are not known, and the command that changes that; `nil` where they are known.
  package var warning: Sentence? {
    guard case .unknown(let gap) = otherSocieties else { return nil }
    return gap.sentence
  }

  /// The warning with its mark, where there is one.
  package var warningLine: Sentence? { warning?.asWarning }

  /// The lines, or the warning with its mark, for the top of a report.
  var firstLines: [Sentence] { warning.map { [$0.asWarning] } ?? lines }

  /// The lines in one beside the decisions, such as `Same decision in other communities: affinity 12 of 16 (turns in 2, 2
  /// not sure yet), contest not sure yet in any.`; the lines themselves where something is not decided here.
  package var linesBesideDecisions: [Sentence] {
    guard case .known(let record) = otherSocieties else { return [] }
    let counts = record.candidates.compactMap { candidate -> Sentence? in
      let standings = candidate.societies.map { $0.standing(of: reference(candidate)?.1) }
      let all = standings.count { $0 != nil }
      guard all > 0 else { return nil }
      let turning = standings.count { $0 == .turns }
      let open = standings.count { $0 == .undecided }
      if open == all { return "\(strong: candidate.name) not sure yet in any" }
      let others = [
        turning == 0 ? nil : "turns in \(turning)", open == 0 ? nil : "\(open) not sure yet",
      ].compactMap { $0 }.joined(separator: ", ")
      let rest = others.isEmpty ? "" : " (\(others))"
      return "\(strong: candidate.name) \(standings.count { $0 == .holds }) of \(all)\(rest)"
    }
    guard !counts.isEmpty, counts.count == record.candidates.count else { return lines }
    return ["Same decision in other communities: \(.joined(counts, by: ", "))."]
  }

  /// The lines, or the warning, for files that builds show.
  var fact: (name: String, value: String) {
    ("societies", (warning.map { [$0] } ?? lines).map(\.text).joined(separator: " ").asciiNumbers)
  }

  /// Such as `The decision on affinity (do not ship) holds in 14 of 16 other communities; turns in 2; like_rate turns in
  /// 1.`, or `The verdict on affinity (like_rate) holds in all 16 other communities.` without a decision.
  private func line(_ candidate: SocietyRecord.Candidate, on metric: String) -> Sentence {
    let name: Sentence = "\(strong: candidate.name)"
    let metric = MetricCatalogue.definition(metric)?.labelInSentence ?? metric
    let societies = candidate.societies
    if let (verdict, decision) = reference(candidate) {
      let decisions = societies.map { $0.standing(of: decision) }
      let verdicts = societies.map { $0.standing(of: verdict) }
      if let decision, let summary = Self.summary(societies, decisions) {
        let turning = societies.indices.filter {
          decisions[$0] != .turns && verdicts[$0] == .turns
        }.map { societies[$0] }
        let others: Sentence =
          turning.isEmpty ? "" : "; \(metric) \(Self.turns(turning, of: societies))"
        return "The decision on \(name) (\(decision.words)) \(summary)\(others)."
      }
      if let summary = Self.summary(societies, verdicts) {
        return "The verdict on \(name) (\(metric)) \(summary)."
      }
    }
    return "The verdict on \(name) (\(metric)) is not sure yet: \(Self.tally(societies))."
  }

  /// In how many communities something holds; `nil` where it can neither hold nor turn.
  private static func summary(
    _ societies: [SocietyVerdict], _ standings: [Standing?]
  ) -> Sentence? {
    let all = standings.count { $0 != nil }
    guard all > 0 else { return nil }
    let holding = standings.count { $0 == .holds }
    let undecided = standings.count { $0 == .undecided }
    let turning = zip(societies, standings).filter { $1 == .turns }.map(\.0)
    if holding == all { return "holds in all \(NumberText.count(all)) other communities" }
    // A count of 0 would read as if the decision were another one there.
    if undecided == all {
      return "is not sure yet in any of \(NumberText.count(all)) other communities"
    }
    let parts: [Sentence?] = [
      "holds in \(holding) of \(NumberText.count(all)) other communities",
      turning.isEmpty ? nil : turns(turning, of: societies),
      undecided == 0 ? nil : "not sure yet in \(undecided)",
    ]
    return .joined(parts.compactMap { $0 }, by: "; ")
  }

  /// Such as `turns in 3`, or `turns in 4, all with everyone's posts`.
  private static func turns(
    _ turning: [SocietyVerdict], of societies: [SocietyVerdict]
  ) -> Sentence {
    let shared = sharedLevel(turning, of: societies).map { Sentence(", all with \($0)") } ?? ""
    return "turns in \(NumberText.count(turning.count))\(shared)"
  }

  /// The level that all communities have in which a verdict turns, unless chance might have it.
  ///
  /// If the level did not matter, all *t* of *N* communities would be among the *n* with the level with the
  /// probability C(*n*, *t*) ÷ C(*N*, *t*). It counts below 0.05, corrected for the number of levels.
  private static func sharedLevel(
    _ turning: [SocietyVerdict], of societies: [SocietyVerdict]
  ) -> String? {
    let levels = SocietyVerdict.levels(of: societies)
    let found = levels.filter { level in turning.allSatisfy { $0.levels.contains(level) } }.map {
      level in
      let having = societies.count { $0.levels.contains(level) }
      let chance = turning.indices.reduce(1) {
        $0 * Double(having - $1) / Double(societies.count - $1)
      }
      return (level: level, chance: chance)
    }.min { $0.chance < $1.chance }
    guard let found, found.chance * Double(levels.count) < 0.05 else { return nil }
    return found.level
  }

  /// The verdicts without a reference, such as `better in 3, worse in 2, neither in 11 of 16 other communities`.
  private static func tally(_ societies: [SocietyVerdict]) -> Sentence {
    let better = societies.count { $0.verdict == .better || $0.verdict == .higher }
    let worse = societies.count { $0.verdict == .worse || $0.verdict == .lower }
    let all = NumberText.count(societies.count)
    return Sentence(
      "better in \(better), worse in \(worse), neither in \(societies.count - better - worse) of \(all) other"
        + " communities")
  }

  /// For results.json.
  var json: JSONValue {
    switch otherSocieties {
    case .unknown(let gap): .object(["status": .string(gap.status)])
    case .known(let record):
      .object([
        "status": .string("known"), "metric": .string(record.metric),
        "candidates": .array(record.candidates.map(json)),
      ])
    }
  }

  private func json(_ candidate: SocietyRecord.Candidate) -> JSONValue {
    let reference = reference(candidate)
    func json(_ society: SocietyVerdict) -> JSONValue {
      let standing = reference.flatMap { society.standing(of: $0.0, $0.1) }
      return .object([
        "society": .string(society.society),
        "levels": .array(society.levels.map(JSONValue.string)), "worlds": JSONValue(society.worlds),
        "change": society.difference.jsonValue, "relative": society.relative.jsonValue,
        "verdict": .string(society.verdict.rawValue),
        "decision": JSONValue(society.decision?.rawValue),
        "standing": JSONValue(standing?.rawValue),
      ])
    }
    return .object([
      "name": .string(candidate.name), "own": json(candidate.own),
      "societies": .array(candidate.societies.map(json)),
    ])
  }
}

extension Sentence {
  /// The sentence with the mark and the tone of a warning.
  package var asWarning: Sentence { (.raw("! ") + self).toned(.strong) }
}

extension SocietyVerdict.Change? {
  var jsonValue: JSONValue {
    map { change in
      .object([
        "estimate": .number(change.estimate), "lower": JSONValue(change.lower),
        "upper": JSONValue(change.upper),
      ])
    } ?? .null
  }
}

extension OtherSocieties.Gap {
  /// Why other communities are not known, and the command that changes that.
  fileprivate var sentence: Sentence {
    switch reason {
    case .notRecorded:
      "The verdict was not tested in other communities: \(command: command)."
    case .otherSimulation(let version):
      """
      The test in other communities is out of date, since it was recorded with \(version) and this is \
      \(FeedLab.simulation): \(command: command).
      """
    case .changed:
      "The test in other communities is out of date, since the scenario has changed: \(command: command)."
    case .options:
      """
      Not tested in other communities with these options; without them: \(command: command).
      """
    case .unreadable(let reason):
      // The reason begins with the file, which ends before its line.
      """
      The test in other communities cannot be read: \(path: String(reason.prefix { $0 != ":" }))\
      \(raw: String(reason.drop { $0 != ":" })). Record it again: \(command: command).
      """
    }
  }

  fileprivate var status: String {
    switch reason {
    case .notRecorded: "not_recorded"
    case .otherSimulation: "other_simulation"
    case .changed: "changed"
    case .options: "options"
    case .unreadable: "unreadable"
    }
  }
}
