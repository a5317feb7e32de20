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
    abstract: "Say what this machine has: libraries, chart library, browser, cores, memory.")

  @OptionGroup(title: OptionSection.output) var form: PlainFormatOptions

  @OptionGroup(title: OptionSection.output) var page: PageOptions

  func run() throws {
    let machine = Machine(chartLibrary: page.chartLibrary)
    try StandardStream.output.write(form.format == .text ? machine.text : machine.json)
  }
}

extension Machine {
  fileprivate init(chartLibrary: String?) {
    let file = ChartLibraryFile.find(named: chartLibrary)
    var (fault, hasLibrary) = (nil as String?, false)
    do throws(CommandFailure) {
      hasLibrary = try file?.library() != nil
    } catch {
      fault = error.message
    }
    self.init(
      version: FeedLab.version, gsl: NumericLibrary.version, sqlite: TraceDatabase.version,
      chartLibrary: hasLibrary ? file?.path : nil, chartLibraryOrigin: file?.origin.rawValue,
      chartLibraryFault: fault ?? (file == nil ? "none; \(ChartLibraryFile.remedy)" : nil),
      browser: Browser.found?.path, cores: ProcessInfo.processInfo.activeProcessorCount,
      memory: ProcessInfo.processInfo.physicalMemory)
  }
}
