internal import ArgumentParser
internal import DataFiles
internal import Distribution
internal import Experiments
internal import Foundation
internal import ReportKit
internal import Studies

/// The file of a plan, its store and its units.
struct PlanFileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("File for the plan, such as town.jsonl.", valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var out: String

  @OptionGroup var store: StoreOptions

  @OptionGroup var outputs: OutputOptions

  @Flag(help: "Print nothing on standard error.")
  var quiet = false

  /// Plans the study of a command's options.
  func write(_ options: some StudyOptions) throws {
    try Self.check(options.worlds)
    guard let study = try options.study() as? any DistributedStudy else {
      preconditionFailure("a command plans a study that machines cannot share")
    }
    if study.isRecorded {
      throw CommandFailure.usage(
        "--record: planning simulates no world; 'feedlab sensitivity --record' with the folder of the gathered"
          + " results as --out records them")
    }
    try write([study])
  }

  /// Throws for options that have no effect on a plan.
  static func check(_ worlds: ExperimentOptions) throws {
    if worlds.jobs != nil {
      throw CommandFailure.usage("--jobs: planning simulates no world; 'feedlab work' accepts it")
    }
  }

  /// Plans studies, and prints their cost.
  func write(_ studies: [any DistributedStudy]) throws {
    let inputs = studies.flatMap(\.experiment.scenario.inputs)
    let file = try outputs.rule(reading: inputs).file(out, .plan, of: "--out \(out)")
    defer { file.removeEmptyFolders() }
    let store = try store.store(of: out)
    let plan = try WorkPlan(studies, in: store)
    try file.write(plan.text)
    guard !quiet else { return }
    let threads = ProcessInfo.processInfo.activeProcessorCount
    for study in studies {
      MemoryNeed(scenario: study.experiment.scenario, worlds: threads).warn()
    }
    StandardStream.error.printLine(
      "feedlab: \(NumberText.counted(plan.units.count, "unit")), some"
        + " \(CoreTime.text(seconds: plan.cost)) of one core; plan \(plan.id.prefix(12)) is in \(out), its"
        + " inputs are in \(store.path)")
  }
}

extension Study {
  /// Whether the study writes a file beside the scenario.
  fileprivate var isRecorded: Bool { record != nil }
}

/// Time on one core as text.
enum CoreTime {
  static func text(seconds: Double) -> String {
    switch seconds {
    case ..<90: "\(NumberText.fixed(seconds, decimals: seconds < 10 ? 1 : 0)) s"
    case ..<5400: "\(NumberText.fixed(seconds / 60, decimals: 0)) minutes"
    default: "\(NumberText.fixed(seconds / 3600, decimals: 1)) hours"
    }
  }
}
