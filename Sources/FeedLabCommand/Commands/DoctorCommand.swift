internal import ArgumentParser
internal import Experiments
internal import Foundation
internal import Reports
internal import Stochastics
internal import Studies
internal import Traces

/// Shows the parts of this machine that FeedLab uses.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what this machine has: libraries, browser, cores, memory.")

  @OptionGroup(title: OptionSection.output) var form: PlainFormatOptions

  func run() throws {
    let machine = Machine.this
    try StandardStream.output.write(form.format == .text ? machine.text : machine.json)
  }
}

extension Machine {
  fileprivate static var this: Machine {
    Machine(
      version: FeedLab.version, gsl: NumericLibrary.version, sqlite: TraceDatabase.version,
      browser: Browser.found?.path, cores: ProcessInfo.processInfo.activeProcessorCount,
      memory: ProcessInfo.processInfo.physicalMemory)
  }
}
