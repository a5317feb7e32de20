internal import ArgumentParser

/// Divides experiments into runs that any machine can simulate, and shows their progress.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Plan the runs of experiments for several machines.",
    discussion: """
      'feedlab plan SCENARIO… --out FILE' writes a plan; 'feedlab plan sensitivity' and 'feedlab plan \
      select' write the plan of an analysis or a selection; 'feedlab plan status' shows how much is done. \
      'feedlab work' simulates a shard of the plan on any machine that shares the store, and 'feedlab \
      gather' writes the same results as one machine would, byte for byte.
      """,
    subcommands: [
      PlanWriteCommand.self, PlanSensitivityCommand.self, PlanSelectCommand.self,
      PlanStatusCommand.self,
    ],
    defaultSubcommand: PlanWriteCommand.self)
}
