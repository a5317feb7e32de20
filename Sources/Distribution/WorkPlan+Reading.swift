internal import Experiments
internal import Foundation
internal import RunStore
internal import Scenarios

extension WorkPlan {
  /// Reads a plan.
  ///
  /// - Throws: `notFound`; `usage` for a plan of another version or of a machine that calculates otherwise;
  ///   `invalid` with every line that is not as it was planned.
  public init(file: String) throws(WorkFailure) {
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      bytes = try FileContent.bytes(of: file)
    } catch {
      throw .notFound("\(file): \(error.reason)")
    }
    try self.init(bytes, file: file)
  }

  /// - Parameter file: What faults call it.
  init(_ bytes: [UInt8], file: String) throws(WorkFailure) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let header = try PlanHeader(Array(lines[0]), file: file)
    // Another version may write its units otherwise.
    try header.checkVersion(file)
    var units: [Unit] = []
    var faults: [String] = []
    // What stands behind the last line feed has no end.
    for (index, line) in lines.dropFirst().dropLast().enumerated() {
      do throws(LineFault) {
        units.append(try Unit(Array(line)))
      } catch {
        faults.append("\(file):\(index + 2):\(error.column): \(error.message)")
      }
    }
    if units.count < header.units, faults.isEmpty {
      faults.append(
        "\(file):\(lines.count):1: the plan ends here, after \(units.count) of \(header.units) units"
      )
    }
    guard faults.isEmpty else { throw .invalid(faults.joined(separator: "\n")) }
    self.init(
      inputs: header.inputs, parent: header.parent, units: units, simulation: header.simulation,
      fingerprint: header.fingerprint)
    guard Array(text.utf8) == bytes else {
      throw .invalid(
        "\(file):1:1: the units are not those that were planned; nobody may edit a plan, but plan again"
      )
    }
  }
}

/// What is wrong in a line, and the byte where, from 1.
private struct LineFault: Error {
  let column: Int
  let message: String
}

/// The first line of a plan.
private struct PlanHeader {
  let simulation: String
  let fingerprint: String
  let inputs: [String: String]
  let parent: String?
  let units: Int

  let format: String

  init(_ line: [UInt8], file: String) throws(WorkFailure) {
    do throws(LineFault) {
      let members = try LineMembers(line)
      format = try members.text("format")
      // Another format may have other members.
      let isOurs = format == WorkPlan.format
      simulation = isOurs ? try members.text("sim_abi") : ""
      fingerprint = isOurs ? try members.text("fingerprint") : ""
      units = isOurs ? try members.count("units") : 0
      parent = !isOurs || members.isNull("parent") ? nil : try members.text("parent")
      inputs = isOurs ? try members.digests("inputs") : [:]
    } catch {
      throw .invalid("\(file):1:\(error.column): this is no plan of feedlab: \(error.message)")
    }
  }

  func checkVersion(_ file: String) throws(WorkFailure) {
    guard format == WorkPlan.format else {
      throw .usage(
        "\(file): the plan is of the form '\(format)', this feedlab reads '\(WorkPlan.format)'")
    }
    guard simulation == FeedLab.simulation else {
      throw .usage(
        "\(file): the plan is of worlds as '\(simulation)' makes them, this feedlab makes those of"
          + " '\(FeedLab.simulation)'; work with the feedlab that planned, or plan again")
    }
    guard fingerprint == ArithmeticFingerprint.current else {
      throw .usage(
        "\(file): this machine calculates with other bits than the one that planned (fingerprint"
          + " \(ArithmeticFingerprint.current.prefix(8)), the plan's is \(fingerprint.prefix(8)));"
          + " leave it out, or plan on a machine of its kind")
    }
  }
}

extension WorkPlan.Unit {
  fileprivate init(_ line: [UInt8]) throws(LineFault) {
    let members = try LineMembers(line)
    arm = try members.text("arm")
    cost = try members.number("cost")
    point = members.has("point") ? try members.count("point") : nil
    replication = try members.count("rep")
    scenario = try members.digest("scenario")
    seed = try members.hex("seed")
    space = members.has("space") ? try members.space("space") : .compare
  }
}

/// The members of the JSON object that a line is.
private struct LineMembers {
  private let members: [String: PositionedJSON]

  init(_ line: [UInt8]) throws(LineFault) {
    do throws(JSONFault) {
      let value = try PositionedJSON(line, file: "")
      guard case .object(let members) = value.content else {
        throw JSONFault(file: "", bytes: line, offset: 0, message: "expected an object")
      }
      self.members = members
    } catch {
      throw LineFault(column: error.column, message: error.message)
    }
  }

  func has(_ name: String) -> Bool { members[name] != nil }

  func isNull(_ name: String) -> Bool {
    if case .null? = members[name]?.content { true } else { false }
  }

  func text(_ name: String) throws(LineFault) -> String {
    guard case .string(let text)? = members[name]?.content else { throw fault(name, "a text") }
    return text
  }

  func number(_ name: String) throws(LineFault) -> Double {
    guard case .number(let text)? = members[name]?.content, let number = Double(text),
      number.isFinite
    else { throw fault(name, "a number") }
    return number
  }

  func count(_ name: String) throws(LineFault) -> Int {
    guard case .number(let text)? = members[name]?.content, let count = Int(text),
      (0..<1 << 30).contains(count)
    else { throw fault(name, "a whole number from 0 up") }
    return count
  }

  func digest(_ name: String) throws(LineFault) -> String {
    guard let digest = Self.digest(members[name]) else {
      throw fault(name, "sha256: and 64 hexadecimal digits")
    }
    return digest
  }

  func digests(_ name: String) throws(LineFault) -> [String: String] {
    guard case .object(let values)? = members[name]?.content else {
      throw fault(name, "an object")
    }
    var digests: [String: String] = [:]
    for (key, value) in values.sorted(by: { $0.value.offset < $1.value.offset }) {
      guard let digest = Self.digest(value) else {
        throw LineFault(
          column: value.offset + 1,
          message: "'\(name).\(key)': expected sha256: and 64 hexadecimal digits")
      }
      digests[key] = digest
    }
    return digests
  }

  func hex(_ name: String) throws(LineFault) -> UInt64 {
    guard case .string(let text)? = members[name]?.content, text.utf8.count == 16,
      let number = UInt64(text, radix: 16)
    else { throw fault(name, "16 hexadecimal digits") }
    return number
  }

  func space(_ name: String) throws(LineFault) -> WorldSpace {
    guard case .string(let text)? = members[name]?.content,
      let space = WorldSpace.allCases.first(where: { "\($0)" == text })
    else {
      throw fault(name, "one of \(WorldSpace.allCases.map { "\($0)" }.joined(separator: ", "))")
    }
    return space
  }

  private static func digest(_ value: PositionedJSON?) -> String? {
    guard case .string(let text)? = value?.content, text.hasPrefix(WorkPlan.digestPrefix) else {
      return nil
    }
    let digest = text.dropFirst(WorkPlan.digestPrefix.count)
    let isHex = digest.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    return digest.utf8.count == 64 && isHex ? String(digest) : nil
  }

  private func fault(_ name: String, _ expected: String) -> LineFault {
    guard let value = members[name] else {
      return LineFault(column: 1, message: "'\(name)' is missing; it is \(expected)")
    }
    return LineFault(
      column: value.offset + 1,
      message: "'\(name)': expected \(expected), found \(value.summary)")
  }
}
