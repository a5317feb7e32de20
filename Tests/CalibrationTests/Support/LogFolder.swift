import Calibration
import DataFiles
import TestSupport

extension TestFolder {
  /// A folder with logs and a mapping.
  ///
  /// - Parameters:
  ///   - files: Texts by name.
  ///   - tables: The elements of the mapping's list of tables.
  ///   - top: Further keys of the mapping, each with a comma behind.
  convenience init(_ files: [String: String], tables: String, top: String = "") throws {
    try self.init()
    for (name, text) in files { try write(text, to: name) }
    let mapping = "{\"format\": \"feedlab-mapping/1\", \(top)\"tables\": [\n\(tables)\n]}\n"
    try write(mapping, to: "mapping.json")
  }

  func society() throws(InvalidLogs) -> FittedSociety {
    try FittedSociety(try LogMapping.load(file: "\(path)/mapping.json"))
  }

  /// The same with another number of members.
  func society(members: Int) throws(InvalidLogs) -> FittedSociety {
    let mapping = try LogMapping.load(file: "\(path)/mapping.json")
    return FittedSociety(try LogReader.read(mapping), of: mapping, members: members)
  }

  /// What is wrong, a line each, without the folder's path; none if nothing is.
  var faults: [String] {
    do throws(InvalidLogs) {
      _ = try society()
      return []
    } catch {
      return error.description.replacing("\(path)/", with: "").split(separator: "\n")
        .map(String.init)
    }
  }
}

extension FittedSociety {
  /// The value of a figure, the first of this name from a source.
  func value(_ name: String, from source: String? = nil) -> Double? {
    figures.first { $0.name == name && (source == nil || $0.source == source) }?.values.first
  }

  /// The reasons for which a figure was refused.
  func reasons(_ name: String) -> [String] {
    refusals.filter { $0.name == name }.map(\.reason)
  }
}
