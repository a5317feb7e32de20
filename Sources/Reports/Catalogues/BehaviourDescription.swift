internal import DataFiles
internal import ReportKit
public import SyntheticSociety

/// The behaviour components: a list of several, or all details of one.
public struct BehaviourDescription: Sendable {
  private let components: [BehaviourComponent]
  private let custom: [CustomBehaviour]

  /// - Parameters:
  ///   - components: FeedLab's behaviours.
  ///   - custom: The program's custom behaviours.
  public init(_ components: [BehaviourComponent], custom: [CustomBehaviour] = []) {
    (self.components, self.custom) = (components, custom)
  }

  /// For a terminal: a line for each component, or all details of one.
  public func text(width: Int) -> String {
    if let component = components.first, components.count + custom.count == 1 {
      return Self.details(component, width: width)
    }
    if let behaviour = custom.first, components.isEmpty {
      return Self.details(behaviour, width: width)
    }
    let columns: [Column<(number: String, name: String, text: String)>] = [
      Column("", .right) { .text($0.number) }, Column("") { .text($0.name) },
      Column("") { .text($0.text) },
    ]
    let listed = components.map { ("\($0.number)", $0.name, $0.term) }
    let presets = Preset.allCases.map { ("", $0.rawValue, "preset: \($0.summary)") }
    let own = custom.map { ("", $0.name, "of this program: \($0.summary)") }
    let table = Table(
      columns, groups: [listed, own, presets].filter { !$0.isEmpty }.map { .init("", $0) },
      headings: .none)
    return ReportFormat.text.render(Document(blocks: [.table(table)]))
  }

  /// A table of components, and one of their numbers.
  public var markdown: String {
    let header = ["#", "Component", "Term", "Equation", "Switched off", "Source", "Needed by"]
    let rows = components.map { component in
      ["\(component.number)", MarkdownText.code(component.name)]
        + [
          component.term, component.equation, component.without, component.source,
          component.neededBy,
        ].map(MarkdownText.plain)
    }
    let own = custom.map {
      ["", MarkdownText.code($0.name), MarkdownText.plain($0.summary), "", "", "this program", ""]
    }
    let numbers = components.flatMap { component in
      component.parameters.map { parameter in
        [MarkdownText.code(component.name), MarkdownText.code(parameter.key)]
          + [
            parameter.summary, parameter.defaultText, parameter.rangeText, parameter.source,
          ].map(MarkdownText.plain)
      }
    }
    return MarkdownText.table(header, rows + own) + "\n### Numbers\n\n"
      + MarkdownText.table(["Component", "Key", "Meaning", "Default", "Range", "Source"], numbers)
  }

  /// An array of objects.
  public var json: String {
    JSONValue.array(components.map(\.jsonValue) + custom.map(\.jsonValue)).indented
  }

  private static func details(_ behaviour: CustomBehaviour, width: Int) -> String {
    FactSheet.text(
      title: "\(behaviour.name): a behaviour of this program",
      facts: [
        ("summary", behaviour.summary), ("on", "behaviour: {custom: [\(behaviour.name)]}"),
      ], width: width)
  }

  private static func details(_ component: BehaviourComponent, width: Int) -> String {
    let off = "behaviour: {off: [\(component.name)]} - \(component.without)"
    return FactSheet.text(
      title: "\(component.name): \(component.term)",
      facts: [
        ("component", "\(component.number) of \(BehaviourComponent.all.count)"),
        ("equation", component.equation), ("source", component.source),
        ("needed by", component.neededBy), ("off", off),
      ]
        + component.parameters.map {
          ($0.key, "\($0.summary) \($0.defaultText) by default, \($0.rangeText).")
        }, width: width)
  }
}

extension SocietyParameter {
  fileprivate var defaultText: String {
    NumberText.plain(defaultValue) + (unit.isEmpty ? "" : " \(unit)")
  }

  fileprivate var rangeText: String {
    "from \(NumberText.plain(range.lowerBound)) to \(NumberText.plain(range.upperBound))"
  }
}

extension CustomBehaviour {
  fileprivate var jsonValue: JSONValue {
    .object(["name": .string(name), "term": .string(summary), "custom": .bool(true)])
  }
}

extension BehaviourComponent {
  fileprivate var jsonValue: JSONValue {
    .object([
      "number": JSONValue(number), "name": .string(name), "term": .string(term),
      "equation": .string(equation), "source": .string(source), "needed_by": .string(neededBy),
      "without": .string(without),
      "parameters": .array(
        parameters.map { parameter in
          .object([
            "key": .string(parameter.key), "summary": .string(parameter.summary),
            "unit": .string(parameter.unit), "default": .number(parameter.defaultValue),
            "minimum": .number(parameter.range.lowerBound),
            "maximum": .number(parameter.range.upperBound), "source": .string(parameter.source),
          ])
        }),
    ])
  }
}
