internal import ArgumentParser
internal import Calibration
internal import Foundation
internal import OutputFiles
internal import Reports

/// Fits a society to real logs.
struct CalibrateCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Fit the society to real logs.",
    discussion: """
      A mapping says which file holds what, and what its columns mean; 'feedlab describe mapping' \
      tells how. Files are CSV or TSV, plain or packed by gzip, of any size: memory grows with \
      users and posts, not with rows.

      Writes a scenario with every value that the logs can tell, each with its number of \
      observations, standard error, goodness of fit and source; the others keep their defaults.

      Example:
        feedlab calibrate --mapping scenarios/data/mapping.json --out params.yml
      """)

  @Option(help: ArgumentHelp("What the logs hold: a file in JSON or YAML.", valueName: "file"))
  var mapping: String

  @Option(help: ArgumentHelp("The scenario to write.", valueName: "file"))
  var out: String

  @Option(help: ArgumentHelp("What to print: text or json.", valueName: "format"))
  var format = Format.text

  @Flag(help: "No closing line on standard error.")
  var quiet = false

  func run() throws {
    let (folder, name) = try target()
    let society: FittedSociety
    do {
      society = try Self.fit(mapping)
    } catch {
      folder.removeIfEmpty()
      throw error
    }
    do throws(UnwritableFolder) {
      try folder.write(CalibratedScenario(society).text, to: name)
    } catch {
      throw CommandFailure.unfinished(error.description)
    }
    let report = CalibrationReport(society)
    try StandardStream.output.write(
      format == .json ? report.json : report.text(width: ReportOptions.width))
    if !quiet { StandardStream.error.tell("feedlab: wrote \(out)") }
  }

  private static func fit(_ file: String) throws(CommandFailure) -> FittedSociety {
    do throws(InvalidLogs) {
      return try FittedSociety(try LogMapping.load(file: file))
    } catch {
      throw .invalidLogs(error)
    }
  }

  /// The folder to write to, which is tried before anything is read, and the name in it.
  private func target() throws(CommandFailure) -> (OutputFolder, String) {
    let slash = out.lastIndex(of: "/")
    let name = slash.map { String(out[out.index(after: $0)...]) } ?? out
    guard !name.isEmpty, !FileManager.default.isFolder(out) else {
      throw .usage("--out '\(out)': this is a folder, not a file")
    }
    let folder = slash.map { $0 == out.startIndex ? "/" : String(out[..<$0]) } ?? "."
    do throws(UnwritableFolder) {
      return (try OutputFolder(path: folder), name)
    } catch {
      throw .usage(error.description)
    }
  }
}

extension FileManager {
  fileprivate func isFolder(_ path: String) -> Bool {
    let type = try? attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return type == .typeDirectory
  }
}
