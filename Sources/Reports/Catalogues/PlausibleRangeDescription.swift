public import Experiments
internal import ReportKit
internal import Scenarios
internal import SyntheticSociety

/// What is plausible for the parameters of a society: a list of ranges, or everything about one.
public struct PlausibleRangeDescription: Sendable {
  private let ranges: [PlausibleRange]

  public init(_ ranges: [PlausibleRange]) { self.ranges = ranges }

  /// For a terminal: a line a range, or, of one alone, all there is to know.
  public func text(width: Int) -> String {
    if ranges.count == 1 { return Self.details(ranges[0], width: width) }
    var table = TextTable([.init(.left), .init(.right), .init(.right), .init(.left)])
    table.add(["parameter", "from", "to", "scale"])
    for range in ranges {
      table.add([
        range.key, NumberText.plain(range.low), NumberText.plain(range.high), range.scale.rawValue,
      ])
    }
    return table.lines(hasStyle: false).joined(separator: "\n") + "\n"
  }

  /// A table with all there is to know.
  public var markdown: String {
    let rows = ranges.map { range in
      [MarkdownText.code(range.key)]
        + [
          NumberText.plain(range.low), NumberText.plain(range.high),
          NumberText.plain(range.parameter.defaultValue), range.scale.rawValue, range.reason,
        ].map(MarkdownText.plain)
    }
    return MarkdownText.table(["Parameter", "From", "To", "Default", "Scale", "Reason"], rows)
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
