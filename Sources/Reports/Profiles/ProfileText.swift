public import Experiments
public import ReportKit
internal import SyntheticSociety

extension ReportFormat {
  /// - Parameters:
  ///   - width: Columns that text is laid out for.
  ///   - hasStyle: Whether text has bold and colour.
  /// - Returns: A line of JSON where results are printed as JSON; text otherwise.
  public func render(_ profile: RunProfile, width: Int, hasStyle: Bool) -> String {
    self == .json ? profile.json : profile.text(width: width, hasStyle: hasStyle)
  }
}

extension RunProfile {
  private struct Section {
    let title: String
    let rows: [Row]
    /// What shares are of.
    let total: Double
  }

  private var sections: [Section] {
    let life = parts.reduce(0) { $0 + $1.seconds }
    return [
      Section(title: "stage", rows: stages, total: seconds),
      Section(title: "event", rows: events, total: life),
      Section(title: "part of events", rows: parts, total: life),
    ]
  }

  fileprivate func text(width: Int, hasStyle: Bool) -> String {
    var lines = headline.wrapped(to: width)
    var table = TextTable([
      .init(.left), .init(.right), .init(.right), .init(.right), .init(.right),
    ])
    for section in sections where !section.rows.isEmpty {
      table.addGap()
      table.add([section.title, "count", "s", "share", "ns each"]) { _ in .bold }
      for row in section.rows {
        table.add([
          row.name, row.count.map(NumberText.count) ?? "",
          NumberText.fixed(row.seconds, decimals: 2),
          NumberText.fixed(section.total > 0 ? row.seconds / section.total * 100 : 0, decimals: 1)
            + "%",
          row.nanosecondsEach.map { NumberText.fixed($0, decimals: 0) } ?? "",
        ])
      }
    }
    lines += table.lines(hasStyle: hasStyle) + [""] + Self.method.wrapped(to: width)
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let worlds = self.worlds == 1 ? "one life" : "\(NumberText.count(self.worlds)) lives"
    return "Where the time went: \(NumberText.fixed(seconds, decimals: 2)) s of the processor, "
      + "\(worlds) of an arm in a world"
  }

  private static let method =
    "Counts are exact. Times of events are estimated: of sessions and visits 1 in"
    + " \(WorldProfile.visitStride) is timed, of other events 1 in \(WorldProfile.otherStride), but"
    + " rotations and joinings all are; what they take is scaled to the time of all lives. One that stands"
    + " for others and takes \(WorldProfile.longestEvent / 1000) µs or more was interrupted, most likely,"
    + " and is left out."
}

extension RunProfile.Row {
  /// `nil` where nothing is counted.
  var nanosecondsEach: Double? {
    guard let count, count > 0 else { return nil }
    return seconds / Double(count) * 1e9
  }
}
