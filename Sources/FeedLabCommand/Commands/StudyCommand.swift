internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import Studies

/// The command of a study: the options of the study, and those common to all studies.
struct StudyCommand<Options: StudyOptions>: ParsableCommand {
  static var configuration: CommandConfiguration { Options.configuration }

  @OptionGroup var options: Options

  @OptionGroup(title: OptionSection.output) var results: ResultFolderOptions

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  @OptionGroup(title: OptionSection.output) var report: ReportOptions

  func run() throws { try perform(try options.study()) }

  private func perform<S: Study>(_ study: S) throws {
    let rule = outputs.rule(reading: study.experiment.scenario.inputs)
    let record = try study.record.map { try rule.file($0.path, $0.kind, of: "--record") }
    defer { record?.removeEmptyFolders() }
    var part = LongWork.Part(study: study, folder: results.folder(of: study.experiment.design))
    part.publishing = { results throws(UnwritableOutput) in
      if let record, let text = study.record?.text(results) { try record.write(text) }
      return ""
    }
    try LongWork(report: report, rule: rule, jobs: options.worlds.threads).perform([part])
  }
}
