internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios

/// What a finding of a check says, in words.
struct RuleWords {
  private let finding: CheckFinding
  /// The release that drift is measured from; `nil` for other rules.
  let anchor: String?

  /// - Parameter anchor: The release that drift is measured from, if there is one.
  init(_ finding: CheckFinding, anchor: String?) {
    self.finding = finding
    self.anchor = finding.rule == .drift ? anchor ?? "the anchor" : nil
  }

  /// What is asked, such as `loss ≤ 0.01`.
  var rule: String {
    let limit =
      switch finding.rule {
      case .relative, .drift: [loss, since].compactMap { $0 }.joined(separator: " ")
      case .minimum(let bound): "level ≥ \(text(bound))"
      case .maximum(let bound): "level ≤ \(text(bound))"
      case .rankingOverlap(let bound): "overlap ≥ \(text(bound))"
      }
    return finding.level == .error ? limit : "\(limit) (warning)"
  }

  /// What was seen, and what was asked, such as
  /// `intra_list_diversity@10 of affinity -0.021 [-0.024, -0.018], margin 0.01`: ASCII, for lines that are
  /// searched for and for files that other programs read.
  func reason(of arm: String) -> String {
    let subject = "\(finding.metric.id) of \(arm)"
    let seen = [measured, since].compactMap { $0 }.joined(separator: " ")
    return "\(subject) \(seen), \(bound)".asciiNumbers
  }

  /// The rule's name where a metric has several: `drift`, `min`, `max`.
  var aspect: String? {
    switch finding.rule {
    case .relative, .rankingOverlap: nil
    case .drift: "drift"
    case .minimum: "min"
    case .maximum: "max"
    }
  }

  private var measured: String {
    let (value, interval) = (
      finding.comparison == nil ? finding.nowValue : finding.changeValue, finding.intervalValue
    )
    guard !value.isMissing else { return "has no value" }
    let size = finding.comparison == nil ? "is \(value.text)" : value.text
    return interval.isMissing ? size : "\(size) \(interval.text)"
  }

  private var since: String? { anchor.map { "since \($0)" } }

  private var bound: String {
    switch finding.rule {
    case .relative, .drift: "margin \(margin)"
    case .minimum(let bound), .rankingOverlap(let bound): "min \(text(bound))"
    case .maximum(let bound): "max \(text(bound))"
    }
  }

  private var loss: String {
    (finding.comparison?.margin ?? 0) == 0 ? "no loss" : "loss ≤ \(margin)"
  }

  private var margin: String {
    guard let comparison = finding.comparison else { return NumberText.missing }
    return ValueScale(comparison).chosen(comparison.margin)
  }

  /// A bound in the unit in which the level is shown.
  private func text(_ bound: Double) -> String {
    ValueScale(finding.metric, of: [bound]).chosen(bound)
  }
}

extension String {
  /// With a hyphen for a minus and for what is missing.
  var asciiNumbers: String {
    replacing(NumberText.minus, with: "-").replacing(NumberText.missing, with: "-")
  }
}
