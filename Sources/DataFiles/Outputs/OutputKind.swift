internal import Foundation

/// The kind of an output, and how an earlier file of the kind by FeedLab is recognised: by what such files have anyway,
/// so that none needs a mark.
///
/// A new kind is a value here; `OutputOptionTests` tries every option that names an output.
public struct OutputKind: Sendable {
  /// With its article, as messages name it.
  let name: String
  /// Whether a pipe or a device can take it: not what is read again by the same command.
  let canStream: Bool
  private let isWritten: @Sendable (Data) -> Bool

  private init(
    _ name: String, canStream: Bool = true, isWritten: @escaping @Sendable (Data) -> Bool
  ) {
    self.name = name
    self.canStream = canStream
    self.isWritten = isWritten
  }

  /// - Parameters:
  ///   - beginnings: One of them begins the file.
  ///   - parts: All of them are in it.
  private init(
    _ name: String, canStream: Bool = true, beginsWith beginnings: [String],
    has parts: [String] = []
  ) {
    self.init(name, canStream: canStream) { data in
      beginnings.contains { data.starts(with: $0.utf8) }
        && parts.allSatisfy { data.range(of: Data($0.utf8)) != nil }
    }
  }

  /// Whether FeedLab wrote these bytes as an output of the kind.
  func recognises(_ bytes: Data) -> Bool { isWritten(bytes) }
}

// MARK: - Data

extension OutputKind {
  /// JSON with the version of FeedLab and another key at its top.
  package static func json(_ name: String, with key: String) -> OutputKind {
    OutputKind("\(name) in JSON", beginsWith: ["{\n"], has: ["\n  \"feedlab\": \"", "\n  \(key)"])
  }

  public static let results = json("results", with: "\"antithetic\": ")
  public static let checks = json("checks", with: "\"checks\": ")

  /// A table by the first columns of its header; further ones may follow in another version.
  package static func table(_ name: String, _ headers: [String]) -> OutputKind {
    OutputKind("a table of \(name)", beginsWith: headers)
  }

  public static let replicationTable = table("replications", ["arm,replication,metric,value"])
  public static let breakdownTable = table("breakdowns", ["arm,scope_kind,scope,metric,"])
  public static let liveTable = table("live tests", ["candidate,metric,design,global,"])
  /// Without a comparison it has the metrics of each arm.
  public static let comparisonTable = table(
    "comparisons", ["candidate,metric,baseline_mean,", "arm,metric,mean,"])
  public static let findingTable = table("checks", ["scenario,arm,metric,rule,"])
}

// MARK: - For people

extension OutputKind {
  /// Markdown by the comment that it begins with.
  package static func markdown(_ name: String, mark: String) -> OutputKind {
    OutputKind("\(name) in Markdown", beginsWith: ["<!-- feedlab:\(mark) "])
  }

  public static let summary = markdown("a summary", mark: "summary")
  public static let checkSummary = markdown("a summary of checks", mark: "check")

  /// HTML by the comment that follows its type.
  private static func html(_ name: String, mark: String) -> OutputKind {
    OutputKind("\(name) in HTML", beginsWith: ["<!doctype html>\n<!-- feedlab:\(mark)"])
  }

  public static let mail = html("a summary", mark: "summary")
  public static let checkMail = html("a summary of checks", mark: "check")

  public static let historyPage = html("a history", mark: "history")

  public static let page = OutputKind(
    "an HTML report", beginsWith: ["<!doctype html>\n"], has: [" · FeedLab report</title>"])
}

// MARK: - Printed

extension OutputKind {
  public static let pdf = OutputKind("a PDF report") { data in
    data.starts(with: PrintedForm.pdfSignature) && data.range(of: Data(PrintedForm.pdfMark)) != nil
  }

  public static let picture = OutputKind("a picture of a report") { data in
    data.starts(with: PrintedForm.pngSignature) && data.range(of: Data(PrintedForm.pngMark)) != nil
  }
}

