internal import ArgumentParser
internal import Experiments

/// Where the files of one scenario go.
struct ResultFolderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Output folder. Default: reports/NAME.", valueName: "dir"),
    completion: .directory)
  var out: String?

  func folder(of design: ExperimentDesign) -> String {
    out ?? "reports/\(design.scenario)"
  }
}
