internal import DataFiles
package import Experiments
internal import FeedMetrics
package import ReportKit
internal import Stochastics

/// A rate for each look and its volume for each member-day that change differently, and why: members look at more or
/// less, or come more or less often.
package struct VolumeConflict {
  private let rate: Comparison
  private let volume: Comparison
  private let split: VolumeSplit

  /// - Returns: `nil` where the two change alike, one of them is undecided, or the split is not known.
  private init?(_ factors: VolumeFactors, _ candidate: String, _ results: ExperimentResults) {
    let comparisons = results.comparisons(of: candidate)
    func found(_ id: String) -> Comparison? { comparisons.first { $0.metric.id == id } }
    guard let rate = found(factors.rate), let volume = found(factors.volume),
      let (before, after) = rate.verdict.sign.flatMap({ one in
        volume.verdict.sign.map { (one, $0) }
      }), before != after,
      let split = results.split(of: factors, candidate: candidate), split.baseline > 0
    else { return nil }
    (self.rate, self.volume, self.split) = (rate, volume, split)
  }

  /// The conflicts of a candidate, in the order of ``VolumeFactors/all``.
  package static func all(of candidate: String, in results: ExperimentResults) -> [VolumeConflict] {
    VolumeFactors.all.compactMap { VolumeConflict($0, candidate, results) }
  }

  /// Such as `hot lowers like rate by 1.5% but raises likes per member-day by 3.2%: +4.7% comes from looks per session,
  /// −1.5% from the rate.`
  package func sentence(_ candidate: Sentence) -> Sentence {
    "\(candidate) \(raw: rate.clause) but \(raw: volume.clause): \(raw: parts)."
  }

  /// The parts of the volume's change that show, largest first, in percent of the baseline's volume.
  private var parts: String {
    let sizes = split.parts.map { ($0.factor, $0.difference.mean / split.baseline) }
    let shown = sizes.enumerated().filter { $0.element.1.magnitude >= Self.smallestShown }
      .sorted { one, other in
        let (first, second) = (one.element.1.magnitude, other.element.1.magnitude)
        return first == second ? one.offset < other.offset : first > second
      }.map(\.element)
    let texts = shown.enumerated().map { index, part in
      "\(NumberText.percent(part.1)) \(index == 0 ? "comes " : "")from \(part.0.words)"
    }
    return texts.isEmpty ? "no factor brings as much as 0.1%" : texts.joined(separator: ", ")
  }

  /// Less than that is shown as 0.0 %.
  private static let smallestShown = 0.0005
}

extension Verdict {
  /// 1 for a rise that matters, −1 for a fall, 0 for no change that matters; `nil` where it is not known. The sign is
  /// of a metric whose larger values are better.
  fileprivate var sign: Int? {
    switch self {
    case .better, .higher: 1
    case .worse, .lower: -1
    case .equivalent, .identical: 0
    case .undecided, .undefined: nil
    }
  }
}

extension Comparison {
  /// What a candidate does to the metric.
  fileprivate var clause: String {
    let name = metric.labelInSentence
    let change = relative.map { NumberText.percent($0.estimate) } ?? changeValue.text
    let size = String(change.drop { "+\(NumberText.minus)".contains($0) })
    return switch verdict.sign {
    case 1: "raises \(name) by \(size)"
    case -1: "lowers \(name) by \(size)"
    default: "hardly changes \(name) (\(change))"
    }
  }
}

extension VolumeFactors.Factor {
  /// The factor within a sentence.
  fileprivate var words: String {
    switch self {
    case .rate: "the rate"
    case .looksPerSession: "looks per session"
    case .sessionsPerActiveDay: "sessions per active day"
    case .activeShare: "the share of members who come"
    }
  }
}

extension ExperimentResults {
  /// The volumes of each candidate, divided among their factors.
  var volumesJSON: JSONValue {
    .array(
      design.candidates.flatMap { candidate in
        VolumeFactors.all.compactMap { factors in
          split(of: factors, candidate: candidate)?.jsonValue
        }
      })
  }
}

extension VolumeSplit {
  fileprivate var jsonValue: JSONValue {
    .object([
      "candidate": .string(candidate), "rate": .string(factors.rate),
      "volume": .string(factors.volume), "baseline_mean": .number(baseline),
      "difference": whole.jsonValue,
      "factors": .array(
        parts.map { part in
          .object([
            "factor": .string(part.factor.rawValue), "baseline_mean": .number(part.baseline),
            "candidate_mean": .number(part.candidate), "part": part.difference.jsonValue,
          ])
        }),
    ])
  }
}
