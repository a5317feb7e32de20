internal import DataFiles
package import Experiments
internal import FeedMetrics
package import ReportKit

/// The sentences about the verdicts of a comparison in other societies.
package struct SocietiesText {
  private let otherSocieties: OtherSocieties
  /// The verdict on a candidate and the decision, by which those of other societies hold or turn.
  private let reference: (SocietyRecord.Candidate) -> (Verdict, Decision.Outcome?)?

  /// Other societies compared with the results of this comparison.
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

  /// Other societies compared with the scenario's own, which is the first of a record.
  package init(_ otherSocieties: OtherSocieties) {
    self.otherSocieties = otherSocieties
    reference = { $0.societies.first.map { ($0.verdict, $0.decision) } }
  }

  /// A line for each candidate; none where nothing is known.
  package var lines: [Sentence] { lines(namingDecisions: true) }

  private func lines(namingDecisions: Bool) -> [Sentence] {
    guard case .known(let record) = otherSocieties else { return [] }
    return record.candidates.map {
      line($0, on: record.metric, namingDecision: namingDecisions)
    }
  }

  /// Whether the decision or the verdict on a candidate is the same elsewhere, such as `Holds in all 16
  /// societies.`; `nil` where nothing is known.
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

  /// Why nothing is known, and the command that changes that; `nil` where something is known.
  package var warning: Sentence? {
    guard case .unknown(let gap) = otherSocieties else { return nil }
    return gap.sentence
  }

  /// The warning with its mark, where there is one.
  package var warningLine: Sentence? { warning?.asWarning }

  /// The lines, or the warning with its mark, for the top of a report.
  var firstLines: [Sentence] { warning.map { [$0.asWarning] } ?? lines }

  /// The same beside the decisions, which it does not repeat.
  var linesBesideDecisions: [Sentence] {
    warning.map { [$0.asWarning] } ?? lines(namingDecisions: false)
  }

  /// The lines, or the warning, for files that builds show.
  var fact: (name: String, value: String) {
    ("societies", (warning.map { [$0] } ?? lines).map(\.text).joined(separator: " ").asciiNumbers)
  }

  /// Such as `The decision on affinity (do not ship) holds in 14 of 16 societies; turns when satiation is off;
  /// like_rate turns in the preset sticky.`, or `The verdict on affinity (like_rate) holds in all 16 societies.` where
  /// nothing is decided.
  private func line(
    _ candidate: SocietyRecord.Candidate, on metric: String, namingDecision: Bool
  ) -> Sentence {
    let name: Sentence = "\(strong: candidate.name)"
    let societies = candidate.societies
    if let (verdict, decision) = reference(candidate) {
      let decisions = societies.map { $0.standing(of: decision) }
      let verdicts = societies.map { $0.standing(of: verdict) }
      if let decision, let summary = Self.summary(societies, decisions) {
        let turning = societies.indices.filter {
          decisions[$0] != .turns && verdicts[$0] == .turns
        }.map { societies[$0] }
        let others: Sentence =
          turning.isEmpty ? "" : "; \(code: metric) turns \(Self.circumstances(turning))"
        let words = namingDecision ? " (\(decision.words))" : ""
        return "The decision on \(name)\(words) \(summary)\(others)."
      }
      if let summary = Self.summary(societies, verdicts) {
        return "The verdict on \(name) (\(code: metric)) \(summary)."
      }
    }
    return "The verdict on \(name) (\(code: metric)) is not decided: \(Self.tally(societies))."
  }

  /// In how many societies something holds; `nil` where it can neither hold nor turn.
  private static func summary(
    _ societies: [SocietyVerdict], _ standings: [Standing?]
  ) -> Sentence? {
    let all = standings.count { $0 != nil }
    guard all > 0 else { return nil }
    let holding = standings.count { $0 == .holds }
    let undecided = standings.count { $0 == .undecided }
    let turning = zip(societies, standings).filter { $1 == .turns }.map(\.0)
    if holding == all { return "holds in all \(NumberText.count(all)) societies" }
    let parts: [Sentence?] = [
      "holds in \(holding) of \(NumberText.count(all)) societies",
      turning.isEmpty ? nil : "turns \(circumstances(turning))",
      undecided == 0 ? nil : "undecided in \(undecided)",
    ]
    return .joined(parts.compactMap { $0 }, by: "; ")
  }

  /// At most so many societies are named.
  private static let mostNamed = 3

  /// The societies in which a verdict turns, those with the largest change first.
  private static func circumstances(_ turning: [SocietyVerdict]) -> Sentence {
    let sorted = turning.enumerated().sorted {
      let (a, b) = ($0.element.size, $1.element.size)
      return a != b ? a > b : $0.offset < $1.offset
    }
    let named = sorted.prefix(mostNamed).map(\.element.circumstance)
    let rest = turning.count - named.count
    return Sentence(LocatedFault.Reason.list(named + (rest > 0 ? ["in \(rest) more"] : [])))
  }

  /// The verdicts where there is no reference, such as `better in 3, worse in 2, neither in 10 of 15 societies`.
  private static func tally(_ societies: [SocietyVerdict]) -> Sentence {
    let better = societies.count { $0.verdict == .better || $0.verdict == .higher }
    let worse = societies.count { $0.verdict == .worse || $0.verdict == .lower }
    let all = NumberText.count(societies.count)
    return Sentence(
      "better in \(better), worse in \(worse), neither in \(societies.count - better - worse) of \(all) societies"
    )
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
    let societies = candidate.societies.map { society in
      let standing = reference.flatMap { society.standing(of: $0.0, $0.1) }
      return JSONValue.object([
        "society": .string(society.society), "worlds": JSONValue(society.worlds),
        "change": society.difference.jsonValue, "relative": society.relative.jsonValue,
        "verdict": .string(society.verdict.rawValue),
        "decision": JSONValue(society.decision?.rawValue),
        "standing": JSONValue(standing?.rawValue),
      ])
    }
    return .object(["name": .string(candidate.name), "societies": .array(societies)])
  }
}

extension Sentence {
  /// The sentence with the mark and the tone of a warning.
  var asWarning: Sentence { (.raw("! ") + self).toned(.strong) }
}

extension SocietyVerdict {
  /// The size of the change as a share of the baseline, or in the metric's unit.
  fileprivate var size: Double { (relative ?? difference)?.estimate.magnitude ?? 0 }
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
  /// Why nothing is known of other societies, and the command that changes that.
  fileprivate var sentence: Sentence {
    switch reason {
    case .notRecorded:
      "The verdict was not looked at in other societies: \(code: command)."
    case .otherSimulation(let version):
      """
      The look at other societies is out of date, since it was recorded with \(version) and this is \
      \(FeedLab.simulation): \(code: command).
      """
    case .changed:
      "The look at other societies is out of date, since the scenario has changed: \(code: command)."
    case .options:
      """
      The verdict was not looked at in other societies, since options change what the record is about; without \
      them: \(code: command).
      """
    case .unreadable(let reason):
      "The look at other societies cannot be read: \(reason). Record it again: \(code: command)."
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
