internal import DataFiles
public import SocialFeed
public import SyntheticSociety

extension Scenario {
  /// Reads and checks a scenario file.
  ///
  /// - Parameters:
  ///   - file: Path of a YAML or JSON file in UTF-8, of a pipe or a device. Paths inside it start at its folder.
  ///   - overrides: Values set from outside, each `path.to.key=value` with the value in YAML; a
  ///     later one wins.
  ///   - rankers: The rankers that the scenario can name.
  /// - Throws: All that is wrong with the file, the data files that it names and the overrides.
  public static func load(
    file: String, overrides: [String] = [], rankers: RankerCatalogue = .available
  ) throws(InvalidScenario) -> Scenario {
    try load(file: file, overrides: overrides, rankers: rankers, tapes: nil)
  }

  /// Reads and checks a scenario file.
  ///
  /// - Parameters:
  ///   - tapes: The tapes that replay the pages of external rankers: neither the rankers nor their files need to be
  ///     there.
  ///   - arms: The names of the arms that are going to be simulated; `nil` for all. External rankers that only
  ///     other arms have need not be there, nor on the tapes.
  ///   - loadsLibraries: Whether libraries are loaded, which runs their code; otherwise their arms cannot be simulated.
  package static func load(
    file: String, overrides: [String] = [], rankers: RankerCatalogue = .available,
    tapes: TapeIndex?, loadsLibraries: Bool = true, simulating arms: ((Scenario) -> [String])? = nil
  ) throws(InvalidScenario) -> Scenario {
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      bytes = try DocumentText.bytes(of: file)
    } catch {
      let reason = LocatedFault.Reason.unreadable(error.reason)
      throw InvalidScenario(faults: [LocatedFault(location: .file(file), reason: reason)])
    }
    return try parse(
      bytes, file: file, overrides: overrides, rankers: rankers,
      known: KnownContents(of: tapes, loadsLibraries: loadsLibraries), simulating: arms)
  }

  /// Checks a scenario that is in memory.
  ///
  /// - Parameters:
  ///   - file: Path that faults show; paths inside the scenario start at its folder.
  ///   - contents: The folder of files that a resolved scenario names by their content, each under its
  ///     SHA-256; `nil` where none exist.
  ///   - known: Files named by their content that were read before.
  ///   - isResolved: Whether it is a resolved scenario or a recorded arm, which names files by their content.
  ///   - arms: The names of the arms that are going to be simulated; `nil` for all.
  package static func parse(
    _ bytes: [UInt8], file: String, overrides: [String] = [],
    rankers: RankerCatalogue = .available, contents: String? = nil,
    known: KnownContents = KnownContents(), isResolved: Bool = false,
    simulating arms: ((Scenario) -> [String])? = nil
  ) throws(InvalidScenario) -> Scenario {
    let faults = FaultList.ofScenario(file)
    guard var root = root(of: bytes, file: file, faults: faults) else {
      throw faults.invalidScenario()
    }
    var draft = ScenarioDraft(
      file: file, rankers: rankers, contents: contents, known: known, isResolved: isResolved)
    if arms != nil { faults.tolerated = .ofScenario(file) }
    root.replaceFormerNames(notes: &draft.notes)
    var moved = MovedNames()
    moved.update(&root, isReplacing: false, faults: faults)
    for (index, text) in overrides.enumerated() {
      Override(text, index: index, faults: faults)?.apply(to: &root, notes: &draft.notes)
      moved.update(&root, isReplacing: true, faults: faults)
    }
    let names = MetricNames(&root, faults: faults)
    let cursor = DocumentCursor(root: root, faults: faults)
    cursor.checkKeys()
    draft.read(cursor)
    draft.notes += moved.notes + names.notes
    draft.overrides = overrides
    draft.comments = ScenarioComments(bytes, root: root)
    guard faults.isEmpty else {
      draft.addAbsences(of: draft.armNames, to: faults)
      throw faults.invalidScenario()
    }
    let scenario = Scenario(draft, file: file)
    if let arms, !draft.absences.isEmpty { draft.addAbsences(of: arms(scenario), to: faults) }
    guard faults.isEmpty else { throw faults.invalidScenario() }
    return scenario
  }

  /// The file's map of keys, or `nil` after adding faults.
  private static func root(of bytes: [UInt8], file: String, faults: FaultList) -> DocumentNode? {
    guard let text = DocumentText(bytes: bytes, file: file, faults: faults) else { return nil }
    let node = text.compose(faults: faults)
    let start = LocatedFault.Location.line(file: file, line: 1, column: 1)
    switch node?.content {
    case .map: return node
    case .scalar, .list:
      let found = "expected a map of keys such as 'feedlab: 1', found \(node!.summary)"
      faults.add(LocatedFault(location: node!.location, reason: .syntax(found)))
    case .empty, nil:
      let message = "this scenario is empty; it needs at least 'feedlab: 1' and one arm"
      if faults.isEmpty { faults.add(LocatedFault(location: start, reason: .syntax(message))) }
    }
    return nil
  }

  /// The same community with other arms, the first of them the baseline, and without the sections that
  /// refer to the arms of the scenario: `tune`, `check` and `realism`.
  ///
  /// - Parameter arms: At least one, no name twice.
  public func replacingArms(_ arms: [Arm]) -> Scenario {
    precondition(!arms.isEmpty, "a scenario without arms")
    var draft = draft
    draft.arms = arms
    draft.comparison = Comparison(
      baseline: arms[0].name, candidates: arms.dropFirst().map(\.name),
      replications: comparison.replications, questions: comparison.questions,
      isAntithetic: comparison.isAntithetic)
    if comparison.questions.hasDefaultPrimary {
      draft.comparison.setDefaultPrimary(among: arms, opened: draft.openedSurfaces)
    }
    (draft.tunables, draft.tuning, draft.check, draft.realism) = ([], nil, nil, nil)
    return Scenario(draft, file: file)
  }

  /// The same with the primary of a comparison of other arms, where it is the default one.
  ///
  /// - Parameters:
  ///   - baseline: Default: the scenario's.
  ///   - candidates: Default, where none exist: the scenario's.
  package func comparing(baseline: String?, candidates: [String]) -> Scenario {
    guard comparison.questions.hasDefaultPrimary else { return self }
    var chosen = comparison
    if let baseline { chosen.baseline = baseline }
    if !candidates.isEmpty { chosen.candidates = candidates }
    chosen.setDefaultPrimary(among: arms, opened: draft.openedSurfaces)
    var scenario = self
    scenario.comparison.questions.primary = chosen.questions.primary
    return scenario
  }

  /// Why a metric cannot be tested: no session opens a surface that it names; `nil` where that is not so.
  package func untestable(_ metric: String) -> String? {
    draft.unopenedSurface(of: metric).map { ScenarioDraft.unopened($0, of: metric) }
  }

  private init(_ draft: ScenarioDraft, file: String) {
    let resolved = draft.resolved.canonical
    self.init(
      name: draft.name, file: file, seed: draft.seed, parameters: draft.parameters,
      graph: draft.graph?.graph, arms: draft.arms, margins: draft.margins,
      comparison: draft.comparison, tunables: draft.tunables, tunedSpans: draft.tunedSpans,
      tuning: draft.tuning, check: draft.check, realism: draft.realism, resolved: resolved,
      digest: SHA256.hexDigest(of: resolved), notes: draft.notes,
      ruleLocations: draft.ruleLocations, dataFiles: draft.dataFiles, draft: draft)
  }
}