// MARK: - For builds

extension OutputKind {
  public static let junit = OutputKind(
    "a JUnit report",
    beginsWith: ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"feedlab\""])

  public static let sarif = OutputKind(
    "a SARIF report", beginsWith: ["{\n  \"$schema\": \"https://json.schemastore.org/sarif-"],
    has: ["\n          \"name\": \"feedlab\""])

  /// Each of its lines is a command.
  public static let workflowCommands = OutputKind("workflow commands") { data in
    data.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      ["::error ", "::error::", "::warning ", "::warning::"].contains { line.starts(with: $0.utf8) }
    }
  }
}

// MARK: - To start from

extension OutputKind {
  /// A file to start from, before any edit.
  ///
  /// - Parameter texts: What FeedLab writes there.
  package static func starter(_ texts: [String]) -> OutputKind {
    OutputKind("an unedited file of 'feedlab init'") { data in
      texts.contains { Data($0.utf8) == data }
    }
  }

  static let rankerModule = OutputKind(
    "FeedLab's module for Python", beginsWith: ["\"\"\"A ranker for FeedLab in Python: "])

  static let scenarioSchema = OutputKind(
    "the JSON Schema of scenarios", beginsWith: ["{\n"],
    has: ["\n  \"title\": \"FeedLab scenario\""])

  /// The script of any of the shells.
  public static let completionScript = OutputKind(
    "a completion script",
    beginsWith: ["#!/bin/bash\n\n__feedlab_", "#compdef feedlab\n", "function __feedlab_"])
}

// MARK: - What other commands read

extension OutputKind {
  static let failedRequest = OutputKind(
    "a failed request", beginsWith: ["{\n  \"answers\": "],
    has: ["\n  \"format\": \"feedlab-request/"])

  public static let plan = OutputKind(
    "a plan", beginsWith: ["{\"digest\":\""], has: ["\"format\":\"feedlab-plan/"])

  /// The index of a folder of tapes, which `--replay-tape` reads.
  static let tapeIndex = OutputKind(
    "an index of tapes", canStream: false, beginsWith: ["{\n"],
    has: ["\n  \"feedlab\": \"", "\n  \"tapes\": "])

  /// The log that `tune --resume` goes on from, so that it is a file.
  public static let tuningLog = OutputKind(
    "the log of a tuning", canStream: false, beginsWith: ["{\"build\":\""],
    has: ["\"worlds_of\":\""])

  /// The baseline of a scenario, whole or cut short: one of another scenario is not recognised.
  public static func baseline(of scenario: String) -> OutputKind {
    committed("a baseline", of: scenario, beginsWith: "{\n  \"anchor\": ")
  }

  /// The record of a scenario's comparison in other communities, as a baseline is recognised.
  public static func societies(of scenario: String) -> OutputKind {
    committed("a record of societies", of: scenario, beginsWith: "{\n  \"candidates\": ")
  }

  private static func committed(
    _ name: String, of scenario: String, beginsWith beginning: String
  ) -> OutputKind {
    OutputKind("\(name) of '\(scenario)'", canStream: false) { data in
      guard data.starts(with: beginning.utf8) else { return false }
      guard let section = data.range(of: Data("\n  \"scenario\": {".utf8)) else { return true }
      let name = Data("\n    \"name\": \"\(scenario)\"".utf8)
      return data[section.upperBound...].range(of: name) != nil
    }
  }

  private static let mark = "\u{FEFF}"

  private static func scenario(_ name: String, _ comment: String) -> OutputKind {
    OutputKind(name, beginsWith: [comment, mark + comment])
  }

  public static let fittedScenario = scenario(
    "a fitted scenario", "# Fitted by 'feedlab calibrate' ")
  public static let tunedScenario = scenario("a tuned scenario", "# Tuned by feedlab ")

  public static let batchScript = OutputKind(
    "a batch script", beginsWith: ["#!/bin/bash\n#SBATCH --job-name="], has: ["feedlab="])
}
