public import Calibration
internal import DataFiles
internal import Scenarios
internal import SyntheticSociety

/// A fitted community as a scenario: each key that logs can determine, with its value and source, or the reason
/// why it keeps its default.
public struct CalibratedScenario {
  private let society: FittedSociety
  private let ranker: String
  private let realism: Realism?

  /// The logs to compare the scenario with.
  public struct Realism {
    private(set) var mapping: String
    private(set) var hasUniform: Bool

    /// - Parameters:
    ///   - mapping: The path of the mapping from the scenario's folder.
    ///   - hasUniform: Whether the logs have pages in random order.
    public init(mapping: String, hasUniform: Bool) {
      (self.mapping, self.hasUniform) = (mapping, hasUniform)
    }
  }

  /// - Parameters:
  ///   - ranker: The name of the ranker that ordered the logged pages.
  ///   - realism: The logs to compare results with; `nil` for none.
  public init(_ society: FittedSociety, ranker: String = "recency", realism: Realism? = nil) {
    (self.society, self.ranker, self.realism) = (society, ranker, realism)
  }

  /// YAML with a comment on each value: a complete scenario with an arm for the ranker of the logs, and one for random
  /// order where the logs have it.
  public var text: String {
    var lines = head
    for (index, key) in fitted.enumerated() {
      let previous = index == 0 ? [] : Self.parts(fitted[index - 1])
      lines += self.lines(for: key, after: previous)
    }
    let feed = society.feed
    lines += [
      "", "# Candidates: \(feed.reason).",
      "pool: \(Self.flow(Scenario.definition(of: feed.pool), ["of", "discovery", "without", "for"]))",
    ]
    let app = feed.pageSize.map { ", app: {page-size: \($0)}" } ?? ""
    lines += ["", "arms:", "  logged: {home: \(ranker)\(app)}"]
    if let realism {
      if realism.hasUniform { lines.append("  random: {home: random\(app)}") }
      let uniform = realism.hasUniform ? ", uniform: random" : ""
      let mapping = JSONValue.string(realism.mapping).canonical
      lines += ["", "realism: {mapping: \(mapping), produced: logged\(uniform)}"]
    }
    lines.append("")
    lines += defaults + others + notes
    return lines.map(Self.withoutTrailingBlanks).joined(separator: "\n") + "\n"
  }

  /// A map of plain words and numbers on one line.
  private static func flow(_ value: JSONValue, _ keys: [String]) -> String {
    guard case .object(let map) = value else { return value.canonical }
    let entries = keys.compactMap { key in
      map[key].map { entry in
        if case .string(let word) = entry {
          "\(key): \(word)"
        } else {
          "\(key): \(entry.canonical)"
        }
      }
    }
    return "{\(entries.joined(separator: ", "))}"
  }

  private var fitted: [String] { FittedSociety.keys.filter { society.figure(for: $0) != nil } }

  private var head: [String] {
    [
      "# Fitted by 'feedlab calibrate' to the logs that \(society.mapping.excerpt) describes:",
      "# \(society.rowCount.grouped) rows, of which \(society.brokenCount.grouped) were broken.",
      "feedlab: 1",
      "name: \(Self.name(society.name))",
    ]
  }

  /// A name that a scenario can have.
  private static func name(_ text: String) -> String {
    let name = KebabName.nearest(to: text)
    return name.isEmpty ? "calibrated" : name
  }

  // MARK: Values

  private static func parts(_ key: String) -> [String] {
    key.split(separator: ".").map(String.init)
  }

  /// A key's value under the maps that are not open yet.
  private func lines(for key: String, after previous: [String]) -> [String] {
    guard let figure = society.figure(for: key) else { return [] }
    let path = Self.parts(key)
    let shared = zip(path, previous).prefix { $0 == $1 }.count
    var lines: [String] = []
    for depth in shared..<path.count {
      let indent = String(repeating: "  ", count: depth)
      guard depth == path.count - 1 else {
        if depth == 0 { lines.append("") }
        lines.append("\(indent)\(path[depth]):")
        continue
      }
      let text = FigureText(figure)
      lines.append("\(indent)# \(figure.name.excerpt(80)): \(text.evidence)")
      lines.append("\(indent)\(path[depth]): \(text.value)")
    }
    return lines
  }

  // MARK: Comments

  private var defaults: [String] {
    let missing = FittedSociety.keys.filter { society.figure(for: $0) == nil }
    guard !missing.isEmpty else { return [] }
    return ["# Default, not in the data:"]
      + missing.map { key in
        let parameter = SocietyParameter.all.first { $0.key == key }
        let value = parameter.map { " \(FigureText.number($0.defaultValue))" } ?? ""
        let reason = society.refusal(for: key).map { " (\($0.source.excerpt): \($0.reason))" } ?? ""
        return "#   \(key)\(value)\(reason)"
      }
  }

  /// Figures that set no key, and figures that the logs cannot determine.
  private var others: [String] {
    let keys = Set(fitted)
    var lines: [String] = []
    let chosen = fitted.compactMap(society.figure)
    let rest = society.figures.filter { !chosen.contains($0) }
    if !rest.isEmpty { lines.append("# Fitted besides:") }
    for figure in rest {
      let text = FigureText(figure)
      lines.append("#   \(figure.name.excerpt(80)): \(text.value) (\(text.evidence))")
    }
    let refused = society.refusals.filter { $0.key == nil || keys.contains($0.key!) }
    if !refused.isEmpty { lines.append("# Refused:") }
    for refusal in refused {
      lines.append(
        "#   \(refusal.name.excerpt(80)): \(refusal.reason) (\(refusal.source.excerpt))")
    }
    return lines
  }

  private var notes: [String] { society.notes.map { "# Note: \($0)" } }

  private static func withoutTrailingBlanks(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}

extension String {
  /// Its first characters, none of which disturbs a terminal or ends a comment.
  fileprivate func excerpt(_ limit: Int) -> String {
    let parts = split(separator: " ", omittingEmptySubsequences: false)
    return String(parts.map { String($0).excerpt }.joined(separator: " ").prefix(limit))
  }
}
