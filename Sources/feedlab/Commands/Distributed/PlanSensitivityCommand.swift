internal import ArgumentParser
internal import Studies

/// Writes the plan of a sensitivity analysis.
struct PlanSensitivityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Write the plan of a sensitivity analysis.",
    discussion: """
      The plan contains a line for each run of an arm in a world of a society, or at a point of an arm's \
      weights, that 'feedlab sensitivity' with the same options would simulate. 'feedlab gather' writes \
      the same files.

      Example:
        feedlab plan sensitivity scenarios/quickstart.yml --of behaviour --trajectories 8 --out societies.jsonl
      """)

  @OptionGroup var study: SensitivityOptions

  @OptionGroup(title: OptionSection.output) var file: PlanFileOptions

  func run() throws { try file.write(study) }
}
