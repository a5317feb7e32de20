internal import ArgumentParser
internal import Experiments

/// The output folder of one scenario.
struct ResultFolderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Output folder. Default: reports/NAME.", valueName: "dir"),
    completion: .directory)
  var out: String?

  func folder(of design: ExperimentDesign) -> String {
    out ?? "reports/\(design.scenario)"
  }
}
