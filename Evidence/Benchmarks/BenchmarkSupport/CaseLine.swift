import Foundation

/// A case of a benchmark and its cost, as one line of JSON.
///
/// Every line ends with the same fields: the unit, the number of units and their rate per second of processor
/// time, the processor time of the work and of the set-up, and the peak memory of the process. In a process
/// with several cases the peak includes the earlier cases.
package struct CaseLine {
  private var fields: [String] = []

  package init(_ benchmark: String) { add("benchmark", benchmark) }

  package mutating func add(_ name: String, _ text: String) {
    fields.append("\"\(name)\":\"\(text)\"")
  }

  package mutating func add(_ name: String, _ number: Int) {
    fields.append("\"\(name)\":\(number)")
  }

  /// - Parameter digits: Digits after the decimal point.
  package mutating func add(_ name: String, _ number: Double, digits: Int = 3) {
    fields.append("\"\(name)\":" + String(format: "%.\(digits)f", number))
  }

  package mutating func add(_ name: String, _ flag: Bool) { fields.append("\"\(name)\":\(flag)") }

  /// Adds the rate of another unit of the same work.
  package mutating func addRate(_ name: String, of count: Int, _ timer: CaseTimer) {
    add(name, Int(Double(count) / timer.seconds))
  }

  /// Adds the fields that every line has, and prints it.
  ///
  /// - Parameters:
  ///   - unit: The counted unit, such as `events`.
  ///   - count: The number of units.
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

/// The processor time of a case: of its set-up and of its work.
package struct CaseTimer {
  private let start: Double
  private var begun: Double?
  private var spent: Double?

  /// - Parameter shared: Seconds of set-up that several cases share.
  package init(after shared: Double = 0) { start = ProcessUsage.now.cpuSeconds - shared }

  /// Ends the set-up and begins the work.
  package mutating func begin() { begun = ProcessUsage.now.cpuSeconds }

  /// Ends the work.
  package mutating func end() { spent = ProcessUsage.now.cpuSeconds - begun! }

  /// Seconds of set-up, and of work.
  package var setup: Double { begun! - start }
  package var seconds: Double { spent! }
}
