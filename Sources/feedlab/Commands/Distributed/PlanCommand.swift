internal import ArgumentParser

/// Cuts experiments into runs that any machine can live through, and tells how far they are.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Write down the runs of experiments, for machines to live through.",
    discussion: """
      'feedlab plan SCENARIO… --out FILE' writes a plan, 'feedlab plan sensitivity' and 'feedlab plan \
      select' those of an analysis and of a selection; 'feedlab plan status' tells how much of one is done. \
      Then 'feedlab work' lives through a shard of it on any machine that shares the store, and 'feedlab \
      gather' makes the results, byte for byte those of one machine.
      """,
    subcommands: [
      PlanWriteCommand.self, PlanSensitivityCommand.self, PlanSelectCommand.self,
      PlanStatusCommand.self,
    ],
    defaultSubcommand: PlanWriteCommand.self)
}
