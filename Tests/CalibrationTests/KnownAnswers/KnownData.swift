import Calibration
import Foundation
import SyntheticSociety

/// The real data that known answers were computed from: small tables of numbers with a header.
enum KnownData {
  /// The columns of one of the tables in `Data`, by name.
  static func columns(_ table: String) throws -> [String: [Double]] {
    try read(
      URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Data/\(table).csv"))
  }

  /// The columns of one of the tables that the scenarios use.
  static func shippedColumns(_ table: String) throws -> [String: [Double]] {
    try read(
      URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../scenarios/data/\(table).csv"))
  }

  /// A column of values with the column of how often each came.
  static func counted(_ table: String, _ value: String, by count: String) throws -> CountedValues {
    let columns = try columns(table)
    return CountedValues(
      tallied: zip(columns[value]!, columns[count]!).map { (value: $0, count: Int($1)) })
  }

  /// A graph from two columns of identifiers; the nodes are those of some edge.
  static func graph(from: [Double], to: [Double]) -> FollowGraph {
    let nodes = Set(from + to).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(nodes, (0 as UInt32)...))
    return FollowGraph(
      nodeCount: nodes.count,
      edges: zip(from, to).map { FollowGraph.Edge(from: places[$0]!, to: places[$1]!) })
  }

  private static func read(_ file: URL) throws -> [String: [Double]] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let names = lines[0].split(separator: ",").map(String.init)
    var columns = [[Double]](repeating: [], count: names.count)
    for line in lines.dropFirst() {
      for (column, field) in line.split(separator: ",").enumerated() {
        columns[column].append(Double(field) ?? .nan)
      }
    }
    return Dictionary(uniqueKeysWithValues: zip(names, columns))
  }
}

/// Whether a number is what the known answer says, to the digits that it has.
func agrees(_ found: Double?, _ known: Double, digits: Double) -> Bool {
  guard let found else { return false }
  return (found - known).magnitude <= 0.5000001 * digits
}

/// Whether an estimate is within a hundredth of the known one.
func agrees(_ found: Estimate, _ known: Double) -> Bool {
  (found.value - known).magnitude <= 0.01 * known.magnitude
}

/// Whether a summary is what the known answers say.
func agrees(
  _ summary: ColumnSummary, mean: Double, meanLog: Double, deviationLog: Double, gini: Double,
  zeroShare: Double, top1: Double, top10: Double, quantiles: [Double]
) -> Bool {
  agrees(summary.mean, mean, digits: 1e-4) && agrees(summary.meanLog, meanLog, digits: 1e-6)
    && agrees(summary.deviationLog, deviationLog, digits: 1e-6)
    && agrees(summary.gini, gini, digits: 1e-6)
    && agrees(summary.zeroShare, zeroShare, digits: 1e-6)
    && agrees(summary.top1PercentShare, top1, digits: 1e-6)
    && agrees(summary.top10PercentShare, top10, digits: 1e-6)
    && zip(summary.quantiles, quantiles).allSatisfy { agrees($0, $1, digits: 1e-3) }
}

/// Whether a likelihood ratio and its *p* are the known ones, to the digits printed.
func agrees(_ found: LikelihoodRatio?, _ known: [Double]) -> Bool {
  agrees(found?.ratio, known[0], digits: 2e-2) && agrees(found?.pValue, known[1], digits: 2e-3)
}
