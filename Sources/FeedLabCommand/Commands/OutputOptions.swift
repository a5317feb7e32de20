internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import Studies

/// The output folder of one scenario.
struct ResultFolderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Output folder. Default: reports/NAME.", valueName: "dir"),
    completion: .directory)
  var out: String?

  func folder(of design: ExperimentDesign) -> String {
    Self.folder(of: design.scenario, in: out, among: 1)
  }

  /// The folder of one of several scenarios, which have a folder each below `out`.
  static func folder(of scenario: String, in out: String?, among scenarios: Int) -> String {
    guard let out else { return usualFolder(of: scenario) }
    // An empty path is refused as it is, and is not that of the folder above all others.
    return scenarios == 1 || out.isEmpty ? out : "\(out)/\(scenario)"
  }

  /// The folder of a scenario where no option names one.
  static func usualFolder(of scenario: String) -> String { "reports/\(scenario)" }
}

/// Which files a command may overwrite.
///
/// Each option that names an output is listed in `OutputOptionTests`, with the files that it must not overwrite.
struct OutputOptions: ParsableArguments {
  @Flag(
    help: """
      Replace files that feedlab did not write, or that have another kind of content. Inputs of the \
      command and folders are never replaced.
      """)
  var force = false

  /// The rule for the outputs of a command.
  ///
  /// - Parameter inputs: Paths of the files that it reads.
  func rule(reading inputs: [String]) -> OutputRule {
    OutputRule(reading: inputs, isForced: force)
  }
}

extension OutputRule {
  /// The file that an option names; throws if it must not be written.
  func file(_ path: String, _ kind: OutputKind, of option: String) throws
    -> OutputFile
  {
    do throws(RefusedOutput) {
      return try file(path, kind)
    } catch {
      throw CommandFailure.refused(error, at: option)
    }
  }

  /// Throws if a file exists that must not be overwritten.
  func check(_ path: String, _ kind: OutputKind, of option: String) throws {
    do throws(RefusedOutput) {
      try check(path, kind)
    } catch {
      throw CommandFailure.refused(error, at: option)
    }
  }
}
