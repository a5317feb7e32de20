internal import ArgumentParser
internal import Studies

/// Writes the plan of a sensitivity analysis.
struct PlanSensitivityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Write the plan of a sensitivity analysis.",
    discussion: """
      The plan contains a line for each run of an arm in a world of a community or at a point of an arm's \
      weights, that 'feedlab sensitivity' with the same options would simulate. 'feedlab gather' writes \
      the same files.

      Example:
        feedlab plan sensitivity mine.yml --of behaviour --trajectories 8 --out communities.jsonl
      """)

  @OptionGroup var study: SensitivityOptions

  @OptionGroup(title: OptionSection.output) var file: PlanFileOptions

  func run() throws { try file.write(study) }
}

/// Writes the plan of a selection.
struct PlanSelectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "select",
    abstract: "Write the plan of a selection of the best arm.",
    discussion: """
      The plan contains a line for each run of the first stage of 'feedlab select' with the same options. \
      Each 'feedlab gather' plans the next round, as many worlds again for the remaining arms, until there \
      is a decision, and then writes the same files.

      Example:
        feedlab plan select mine.yml --metric engagement_rate --delta 0.002 --out best.jsonl
      """)

  @OptionGroup var study: SelectOptions

  @OptionGroup(title: OptionSection.output) var file: PlanFileOptions

  func run() throws { try file.write(study) }
}
