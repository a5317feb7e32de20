internal import DataFiles
internal import Experiments
internal import Foundation
internal import RunStore

extension WorkPlan {
  /// Reads a plan.
  ///
  /// - Throws: `notFound`; `usage` for a plan of another version or of a machine with another arithmetic;
  ///   `invalid` with all faulty lines.
  public init(file: String) throws(WorkFailure) {
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      bytes = try FileContent.bytes(of: file)
    } catch {
      throw .notFound("\(file): \(error.reason)")
    }
    try self.init(bytes, file: file)
  }

  /// - Parameter file: The file's name in faults.
  init(_ bytes: [UInt8], file: String) throws(WorkFailure) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let header: PlanHeader
    do throws(LocatedFault) {
      header = try Self.decoder(Array(lines[0]), file: file).decode()
    } catch {
      throw .invalid("\(file):1:\(error.column): this is not a plan of feedlab: \(error.reason)")
    }
    // Another version may have units of another form.
    try header.checkVersion(file)
    var units: [Unit] = []
    var faults: [Message] = []
    // The text after the last line feed is empty, or an incomplete line.
    for (index, line) in lines.dropFirst().dropLast().enumerated() {
      do throws(LocatedFault) {
        units.append(try Self.decoder(Array(line), file: file).decode())
      } catch {
        faults.append(error.below(lines: index + 1).message)
      }
    }
    if units.count < header.units, faults.isEmpty {
      faults.append(
        "\(file):\(lines.count):1: the plan ends here, after \(units.count) of \(header.units) units"
      )
    }
    guard faults.isEmpty else { throw .invalid(.lines(faults)) }
    self.init(
      inputs: header.inputs.mapValues(\.text), parent: header.parent, units: units,
      simulation: header.simulation, fingerprint: header.fingerprint)
    guard Array(text.utf8) == bytes else {
      throw .invalid(
        "\(file):1:1: the units have been changed; write a new plan instead of editing one"
      )
    }
  }

  private static func decoder(_ line: [UInt8], file: String) -> PositionedDecoder {
    PositionedDecoder(line, file: file, otherwise: "a plan has it in each of its lines")
  }
}

/// The first line of a plan.
private struct PlanHeader: Decodable {
  let format: String
  private(set) var simulation = ""
  private(set) var fingerprint = ""
  private(set) var units: UInt32 = 0
  private(set) var parent: String?
  private(set) var inputs: [String: InputDigest] = [:]

  private enum CodingKeys: String, CodingKey {
    case format, fingerprint, units, parent, inputs
    case simulation = "sim_abi"
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    format = try members.decode(String.self, forKey: .format)
    // A plan of another format may have other members.
    guard format == WorkPlan.format else { return }
    simulation = try members.decode(String.self, forKey: .simulation)
    fingerprint = try members.decode(String.self, forKey: .fingerprint)
    units = try members.decode(UInt32.self, forKey: .units)
    parent = try members.decodeIfPresent(String.self, forKey: .parent)
    inputs = try members.decode([String: InputDigest].self, forKey: .inputs)
  }

  func checkVersion(_ file: String) throws(WorkFailure) {
    guard format == WorkPlan.format else {
      throw .usage(
        "\(file): the plan has the format '\(format)', this feedlab reads '\(WorkPlan.format)'")
    }
    guard simulation == FeedLab.simulation else {
      throw .usage(
        "\(file): the plan is for the simulation '\(simulation)', this feedlab has"
          + " '\(FeedLab.simulation)'; use the feedlab that wrote the plan, or plan again")
    }
    guard fingerprint == ArithmeticFingerprint.current else {
      throw .usage(
        "\(file): this machine's arithmetic rounds differently from the machine that planned"
          + " (fingerprint \(ArithmeticFingerprint.current.prefix(8)), the plan's is"
          + " \(fingerprint.prefix(8))); exclude this machine, or plan on a machine of its kind")
    }
  }
}

extension WorkPlan.Unit: Decodable {
  private enum CodingKeys: String, CodingKey {
    case arm, cost, point, scenario, seed, space
    case replication = "rep"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    arm = try members.decode(String.self, forKey: .arm)
    cost = try members.decode(Double.self, forKey: .cost)
    point = try members.decodeIfPresent(UInt32.self, forKey: .point).map { Int($0) }
    replication = Int(try members.decode(UInt32.self, forKey: .replication))
    scenario = try members.decode(InputDigest.self, forKey: .scenario).text
    seed = try members.decode(HexadecimalSeed.self, forKey: .seed).value
    space = try members.decodeIfPresent(SpaceName.self, forKey: .space)?.space ?? .compare
  }
}

/// The digest of an input in a plan: `sha256:` and 64 hexadecimal digits.
private struct InputDigest: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    let digest = text.dropFirst(WorkPlan.digestPrefix.count)
    let isHex = digest.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    guard text.hasPrefix(WorkPlan.digestPrefix), digest.utf8.count == 64, isHex else {
      throw decoder.expected("sha256: and 64 hexadecimal digits")
    }
    self.text = String(digest)
  }
}

private struct HexadecimalSeed: Decodable {
  let value: UInt64

  init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else {
      throw decoder.expected("16 hexadecimal digits")
    }
    self.value = value
  }
}

private struct SpaceName: Decodable {
  let space: WorldSpace

  init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    guard let space = WorldSpace.allCases.first(where: { "\($0)" == text }) else {
      throw decoder.expected(
        "one of \(WorldSpace.allCases.map { "\($0)" }.joined(separator: ", "))")
    }
    self.space = space
  }
}
