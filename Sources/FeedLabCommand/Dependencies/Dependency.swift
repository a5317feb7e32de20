internal import DataFiles
internal import Experiments
internal import ReportKit
internal import Stochastics
internal import Traces

/// A package or a library that the program is built of: a row of `dependencies.tsv`, which `scripts/dependencies`
/// compares with each build.
struct Dependency {
  let name: String
  /// The version that builds have; for libraries of the system, the one that this process runs with; empty for what
  /// comes within another dependency or with the compiler.
  let version: String
  /// As an expression of SPDX.
  let licence: String
  /// What the program uses it for.
  let use: String

  /// The program's dependencies, in the order of the list, without dependencies of examples only.
  static let all: [Dependency] = {
    let text = String(decoding: PackageResources.dependencies_tsv, as: UTF8.self)
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: "\t").map(String.init)
      guard cells.count == 9, cells[4] == "feedlab" else { return nil }
      let version =
        switch cells[0] {
        case "GSL": NumericLibrary.version
        case "SQLite": TraceDatabase.version
        default: cells[1] == "-" ? "" : cells[1]
        }
      return Dependency(name: cells[0], version: version, licence: cells[2], use: cells[6])
    }
  }()
}

extension FeedLab {
  /// What `feedlab --version --verbose` prints: the versions that results depend on, and the program's components.
  static var verboseVersion: String {
    FactSheet.text(
      title: "feedlab \(version)",
      facts: [("simulation", simulation)]
        + Dependency.all.map { dependency in
          let version = dependency.version.isEmpty ? "" : "\(dependency.version), "
          return (dependency.name, "\(version)\(dependency.licence): \(dependency.use)")
        }, width: 1000)
  }
}
