internal import ArgumentParser
internal import DataFiles
internal import Distribution
internal import Experiments
internal import Foundation
internal import ReportKit
internal import Reports
internal import RunStore
internal import Studies

/// What a gathering writes, and where.
struct GatherOutputs: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Output folder; with several scenarios, the parent of one folder per scenario. Default: reports/NAME.",
      valueName: "dir"), completion: .directory)
  var out: String?

  @Option(
    help: ArgumentHelp(
      "File for the plan of missing units. If none is missing, a plan of this store in that file is removed.",
      valueName: "file"), completion: .file(extensions: ["jsonl"]))
  var missing: String?

  @Option(
    help: ArgumentHelp(
      "Plan that other workers simulate: --missing excludes its units; may be repeated.",
      valueName: "file"), completion: .file(extensions: ["jsonl"]))
  var underWay: [String] = []

  @Flag(
    help:
      "For a tuning with a lag, --missing contains only the next round.")
  var nextRound = false
}

/// Makes the results of a plan from the runs that machines have simulated.
struct GatherCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gather",
    abstract: "Make the results of a plan from its store.",
    discussion: """
      Writes the same files as 'feedlab ab', 'run', 'tune', 'select' or 'sensitivity', byte for byte, \
      whichever machines simulated the worlds in whatever order, and saves the worlds in ledger.sqlite. \
      Only this command writes a database, which should be on a local disk. From 100,000 results on it \
      packs the results of the store into a few segments.

      While units are missing, or a look asks for more worlds, it writes no results; --missing writes the \
      plan of the missing units for 'feedlab work'.

      Failed units are listed. The worlds of failed units are excluded under all arms, because worlds do not fail at \
      random.

      Exit codes: 0 success; 1 some units failed; 3 units are missing; 64 wrong usage, or results that may \
      not be read; 65 an invalid plan or input; 66 no such plan or store; 70 two results for one unit; 75 \
      results cannot be read now.
      """)

  @OptionGroup(title: OptionSection.what) var plan: PlanOptions

  @OptionGroup(title: OptionSection.output) var written: GatherOutputs

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  @OptionGroup(title: OptionSection.output) var report: ReportOptions

  func run() throws {
    if written.missing == nil, written.nextRound || !written.underWay.isEmpty {
      throw CommandFailure.usage(
        "\(written.nextRound ? "--next-round" : "--under-way"): it changes what --missing excludes, and needs --missing"
      )
    }
    let (plan, store) = try plan.opened()
    let inputs = [self.plan.plan] + written.underWay + store.folders
    let rule = outputs.rule(reading: inputs)
    let rest = try written.missing.map { file throws in
      try rule.file(file, .plan, of: "--missing")
    }
    defer { rest?.removeEmptyFolders() }
    let gathering = try Gathering(plan, in: store)
    for path in gathering.parts.flatMap(\.damaged) {
      StandardStream.error.printLine(
        "feedlab: \(path) is not a result of its unit and counts as missing; 'feedlab work' moves it aside"
      )
    }
    if let conflict = gathering.conflicts.first {
      throw WorkFailure.defect(
        "a unit gave two results (\(conflict) is the later one): find out which machine or feedlab differs,"
          + " and remove the wrong result")
    }
    try refuseUnreadable(gathering.unreadable)
    pack(store)
    try publish(gathering, rule)
    try refuseMissing(gathering, store, rest)
    try refuseFailures(gathering)
  }

  /// Packs many results into few files. A failure is reported and otherwise ignored.
  private func pack(_ store: WorkStore) {
    do throws(StoreFailure) {
      let count = try store.results.pack()
      guard count > 0, !report.quiet else { return }
      StandardStream.error.printLine(
        "feedlab: packed \(NumberText.count(count)) results into \(store.path)/results/segments")
    } catch {
      StandardStream.error.printLine("feedlab: the results are not packed: \(error)")
    }
  }

  /// Throws if results exist that cannot be read: they are not missing, and more work does not help.
  private func refuseUnreadable(_ results: [StoreFailure]) throws {
    guard let last = results.last else { return }
    for result in results.dropLast() { StandardStream.error.printLine("feedlab: error: \(result)") }
    throw last.failure
  }

  private func publish(
    _ gathering: Gathering, _ rule: OutputRule
  ) throws {
    try report.checkFormat(prints: gathering.parts.count)
    let found = gathering.parts.filter { $0.finding != nil }
    var folders: [OutputFolder] = []
    for part in found {
      let study = part.study.study
      folders.append(
        try rule.folder(
          ResultFolderOptions.folder(
            of: part.study.name, in: written.out, among: gathering.parts.count),
          study.allFiles))
    }
    for (index, (part, folder)) in zip(found, folders).enumerated() {
      let text = try publish(part.finding!, of: part, in: folder)
      try StandardStream.output.write(index == 0 ? text : "\n" + text)
      guard !report.quiet else { continue }
      let file = part.study.study.page ?? part.study.study.files.last
      StandardStream.error.printLine(
        "feedlab: gathered \(NumberText.count(part.known)) runs; files are in \(folder.path)"
          + (file.map { "; open \(folder.path)/\($0.name)" } ?? ""))
    }
  }

  /// Writes the files of a study, and saves its runs in the ledger.
  ///
  /// - Returns: The printed report.
  private func publish<F: AnyFinding>(
    _ finding: F, of part: Gathering.Part, in folder: OutputFolder
  ) throws -> String {
    let (study, results) = (finding.study, finding.results)
    try study.writeAll(results, to: folder)
    if part.lostWorlds.isEmpty, let ledger = study.ledger(in: folder.path, isFresh: false) {
      ledger.keep(part.study.intercepts)
      for (run, outcome) in part.runs where outcome.isFinite && ledger.outcome(of: run) == nil {
        ledger.keep(outcome, of: run)
      }
      ledger.close(with: results)
      for trouble in ledger.takeProblems() { StandardStream.error.printLine("feedlab: \(trouble)") }
    }
    return report.render(study.document(of: results))
  }

  /// - Parameter rest: The file of `--missing`.
  private func refuseMissing(
    _ gathering: Gathering, _ store: WorkStore, _ rest: OutputFile?
  ) throws {
    let units = gathering.parts.reduce(0) { $0 + $1.missing.count }
    guard units > 0 else {
      if let rest { try remove(rest, store) }
      return
    }
    let note = try rest.map { file throws in
      try plan(of: gathering, store, to: file)
    }
    let next = next(after: gathering, store, rest)
    let parts = gathering.parts.filter { !$0.missing.isEmpty }.map { part in
      let known = part.known
      return gathering.parts.count == 1
        ? "\(NumberText.count(known)) runs exist"
        : "'\(part.study.name)' has \(NumberText.count(known)) runs and lacks"
          + " \(NumberText.count(part.missing.count))"
    }
    throw CommandFailure.undecided(
      "\(NumberText.counted(units, "unit is", plural: "units are")) missing\(note ?? "")"
        + " (\(parts.joined(separator: "; ")))\(next ?? "")")
  }

  /// The command that simulates what is missing, or plans it where the plan does not have it: after the first round of
  /// a selection or a tuning, and after a look. `nil` where other workers simulate it.
  private func next(
    after gathering: Gathering, _ store: WorkStore, _ rest: OutputFile?
  ) -> Message? {
    if let rest, !rest.isFile { return nil }
    let planned = Set(gathering.plan.units)
    guard rest != nil || gathering.parts.flatMap(\.missing).allSatisfy(planned.contains) else {
      let plan = self.plan.plan
      let file = (plan.hasSuffix(".jsonl") ? String(plan.dropLast(6)) : plan) + "-missing.jsonl"
      let words = CommandEnvironment.current.arguments + ["--missing", file]
      return "; this command plans them:\n  \(ProgramName.command(words))"
    }
    let words = [
      "work", "--plan", rest?.path ?? plan.plan, "--store", store.path, "--shard", "0", "--of", "1",
    ]
    return "; this machine simulates them by:\n  \(ProgramName.command(words))"
  }

  /// Writes the plan of what is missing.
  ///
  /// - Returns: A note for the message.
  private func plan(
    of gathering: Gathering, _ store: WorkStore, to file: OutputFile
  ) throws -> String {
    let plan: WorkPlan?
    let others = try written.underWay.map { path throws(WorkFailure) in try WorkPlan(file: path) }
    plan = try gathering.missing(in: store, excluding: others, nextRoundOnly: written.nextRound)
    guard let plan else {
      try remove(file, store)
      return ", all of which other workers simulate"
    }
    do throws(UnwritableOutput) {
      try file.write(plan.text)
    } catch {
      throw WorkFailure.tryAgain(error.message)
    }
    let units = plan.units.count
    guard units < gathering.parts.reduce(0, { $0 + $1.missing.count }) else {
      return "; their plan is in \(file.path)"
    }
    return "; the plan of \(NumberText.count(units)) of them is in \(file.path)"
  }

  /// Removes an earlier plan of missing runs; a file that is not a plan of this store stays.
  private func remove(_ file: OutputFile, _ store: WorkStore) throws {
    guard file.isFile else { return }
    do throws(WorkFailure) {
      try store.check(has: try WorkPlan(file: file.path))
    } catch {
      return StandardStream.error.printLine(
        "feedlab: no run is missing; \(file.path) stays, since it is not a plan of this store")
    }
    do throws(UnwritableOutput) {
      try file.remove()
    } catch {
      throw WorkFailure.tryAgain(error.message)
    }
  }

  private func refuseFailures(_ gathering: Gathering) throws {
    let failures = gathering.parts.flatMap(\.failures)
    guard !failures.isEmpty else { return }
    let lines = gathering.parts.filter { !$0.failures.isEmpty }.map { part -> Message in
      let worlds = part.lostWorlds.map(String.init).joined(separator: ", ")
      let excluded = part.lostWorlds.count == 1 ? "world \(worlds) is" : "worlds \(worlds) are"
      let rest =
        part.finding == nil
        ? "results need them" : "\(excluded) excluded under all arms"
      return .lines(part.failures.map { "'\(part.study.name)', \($0)" } + ["  \(rest)"])
    }
    throw CommandFailure.unfinished(
      "\(NumberText.counted(failures.count, "unit")) failed:\n\(Message.lines(lines))")
  }
}
