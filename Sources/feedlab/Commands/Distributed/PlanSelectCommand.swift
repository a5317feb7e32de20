internal import ArgumentParser
internal import Studies

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
        feedlab plan select scenarios/quickstart.yml --metric engagement_rate --delta 0.002 --out best.jsonl
      """)

  @OptionGroup var study: SelectOptions

  @OptionGroup(title: OptionSection.output) var file: PlanFileOptions

  func run() throws { try file.write(study) }
}
