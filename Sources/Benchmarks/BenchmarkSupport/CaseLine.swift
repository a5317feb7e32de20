import Foundation

/// A case of a benchmark with what it took, as one line of JSON.
///
/// Every line ends with the same fields: what the units are, how many there were and how many a
/// processor did a second, the seconds of the processor that they took and that came before them, and the most memory that the
/// process has had. A process that runs several cases tells the memory of all until then.
package struct CaseLine {
  private var fields: [String] = []

  package init(_ benchmark: String) { add("benchmark", benchmark) }

  package mutating func add(_ name: String, _ text: String) {
    fields.append("\"\(name)\":\"\(text)\"")
  }

  package mutating func add(_ name: String, _ number: Int) {
    fields.append("\"\(name)\":\(number)")
  }

  /// - Parameter places: Digits behind the point.
  package mutating func add(_ name: String, _ number: Double, places: Int = 3) {
    fields.append("\"\(name)\":" + String(format: "%.\(places)f", number))
  }

  package mutating func add(_ name: String, _ flag: Bool) { fields.append("\"\(name)\":\(flag)") }

  /// Adds how many units of another kind the same work did a second.
  package mutating func addRate(_ name: String, of count: Int, _ timer: CaseTimer) {
    add(name, Int(Double(count) / timer.seconds))
  }

  /// Adds the fields that every line has, and prints it.
  ///
  /// - Parameters:
  ///   - unit: What is counted, such as `events`.
  ///   - count: How many there were.
  package mutating func print(_ unit: String, _ count: Int, _ timer: CaseTimer) {
    add("unit", unit)
    add("units", count)
    addRate("units_per_cpu_second", of: count, timer)
    add("cpu_s", timer.seconds)
    add("setup_s", timer.setup)
    add("peak_bytes", ProcessUsage.now.peakBytes)
    Swift.print("{" + fields.joined(separator: ",") + "}")
  }
}

/// Seconds of the processor that a case takes: before the work begins, and for it.
package struct CaseTimer {
  private let start: Double
  private var begun: Double?
  private var spent: Double?

  /// - Parameter shared: Seconds of set-up that came before the case, for several cases.
  package init(after shared: Double = 0) { start = ProcessUsage.now.cpuSeconds - shared }

  /// Ends the set-up; what comes is the work.
  package mutating func begin() { begun = ProcessUsage.now.cpuSeconds }

  /// Ends the work.
  package mutating func end() { spent = ProcessUsage.now.cpuSeconds - begun! }

  /// Seconds of set-up, and of work.
  package var setup: Double { begun! - start }
  package var seconds: Double { spent! }
}
