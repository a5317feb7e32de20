internal import DataFiles
internal import ReportKit
public import SyntheticSociety

/// The plausible values of a community's parameters: a list of ranges, or everything about one.
public struct PlausibleRangeDescription: Sendable {
  private let ranges: [PlausibleRange]

  public init(_ ranges: [PlausibleRange]) { self.ranges = ranges }

  /// For a terminal: a line for each range, or everything about a single one.
  public func text(width: Int) -> String {
    if ranges.count == 1 { return Self.details(ranges[0], width: width) }
    return ReportFormat.text.render(document)
  }

  /// A table with all there is to know.
  public var markdown: String { ReportFormat.markdown.render(document) }

  private var document: Document { Document(blocks: [.table(Self.table(ranges))]) }

  static func table(_ ranges: [PlausibleRange]) -> Table {
    Table(
      [
        Column(.word("parameter")) { .code($0.key) },
        Column(.word("from"), .right) { .text(NumberText.plain($0.low)) },
        Column(.word("to"), .right) { .text(NumberText.plain($0.high)) },
        Column("Default", in: [1]) { .text(NumberText.plain($0.parameter.defaultValue)) },
        Column(.word("scale")) { .text($0.scale.rawValue) },
        Column("Reason", in: [1]) { .text($0.reason) },
      ], ranges, markdown: 1, rule: .plain, headings: .plain)
  }

  /// An array of objects.
  public var json: String { JSONValue.array(ranges.map(\.jsonValue)).indented }

  private static func details(_ range: PlausibleRange, width: Int) -> String {
    let parameter = range.parameter
    let unit = parameter.unit.isEmpty ? "" : " \(parameter.unit)"
    return FactSheet.text(
      title: "\(range.key): \(parameter.summary)",
      facts: [
        ("plausible", "\(NumberText.plain(range.low)) to \(NumberText.plain(range.high))\(unit)"),
        ("scale", range.scale.rawValue), ("reason", range.reason),
        ("default", NumberText.plain(parameter.defaultValue)),
        (
          "allowed",
          "\(NumberText.plain(parameter.range.lowerBound)) to"
            + " \(NumberText.plain(parameter.range.upperBound))"
        ), ("source", parameter.source),
      ], width: width)
  }
}

extension PlausibleRange {
  var jsonValue: JSONValue {
    .object([
      "key": .string(key), "low": .number(low), "high": .number(high),
      "scale": .string(scale.rawValue), "default": .number(parameter.defaultValue),
      "reason": .string(reason),
    ])
  }
}
