public import ArgumentParser
public import ReportKit

extension ReportFormat: ExpressibleByArgument {}

/// The format of printed results.
struct ReportOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Output format.", valueName: "format"))
  var format = ReportFormat.text

  @Flag(help: "Print no progress and no closing line on standard error.")
  var quiet = false

  @Flag(help: "Print no progress bar. There is none unless standard error is a terminal.")
  var noProgress = false

  @Option(help: ArgumentHelp("Bold text and colour: auto, always or never.", valueName: "when"))
  var color = ColourChoice.auto

  /// The number of columns for text: that of the terminal, 100 elsewhere.
  static var width: Int { StandardStream.output.width ?? 100 }
}
