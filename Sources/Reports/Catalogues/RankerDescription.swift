internal import DataFiles
internal import ReportKit
internal import Scenarios
public import SocialFeed

/// The descriptions of rankers: a list of several, or all details of one.
public struct RankerDescription: Sendable {
  private let rankers: [RankerDescriptor]

  public init(_ rankers: [RankerDescriptor]) { self.rankers = rankers }

  /// For a terminal: a line for each ranker, or all details of one.
  public func text(width: Int) -> String {
    if rankers.count == 1 { return Self.details(rankers[0], width: width) }
    let columns: [Column<RankerDescriptor>] = [
      Column("") { .text($0.name) }, Column("") { .text($0.summary) },
    ]
    let table = Table(columns, rankers, headings: .none)
    return ReportFormat.text.render(Document(blocks: [.table(table)]))
  }

  /// A table of rankers, and one of the parameters of each that has some.
  public var markdown: String {
    let rows = rankers.map { ranker in
      [MarkdownText.code(ranker.name)]
        + [
          ranker.summary, ranker.order, ranker.surfaceNames, ranker.isReference ? "yes" : "",
          ranker.source,
        ].map(MarkdownText.plain)
    }
    let tables = rankers.filter { !$0.parameters.isEmpty || !$0.taken.isEmpty }.map { ranker in
      "\n### The parameters of \(MarkdownText.code(ranker.name))\n\n"
        + MarkdownText.table(
          ["Parameter", "Meaning", "Default", "Range"],
          ranker.parameters.map { parameter in
            [MarkdownText.code(parameter.path.description)]
              + [parameter.summary, parameter.defaultText, parameter.rangeText]
              .map(MarkdownText.plain)
          }
            + ranker.taken.map {
              [MarkdownText.code($0.key), MarkdownText.plain($0.summary), "", ""]
            })
    }
    return MarkdownText.table(["Ranker", "Meaning", "Order", "Feeds", "Reference", "Source"], rows)
      + tables.joined() + rankers.map(vocabulary).joined()
  }

  /// A table of the names that a formula can use, or of the features that an external ranker can read; empty
  /// for other rankers. Among several rankers the formula's table stands for all, since the features are the same.
  private func vocabulary(of ranker: RankerDescriptor) -> String {
    guard ranker.takesFormula || rankers.count == 1, !ranker.vocabulary.isEmpty else { return "" }
    let verb = ranker.takesFormula ? "name" : "read"
    let rows = ranker.vocabulary.map { [MarkdownText.code($0.label), MarkdownText.plain($0.text)] }
    return "\n### What \(MarkdownText.code(ranker.name)) can \(verb)\n\n"
      + MarkdownText.table(["Name", "Meaning"], rows)
  }

  /// An array of objects.
  public var json: String { JSONValue.array(rankers.map(\.jsonValue)).indented }

  private static func details(_ ranker: RankerDescriptor, width: Int) -> String {
    let parameters = ranker.parameters.map { parameter in
      let range = "\(parameter.defaultText) by default, \(parameter.rangeText)"
      return (parameter.path.description, "\(parameter.summary) \(range).")
    }
    let reference =
      "It is an end of the scale of --references and no candidate: it knows more than a production ranker"
      + " can, or nothing."
    return FactSheet.text(
      title: "\(ranker.name): \(ranker.summary)",
      facts: [
        ("order", ranker.order), ("feeds", ranker.surfaceNames),
        ("reference", ranker.isReference ? reference : ""), ("source", ranker.source),
      ] + parameters + ranker.taken.map { ($0.key, $0.summary) } + ranker.vocabulary, width: width)
  }
}

extension RankerDescriptor {
  /// The keys of a ranker that are not numbers.
  fileprivate var taken: [(key: String, summary: String)] {
    var taken: [(String, String)] = []
    if takesFormula {
      taken.append(
        (
          "score",
          "The formula, of features, weights, functions, numbers, + - * / ^, "
            + "comparisons, and, or, not and parentheses. Required."
        ))
      taken.append(("weights", "Numbers by the names that the formula gives them."))
    }
    if takesScores {
      taken.append(
        (
          "scores",
          "A file with the columns post_id and score, and, for scores of a viewer's own, user_id: the numbers "
            + "that traces have; with the column world for scores of each world's own. Required."
        ))
      taken.append(
        (
          "missing",
          "The score of what the file does not have. Without it the file has a score for each post up to its "
            + "last, and later posts are behind all others that are scored."
        ))
    }
    if takesHost { taken += programKeys }
    if takesRanker {
      taken.append(
        ("of", "The ranker whose order it changes, a name or a map. recency by default."))
    }
    return taken
  }

  /// The names that a formula can use, or the features that an external ranker can read.
  fileprivate var vocabulary: [(label: String, text: String)] {
    guard takesFormula || takesHost else { return [] }
    let functions = takesFormula ? FormulaFunction.allCases.map { ($0.signature, $0.summary) } : []
    return RankerFeature.allCases.map { feature in
      let unit = feature.unit.isEmpty ? "" : " \(feature.unit)"
      return (feature.name, "\(feature.summary) Range: \(feature.range)\(unit).")
    } + functions
  }
}

extension RankerDescriptor {
  fileprivate var surfaceNames: String { surfaces.map(\.description).joined(separator: ", ") }

  fileprivate var jsonValue: JSONValue {
    .object([
      "name": .string(name), "summary": .string(summary), "order": .string(order),
      "surfaces": .array(surfaces.map { .string($0.description) }),
      "yardstick": .bool(isReference), "source": .string(source),
      "takes": .array(taken.map { .string($0.key) }),
      "vocabulary": .array(
        vocabulary.map { .object(["name": .string($0.label), "summary": .string($0.text)]) }),
      "parameters": .array(parameters.map(\.jsonValue)),
    ])
  }
}

extension RankerParameter {
  fileprivate var defaultText: String { text(defaultValue) }

  fileprivate var rangeText: String {
    "from \(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  /// A value in the syntax of scenarios: durations in the largest unit that gives a whole number.
  private func text(_ value: Double) -> String {
    guard unit == "s" else { return NumberText.plain(value) + (unit.isEmpty ? "" : " \(unit)") }
    let units = [(86_400.0, "d"), (3600, "h"), (60, "m")]
    let whole = units.first { value >= $0.0 && (value / $0.0).rounded() == value / $0.0 }
    return NumberText.plain(value / (whole?.0 ?? 1)) + (whole?.1 ?? "s")
  }

  fileprivate var jsonValue: JSONValue {
    .object([
      "name": .string(name), "key": .string(path.description), "summary": .string(summary),
      "unit": .string(unit), "default": .number(defaultValue),
      "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
    ])
  }
}
