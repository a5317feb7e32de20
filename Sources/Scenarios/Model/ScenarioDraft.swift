internal import DataFiles
internal import SocialFeed
internal import SyntheticSociety

/// A scenario while it is read, key by key, or written.
///
/// To add a key, add its line to the `keys` of its section and the property that the line names.
struct ScenarioDraft {
  var name: String
  var seed: UInt64 = 1
  var parameters = SocietyParameters()
  var graph: GraphSource?
  /// Components that are switched off.
  var off: [BehaviourComponent] = []
  /// The candidates of home where an arm does not name its own.
  var pool: FeedPool? {
    get { parameters.pool }
    set { parameters.pool = newValue ?? .standard }
  }
  /// Those without fault, in the order of the file.
  var arms: [Arm] = []
  /// Of all arms, with or without fault.
  var armNames: [String] = []
  /// The same, to look a name up.
  var knownArms: Set<String> = []
  /// Numbers of the arms that are tuned, in the order of arms, feeds and parameters.
  var tunables: [TunableParameter] = []
  /// Where the values of ``tunables`` are in the file, by their keys.
  var tunedSpans: [String: TextSpan] = [:]
  var margins: [Scenario.Margin] = []
  var comparison = Scenario.Comparison()
  var tuning: Scenario.Tuning?
  var check: Scenario.Check?
  var realism: Scenario.Realism?
  var notes: [String] = []
  var ruleLocations: [String: LocatedFault.Location] = [:]
  var dataFiles: [String] = []
  /// Of the file; they are not written.
  var comments = ScenarioComments()
  /// Values set from outside, unchanged.
  var overrides: [String] = []

  let rankers: RankerCatalogue
  let files: InputFiles
  /// What is missing for external rankers, by the arm's name, where it is tolerated.
  var absences: [String: [LocatedFault]] = [:]

  init(
    file: String, rankers: RankerCatalogue = .available, contents: String? = nil,
    known: KnownContents = KnownContents(), isResolved: Bool = false
  ) {
    let name = KebabName.nearest(to: Self.name(of: file))
    self.name = name.isEmpty ? "scenario" : name
    self.rankers = rankers
    var files = InputFiles(scenarioFile: file, contents: contents, known: known)
    files.isResolved = isResolved
    self.files = files
  }

  /// The last part of a path, without its extension.
  private static func name(of file: String) -> String {
    let last = file.split(separator: "/").last ?? ""
    guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return String(last) }
    return String(last[..<dot])
  }
}

extension ScenarioDraft: KeyedSection {
  static let keys =
    headerKeys + worldKeys + behaviourKeys + societyKeys("interventions.")
    + [
      PoolSection.key(\.pool, default: "mixed, without what was seen"), armsKey, metricsKey,
      Key(
        "ab", \.comparison, .section(), "",
        default: .computed("") { draft, _, scenario in draft.comparison.read(nil, scenario) }),
      Key("tune", \.tuning, .section(), ""),
      Key("check", \.check, .section(), ""),
      Key("realism", \.realism, .section(), ""),
    ]

  init() { self.init(file: "") }

  /// Reads all keys; adds mistakes to the cursor's faults.
  mutating func read(_ root: DocumentCursor) {
    for key in Self.keys {
      let before = self
      key.read(root, &self, before)
    }
    complete(root)
  }

  private mutating func complete(_ root: DocumentCursor) {
    setMembers(root)
    checkWarmUp(root)
    checkPlantedVotes(root)
    checkPrivacy(root)
    checkSurfaces(root)
    checkTestedSurfaces(root)
    notePools(root)
    for component in off { component.switchOff(in: &parameters) }
    ruleLocations = root.metricLocations
  }
}

extension ScenarioDraft {
  /// Notes which pools leave out what the viewer has seen because they do not say otherwise, as older scenarios do not.
  private mutating func notePools(_ root: DocumentCursor) {
    for path in ["pool"] + armNames.map({ "arms.\($0).pool" }) {
      guard let pool = root.find(path), !pool.isMap || pool.find("without") == nil else { continue }
      notes.append(
        "\(path): since simulation 6 a pool leaves out for 30 days what the viewer has seen; 'without: nothing' shows it again"
      )
    }
  }
}

// MARK: - The head

extension ScenarioDraft {
  /// The version of the syntax.
  static let version = 1

  /// Version, name, seed and preset.
  static let headerKeys = [
    Key<Self>(
      "feedlab", .scalar("\(version)", ["const": .number(Double(version))]),
      "The version of this syntax.",
      default: .required(
        "is missing; write 'feedlab: \(version)', the version of the syntax"),
      read: { cursor, _, _ in
        let number = NumberForm(range: Double(version)...Double(version), isWhole: true)
        if number.read(cursor.node) == nil {
          cursor.expected("\(version), the version of the syntax")
        }
      },
      write: { _ in .number(Double(version)) }),
    Key("name", \.name, .name, "The name of the results.", default: .words("the name of the file")),
    Key(
      "seed", \.seed, .seed, "The seed of all random draws; the same seed gives the same worlds."),
    Key(
      "preset", .choice(Preset.allCases.map(\.rawValue)),
      "Sets behaviours together, before those under behaviour: "
        + Preset.allCases.map { "\($0.rawValue) (\($0.summary))" }.joined(separator: ", ") + ".",
      default: .none,
      read: { cursor, draft, scenario in
        ValueForm<Preset>.choice("preset").read(cursor, scenario)?.apply(to: &draft.parameters)
      },
      write: { _ in nil }),
    Key(
      "app", .choice(AppKind.allCases.map(\.rawValue)),
      "Sets what the app has besides feeds, before the keys under behaviour: "
        + AppKind.allCases.map { "\($0.rawValue) (\($0.summary))" }.joined(separator: ", ") + ".",
      default: .words("feed"),
      read: { cursor, draft, scenario in
        ValueForm<AppKind>.choice("app").read(cursor, scenario)?.apply(to: &draft.parameters)
      },
      write: { _ in nil }),
  ]
}
