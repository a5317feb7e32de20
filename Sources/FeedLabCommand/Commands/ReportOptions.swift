public import ArgumentParser
internal import DataFiles
public import ReportKit
internal import Studies

extension ReportFormat: ExpressibleByArgument {}

/// Whether text that is printed has bold and colour.
struct StyleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Bold text and colour: auto, always or never.", valueName: "when"))
  var color = ColourChoice.auto

  /// A document for standard output.
  func render(_ document: Document, as format: ReportFormat = .text) -> String {
    format.render(
      document, width: ReportOptions.width, hasStyle: color.allows(.output),
      program: CommandEnvironment.current.called)
  }
}

/// The format of printed results.
struct FormatOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Output format.", valueName: "format"))
  var format = ReportFormat.text

  @OptionGroup var style: StyleOptions

  /// A document for standard output.
  func render(_ document: Document) -> String { style.render(document, as: format) }
}

/// In which format a command prints that has no tables.
struct PlainFormatOptions: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(help: ArgumentHelp("Output format: text or json.", valueName: "format"))
  var format = Format.text
}

/// How results of simulations are printed, and what is reported meanwhile.
struct ReportOptions: ParsableArguments {
  @OptionGroup var form: FormatOptions

  @Flag(help: "Print no progress and no closing line on standard error.")
  var quiet = false

  @Flag(help: "Print no progress bar. It is printed only if standard error is a terminal.")
  var noProgress = false

  var format: ReportFormat { form.format }
  var color: ColourChoice { form.style.color }

  /// Throws if the format cannot print the results of so many scenarios.
  func checkFormat(prints scenarios: Int) throws {
    guard scenarios == 1 || [.text, .markdown].contains(format) else {
      throw CommandFailure.usage(
        "--format \(format.rawValue): this format prints only one scenario; the folders have the files of all"
      )
    }
  }

  /// A document for standard output.
  func render(_ document: Document) -> String { form.render(document) }

  /// The number of columns for text: the terminal's, 100 elsewhere.
  static var width: Int { StandardStream.output.width ?? 100 }
}
