internal import DataFiles
package import Experiments
package import ReportKit
internal import Scenarios
internal import SocialFeed

/// The description of each arm: the comment of the scenario, and the rankers of the feeds in which the arms of the
/// experiment differ.
package struct ArmDescriptions {
  private let arms: [String: JSONValue]
  private let names: [String]
  private let baseline: String?
  private let comments: [String: String]

  package init(_ design: ExperimentDesign) {
    names = design.arms
    baseline = design.baseline
    comments = design.comments?.arms ?? [:]
    arms = JSONValue(canonical: design.resolvedScenario).members["arms"]?.members ?? [:]
  }

  /// The scenario's comment with the names of the rankers, such as `liked categories first (home: affinity)`, or what
  /// the rankers do; empty where the scenario has no comment and the arms do not differ.
  package func text(of arm: String) -> String {
    guard let comment = comments[arm] else { return described(arm, words(of:_:)) }
    let names = described(arm) { self.names(arms[$0]?.members[$1]) }
    return names.isEmpty ? comment : "\(comment) (\(names))"
  }

  /// The names of a ranker and of those whose order it changes, such as `seen-discount of affinity`; empty for settings
  /// that are not of rankers.
  private func names(_ settings: JSONValue?) -> String {
    guard let settings = settings?.members, let name = settings["ranker"]?.words else { return "" }
    let inner = names(settings["of"])
    return inner.isEmpty ? name : "\(name) of \(inner)"
  }

  /// A sentence for each arm that has a description.
  package var sentences: [Sentence] {
    names.filter { !text(of: $0).isEmpty }.map { arm in
      let role = arm == baseline ? " (baseline)" : ""
      return ("\(strong: arm)\(raw: role): \(text(of: arm))." as Sentence).hanging(2)
    }
  }

  /// The settings in which the arms differ, such as `home: newest first; contest: votes, a boost for fresh entries, and
  /// noise that is new at each refresh`; empty where none exist.
  ///
  /// - Parameter text: Of an arm's setting; one that is empty is left out.
  private func described(_ arm: String, _ text: (_ arm: String, _ key: String) -> String) -> String
  {
    let keys = (arms[arm]?.members ?? [:]).keys.filter { differs(arm, $0) }
    return keys.sorted(by: Self.precedes).map { ($0, text(arm, $0)) }
      .filter { !$0.1.isEmpty }.map { "\($0): \($1)" }.joined(separator: "; ")
  }

  /// Whether an arm has another value of a key than the baseline, or some arm has where it is the baseline itself.
  private func differs(_ arm: String, _ key: String) -> Bool {
    func value(_ arm: String) -> JSONValue? { arms[arm]?.members[key] }
    return arm == baseline || baseline == nil
      ? names.contains { value($0) != value(arm) } : value(arm) != baseline.flatMap(value)
  }

  /// Home is first, since most members see it most.
  private static func precedes(_ one: String, _ other: String) -> Bool {
    (one == "home" ? 0 : 1, one) < (other == "home" ? 0 : 1, other)
  }

  /// What a ranker does, and its parameters where an arm has others; or settings that are not of rankers.
  private func words(of arm: String, _ key: String) -> String {
    let settings = arms[arm]?.members[key]?.members ?? [:]
    let name = settings["ranker"]?.words
    let alike = names.filter { $0 != arm }.compactMap { arms[$0]?.members[key]?.members }.filter {
      $0["ranker"]?.words == name
    }
    let parameters = settings.filter { key, value in alike.contains { $0[key] != value } }
      .sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.words)" }.joined(separator: ", ")
      // The whole digest of a file is in the results.
      .replacing(/(sha256:[0-9a-f]{12})[0-9a-f]{52}/) { $0.1 }
    guard let name else { return parameters }
    let summary = RankerCatalogue.available[name]?.summary ?? name
    let text = summary.hasSuffix(".") ? summary.dropLast() : summary[...]
    return text.prefix(1).lowercased() + text.dropFirst()
      + (parameters.isEmpty ? "" : " (\(parameters))")
  }
}

extension JSONValue {
  /// The value without the punctuation of JSON.
  fileprivate var words: String {
    switch self {
    case .string(let text): text
    case .object(let members):
      members.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.words)" }
        .joined(separator: ", ")
    default: canonical
    }
  }
}
