/// Reads tables of counts, histograms and rates.
extension LogTallies {
  mutating func readCounts(_ rows: inout TableRows) {
    let table = rows.table
    guard let shown = rows["impressions"] else { return }
    var tally = CountTally(
      source: table.file, unit: table.unit, isUniform: table.isUniform, sample: Sample(table))
    let kinds = ActionKind.names.compactMap { kind in rows[kind].map { (kind, $0) } }
    let group = rows["group"]
    tally.kinds = kinds.map(\.0)
    tally.actions = [Int](repeating: 0, count: kinds.count)
    tally.actionsOfCluster = [[Int]](repeating: [], count: kinds.count)
    let view = tally.kinds.firstIndex(of: "view")
    var groups = KeyTable()
    var counts = [Int](repeating: 0, count: kinds.count)
    while rows.next() {
      guard let impressions = rows.requiredCount(shown) else { continue }
      for (index, kind) in kinds.enumerated() { counts[index] = rows.count(kind.1) ?? 0 }
      if let view, counts[view] > impressions, !rows.isRowBroken {
        rows.refuse(
          kinds[view].1, "expected at most the \(impressions) impressions, found '\(counts[view])'")
      }
      guard !rows.isRowBroken else { continue }
      let test = rows.key(group).map { groups.number(of: $0) }
      if let test, let view {
        tally.arms.append(.init(test: test, clicks: counts[view], impressions: impressions))
      }
      tally.impressions.add(Double(impressions))
      tally.impressionTotal += impressions
      let cluster = group == nil ? tally.impressionsOfCluster.count : test
      if let cluster { tally.impressionsOfCluster.count(cluster, times: impressions) }
      for (index, count) in counts.enumerated() {
        tally.actions[index] += count
        if let cluster { tally.actionsOfCluster[index].count(cluster, times: count) }
      }
      if let view {
        tally.pairs[.init(views: counts[view], impressions: impressions), default: 0] += 1
      }
    }
    self.counts.append(tally)
  }

  mutating func readHistogram(_ rows: inout TableRows) {
    guard let axis = rows.table.axis, let bin = rows["bin"],
      let size = rows["count"] ?? rows["impressions"]
    else { return }
    var tally = HistogramTally(source: rows.table.file, axis: axis)
    while rows.next() {
      let label = rows.requiredKey(bin)
      let count = rows.requiredCount(size)
      guard !rows.isRowBroken, let label, let count else { continue }
      do throws(WrongCell) {
        tally.bins[try axis.bin(label), default: 0] += count
      } catch {
        rows.refuse(bin, error.message)
      }
    }
    histograms.append(tally)
  }

  mutating func readRates(_ rows: inout TableRows) {
    guard let kind = rows["kind"] else { return }
    var tally = RateTally(source: rows.table.file)
    let (rate, uniform) = (rows["rate"], rows["rateUniform"])
    while rows.next() {
      let values = (rows.rate(rate), rows.rate(uniform))
      guard let word = rows.requiredKey(kind), !rows.isRowBroken else { continue }
      let text = String(decoding: word, as: UTF8.self)
      guard let name = rows.table.kinds[text] ?? text else { continue }
      tally.rates.append(.init(kind: name, rate: values.0, uniformRate: values.1))
    }
    rates.append(tally)
  }
}

extension TableRows {
  fileprivate mutating func rate(_ cell: Cell?) -> Double? {
    guard let cell, let rate = number(cell) else { return nil }
    if rate <= 1 { return rate }
    refuse(cell, "expected a rate from 0 to 1, found '\(rate)'")
    return nil
  }
}

extension HistogramAxis {
  /// The bin that a label names.
  func bin(_ label: ArraySlice<UInt8>) throws(WrongCell) -> Int {
    let text = String(decoding: label, as: UTF8.self)
    switch self {
    case .hourOfDay:
      guard let hour = Int(text), (0..<24).contains(hour) else {
        throw WrongCell("expected an hour from 0 to 23, found \(label.quoted)")
      }
      return hour
    case .date:
      guard let date = TimeText(label) else {
        throw WrongCell("expected a date such as 2018-03-12, found \(label.quoted)")
      }
      return Int((date.local / 86_400).rounded(.down))
    case .gapSeconds: return try GapLabel(label).bin
    case .impressionsPerPost, .impressionsPerUser, .postsPerAuthor:
      guard let number = Int(text), number >= 0 else {
        throw WrongCell("expected a whole number from 0 up, found \(label.quoted)")
      }
      return number
    }
  }
}

/// A bin of gaps: `<1s`, `1-10s`, `5-30min`, `>=120min`, or the lower edge in seconds.
private struct GapLabel {
  /// In seconds.
  let bin: Int

  init(_ label: ArraySlice<UInt8>) throws(WrongCell) {
    let text = String(decoding: label, as: UTF8.self)
    let number = text.drop { "<>= ".contains($0) }.prefix { $0.isNumber || $0 == "-" || $0 == "." }
    let unit = text.drop { "<>= ".contains($0) }.dropFirst(number.count)
    let edges = number.split(separator: "-").map { Double($0) }
    guard let factor = Self.units[String(unit)], let first = edges.first ?? nil, edges.count <= 2,
      let last = edges.last ?? nil
    else {
      throw WrongCell(
        "expected a gap such as <1s, 1-10s, 5-30min or >=120min, found \(label.quoted)")
    }
    let edge = text.hasPrefix("<") ? 0 : first * factor
    let end = text.hasPrefix("<") ? first * factor : edges.count == 2 ? last * factor : edge
    // Sessions are split by gaps of half an hour.
    guard !(edge < 1800 && end > 1800) else {
      throw WrongCell("expected a gap on one side of 30min, found \(label.quoted)")
    }
    bin = Int(edge)
  }

  private static let units = [
    "": 1.0, "s": 1, "min": 60, "m": 60, "h": 3600, "d": 86_400,
  ]
}
