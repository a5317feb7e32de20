internal import ArgumentParser
internal import DataFiles
internal import Distribution
internal import ReportKit
internal import Studies

/// Shows how much of a plan is done.
struct PlanStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show how much of a plan is done, by reading the store.",
    discussion: "Prints one line, for people or as JSON, and asks no engine.")

  @OptionGroup(title: OptionSection.what) var plan: PlanOptions

  @OptionGroup(title: OptionSection.output) var form: PlainFormatOptions

  func run() throws {
    let (plan, store) = try plan.opened()
    let status = try PlanStatus(plan, in: store)
    switch form.format {
    case .text:
      let failed = status.failed == 0 ? "" : "\(NumberText.count(status.failed)) failed, "
      let unreadable =
        status.unreadable.isEmpty
        ? "" : "\(NumberText.count(status.unreadable.count)) unreadable, "
      let rest =
        status.missing == 0
        ? "none missing"
        : "\(NumberText.count(status.missing)) missing, some"
          + " \(CoreTime.text(seconds: status.missingSeconds)) of one core"
      try StandardStream.output.write(
        "\(NumberText.count(status.units)) units: \(NumberText.count(status.known)) there, \(failed)\(unreadable)\(rest)\n"
      )
    case .json:
      try StandardStream.output.write(
        #"{"failed":\#(status.failed),"known":\#(status.known),"missing":\#(status.missing),"#
          + #""missing_seconds":\#(status.missingSeconds),"plan":"\#(plan.id)","units":\#(status.units),"#
          + #""unreadable":\#(status.unreadable.count)}"# + "\n")
    }
    for result in status.unreadable { StandardStream.error.printLine("feedlab: \(result)") }
  }
}
